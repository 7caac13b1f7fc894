// SPDX-License-Identifier: MIT

internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The protocol of one session, which the type `Tag` identifies (see `StubRegistry`).
final class StubURLProtocol<Tag>: URLProtocol {
  private let load = StubLoad()

  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    switch load.start() {
    case .ask:
      let question = StubQuestion(request: request, load: load, loader: self)
      guard StubRegistry.ask(Self.self, question) == false else { return }
      // The registry no longer knows the test of the released stub, so this cannot report an issue to that test.
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

typealias StubOutcome = Result<(URLResponse, Data), URLError>

extension StubOutcome {
  static var released: Self { .failure(URLError(.resourceUnavailable)) }
}
