// SPDX-License-Identifier: MIT

internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The protocol of one session, distinguished from all others by its type: a session knows only the
/// class of its protocols, and the methods of the class cannot tell sessions apart.
final class StubURLProtocol<Tag>: URLProtocol {
  private let load = StubLoad()

  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    switch load.start() {
    case .ask:
      let question = StubQuestion(request: request, load: load, loader: self)
      guard StubRegistry.ask(Self.self, question) == false else { return }
      // The stub was released, and the registry no longer knows its test, so nothing can be reported to
      // that test.
      _ = load.answer(.released)
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

/// The outcome of a request.
typealias StubOutcome = Result<(URLResponse, Data), URLError>

extension StubOutcome {
  /// The outcome of a request whose stub was released.
  static var released: Self { .failure(URLError(.resourceUnavailable)) }
}
