// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

typealias SiteClient = URLRoutingClient<SiteRoute>

/// The response body in these tests.
struct Books: Codable, Equatable, Sendable {
  var titles: [String]
}

/// An action of a feature that requests routes, which runs a client's effects in a test store.
enum ClientAction: Equatable, Sendable {
  case ask(SiteRoute)
  case answer(Result<Books, URLRoutingClientError>)
  case cancel
}

let clientReducer = Reducer<Int, ClientAction, SiteClient> { state, action, client in
  switch action {
  case .ask(let route):
    client.effect(for: route, as: Books.self)
      .catchToEffect()
      .map(ClientAction.answer)
      .cancellable(id: "request")
  case .answer:
    {
      state += 1
      return .none
    }()
  case .cancel:
    .cancel(id: "request")
  }
}

typealias ClientStore = TestStore<Int, ClientAction, SiteClient>

extension TestStore<Int, ClientAction, SiteClient> {
  convenience init(_ client: SiteClient) {
    self.init(initialState: 0, reducer: clientReducer, environment: client)
  }
}

/// A server that records its requests, returns scripted responses in order and repeats the last one.
final class ScriptedServer: Sendable {
  let requests = Recorder<[URLRequest]>([])
  /// For each request without a response whose work has ended, whether the work was cancelled.
  let endings = Recorder<[Bool]>([])
  private let script: Recorder<[SiteClient.Response?]>

  private let nothing: HTTPURLResponse

  /// Creates a server that never responds to a request whose response is nil.
  init(_ responses: [SiteClient.Response?]) throws {
    script = Recorder(responses)
    nothing = try #require(SiteClient.Response.response().get().1 as? HTTPURLResponse)
  }

  func client(options: RequestOptions) -> SiteClient {
    SiteClient(
      middleware: { request in
        self.requests.update { $0.append(request) }
        var response: SiteClient.Response??
        self.script.update { responses in
          response = responses.count == 1 ? responses[0] : responses.removeFirst()
        }
        if case .success(let (data, response as HTTPURLResponse))?? = response {
          return (data, response)
        }
        // The loop ends if the task is cancelled, for example by a timeout.
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        for await _ in stream {}
        continuation.finish()
        self.endings.update { $0.append(Task.isCancelled) }
        return (Data(), self.nothing)
      },
      router: siteRouter,
      options: options
    )
  }
}
