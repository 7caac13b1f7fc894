// SPDX-License-Identifier: MIT

internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// `@unchecked` because of `loader`, which is used only to announce the outcome and to access the task.
struct StubQuestion: @unchecked Sendable {
  static let maximumRedirects = 20

  private(set) var request: URLRequest
  let load: StubLoad
  private let loader: URLProtocol
  /// The request that was redirected to this one.
  private(set) var origin: URLRequest?
  private(set) var redirects = 0

  init(request: URLRequest, load: StubLoad, loader: URLProtocol) {
    self.request = request
    self.load = load
    self.loader = loader
  }

  func redirected(from origin: URLRequest, to request: URLRequest) -> Self {
    var question = self
    question.request = request
    question.origin = origin
    question.redirects += 1
    return question
  }

  func answer(_ outcome: StubOutcome) {
    guard load.answer(outcome) else { return }
    #if canImport(FoundationNetworking)
    // On Linux, only the queue of the session may call the protocol's client. Suspending and resuming the task makes
    // the session call `startLoading()` on that queue.
    loader.task?.suspend()
    loader.task?.resume()
    #else
    loader.startLoading()
    #endif
  }

  /// Asks the delegate of the task, or else the delegate of the session, whether to follow a redirect.
  ///
  /// The session cannot follow the redirect: on Linux, `urlProtocol(_:wasRedirectedTo:redirectResponse:)` terminates
  /// the process.
  func decide(
    on next: URLRequest,
    after response: HTTPURLResponse,
    of session: URLSession?,
    _ proceed: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard let session, let task = loader.task else { return proceed(next) }
    let delegates = [task.delegate, session.delegate as? any URLSessionTaskDelegate].compactMap {
      $0
    }
    guard let delegate = delegates.first else { return proceed(next) }
    session.delegateQueue.addOperation {
      #if canImport(FoundationNetworking)
      delegate.urlSession(
        session,
        task: task,
        willPerformHTTPRedirection: response,
        newRequest: next,
        completionHandler: proceed
      )
      #else
      // On Apple platforms, a delegate need not implement the method.
      for delegate in delegates {
        let isAsked: Void? = delegate.urlSession?(
          session,
          task: task,
          willPerformHTTPRedirection: response,
          newRequest: next,
          completionHandler: proceed
        )
        if isAsked != nil { return }
      }
      proceed(next)
      #endif
    }
  }
}
