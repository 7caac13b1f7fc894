// SPDX-License-Identifier: MIT

internal import Foundation
internal import LockstepBase
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A record of whether an override was used, shared by all clients that contain the override.
final class OverrideRecord: Sendable {
  enum Subject: Sendable, CustomStringConvertible {
    case route(any Sendable)
    case routesOfCase(any Sendable & CustomStringConvertible, Method?)
    case routesOfPredicate

    var description: String {
      switch self {
      case .route(let route): RouteDescription.of(route)
      case .routesOfCase(let path, let method):
        method.map { "\(path) with the method \($0)" } ?? "\(path)"
      case .routesOfPredicate: "the routes of a predicate"
      }
    }
  }

  let location: CodeLocation

  let subject: Subject
  private let used = Atomic(false)

  init(_ location: CodeLocation, subject: Subject) {
    self.location = location
    self.subject = subject
  }

  var isUsed: Bool { used.load(ordering: .acquiring) }

  var description: String { "\(subject) (\(location))" }

  func use() {
    used.store(true, ordering: .releasing)
  }
}

/// A sequence of responses, or of closures that create them, with one element for each request.
final class ResponseSequence<Route: Sendable, Response: Sendable>: Sendable {
  private let responses: [Response]
  private let repeatsLast: Bool
  private let requests = Mutex(0)

  init(_ responses: [Response], repeatsLast: Bool) {
    self.responses = responses
    self.repeatsLast = repeatsLast
  }

  func next(for route: Route) throws(URLRoutingClientError) -> Response {
    let index = requests.withLock { count in
      defer { count += 1 }
      return count
    }
    if index < responses.count { return responses[index] }
    if repeatsLast, let last = responses.last { return last }
    let count = responses.count == 1 ? "1 response" : "\(responses.count) responses"
    throw URLRoutingClient.refuse(
      route,
      """
      The override has \(count), and this is request \(index + 1). Add a response to the sequence, or repeat the last \
      one with 'repeatsLast: true'.
      """
    )
  }
}
