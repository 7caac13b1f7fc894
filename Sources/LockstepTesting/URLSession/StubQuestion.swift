// SPDX-License-Identifier: MIT

internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A request that is waiting for its outcome.
///
/// `@unchecked` because of the loader, which is used only to notify it that there is an outcome, and for
/// its task.
struct StubQuestion: @unchecked Sendable {
  /// The number of redirects that a session follows.
  static let maximumRedirects = 20

  private(set) var request: URLRequest
  let load: StubLoad
  private let loader: URLProtocol
  /// The request whose response has led to this one.
  private(set) var origin: URLRequest?
  private(set) var redirects = 0

  init(request: URLRequest, load: StubLoad, loader: URLProtocol) {
    self.request = request
    self.load = load
    self.loader = loader
  }

  /// Returns the question with the request that is sent instead.
  func redirected(from origin: URLRequest, to request: URLRequest) -> Self {
    var question = self
    question.request = request
    question.origin = origin
    question.redirects += 1
    return question
  }

  /// Ends the request, unless it was given up.
  func answer(_ outcome: StubOutcome) {
    guard load.answer(outcome) else { return }
    #if canImport(FoundationNetworking)
    // On Linux, the client of a protocol may be called only on the queue of its session, which calls
    // `startLoading()`; suspending and resuming the task leads there.
    loader.task?.suspend()
    loader.task?.resume()
    #else
    loader.startLoading()
    #endif
  }

  /// Lets the delegate of the task, or else that of the session, decide on a redirect; without one, it is
  /// followed.
  ///
  /// The session is not asked to follow it: on Linux, `urlProtocol(_:wasRedirectedTo:redirectResponse:)`
  /// ends the process.
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
      // There, a delegate need not have the method.
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
