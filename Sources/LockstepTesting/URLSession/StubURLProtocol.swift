// SPDX-License-Identifier: MIT

internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The protocol of one session, which its type tells from all others: a session knows only the class
/// of its protocols, and what is asked of the class cannot tell sessions apart.
final class StubURLProtocol<Tag: StubTag>: URLProtocol {
  private let load = StubLoad()

  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    switch load.start() {
    case .ask:
      let question = StubQuestion(request: request, load: load, loader: self)
      guard StubRegistry.ask(Tag.id, question) == false else { return }
      // The stub was released. Which test it belonged to is not known, so there is nobody to tell.
      _ = load.answer(.gone)
      startLoading()
    case .deliver(let outcome):
      deliver(outcome)
    case .ignore:
      break
    }
  }

  override func stopLoading() {
    load.stop()
  }

  private func deliver(_ outcome: StubOutcome) {
    switch outcome {
    case .success(let (response, body)):
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      if !body.isEmpty { client?.urlProtocol(self, didLoad: body) }
      client?.urlProtocolDidFinishLoading(self)
    case .failure(let error):
      client?.urlProtocol(self, didFailWithError: error)
    }
  }
}

/// What a request ends with.
typealias StubOutcome = Result<(URLResponse, Data), URLError>

extension StubOutcome {
  /// That of a request whose stub was released.
  static var gone: Self { .failure(URLError(.resourceUnavailable)) }
}

/// A request that waits for its outcome.
///
/// `@unchecked` because of the loader, which is not used but to be told that there is an outcome.
struct StubQuestion: @unchecked Sendable {
  let request: URLRequest
  let load: StubLoad
  private let loader: URLProtocol

  init(request: URLRequest, load: StubLoad, loader: URLProtocol) {
    self.request = request
    self.load = load
    self.loader = loader
  }

  /// Ends the request, unless it was given up.
  func answer(_ outcome: StubOutcome) {
    guard load.answer(outcome) else { return }
    #if canImport(FoundationNetworking)
    // On Linux the client of a protocol may be called only on the queue of its session, which calls
    // `startLoading()`; suspending and resuming the task is what leads there.
    loader.task?.suspend()
    loader.task?.resume()
    #else
    loader.startLoading()
    #endif
  }
}
