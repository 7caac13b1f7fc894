// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The part of a stub that answers its session's requests, in sequence, in a task of the test.
final class StubDesk: Sendable {
  struct Registration: Sendable {
    let url: URL
    let method: String?
    let validator: @Sendable (URLRequest) throws -> Bool
    var responses: [StubResponse]
    let repeatsLast: Bool

    func answers(_ request: URLRequest) -> Bool {
      request.url?.absoluteString == url.absoluteString
        && (method == nil || method == request.httpMethod)
    }

    /// Returns how a request differs, if it differs only in its method or only in its query.
    func difference(from request: URLRequest) -> String? {
      let (own, other) = (url.absoluteString, request.url?.absoluteString ?? "")
      if own == other { return "the method" }
      guard method == nil || method == request.httpMethod else { return nil }
      return own.prefix { $0 != "?" } == other.prefix { $0 != "?" } ? "the query" : nil
    }

    mutating func next() -> StubResponse? {
      repeatsLast && responses.count == 1 ? responses[0] : responses.popFirst()
    }
  }

  private struct Waiter {
    let count: Int
    let continuation: CheckedContinuation<StubWait, Never>
  }

  private struct Contents {
    var registrations: [Registration] = []
    var requests: [URLRequest] = []
    /// The number of requests that have been answered, or whose answers have been scheduled.
    var takenCount = 0
    var cancelled: [URLRequest] = []
    var waiters: [Int: Waiter] = [:]
    var lastWaiter = 0
    var pending: [Int: Pending] = [:]
    var lastPending = 0
    weak var session: URLSession?
    /// The requests that the task has not handled yet, in order.
    var questions: [StubQuestion] = []
  }

  private struct Pending {
    let question: StubQuestion
    let request: URLRequest
    var work = ScheduledWork.done
    /// Whether the outcome is known, even if a delegate has yet to decide on its redirect.
    var hasResponse = false
  }

  private let contents = Mutex(Contents())
  /// Yields one element for each question.
  ///
  /// The questions themselves pass through the lock, because the thread sanitizer does not recognize that a stream
  /// orders memory accesses before `yield` and after the element's arrival.
  private let calls: AsyncStream<Void>.Continuation

  init() {
    let (stream, calls) = AsyncStream<Void>.makeStream()
    self.calls = calls
    // The task inherits the running test, so issues in validators fail that test.
    Task { [weak self] in
      for await _ in stream { self?.answerQuestion() }
    }
  }

  /// Answers the waiting requests, so that none waits forever and no task keeps the session alive.
  deinit {
    calls.finish()
    let (questions, pending) = contents.withLock { ($0.questions, $0.pending.values) }
    for question in questions { question.answer(.released) }
    for pending in pending {
      pending.work.cancel()
      pending.question.answer(.released)
    }
  }

  var requests: [URLRequest] { contents.withLock { $0.requests } }

  var cancelled: [URLRequest] { contents.withLock { $0.cancelled } }

  func serve(_ session: URLSession) {
    contents.withLock { $0.session = session }
  }

  func add(_ registration: Registration) {
    contents.withLock { $0.registrations.insert(registration, at: 0) }
  }

  func take(_ question: StubQuestion) {
    contents.withLock { $0.questions.append(question) }
    calls.yield()
  }

  func wait(
    for count: Int,
    atMost timeout: Duration,
    isolation: isolated (any Actor)?
  ) async -> StubWait {
    let id = contents.withLock { contents in
      contents.lastWaiter += 1
      return contents.lastWaiter
    }
    var timer: Task<Void, Never>?
    defer { timer?.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome = contents.withLock { contents -> StubWait? in
          if contents.takenCount >= count { return .reached }
          if Task.isCancelled { return .cancelled }
          contents.waiters[id] = Waiter(count: count, continuation: continuation)
          return nil
        }
        if let outcome { return continuation.resume(returning: outcome) }
        (_, timer) = Deadline.after(timeout, isolation: isolation) { [weak self] in
          self?.endWait(id, .timedOut)
        }
      }
    } onCancel: {
      endWait(id, .cancelled)
    }
  }

  private func endWait(_ id: Int, _ outcome: StubWait) {
    contents.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume(
      returning: outcome
    )
  }

  private func answerQuestion() {
    guard let question = contents.withLock({ $0.questions.popFirst() }) else { return }
    // Do not follow the redirect of a cancelled request.
    guard question.origin == nil || question.load.isWaiting else { return }
    var request = question.request
    request.httpBody = request.streamedBody
    let response = response(to: request, from: question.origin)
    // The request must be listed before its answer arrives.
    let id = hold(question, request)
    let outcome = outcome(of: response, for: request)
    if let outcome, let wait = response.wait {
      let work = wait { [weak self] in self?.end(id, with: outcome) }
      contents.withLock { $0.pending[id]?.work = work }
    }
    question.load.onStop { [weak self] in self?.giveUp(id) }
    if let outcome, response.wait == nil { end(id, with: outcome) }
    noteTaken()
  }

  private func hold(_ question: StubQuestion, _ request: URLRequest) -> Int {
    contents.withLock { contents in
      contents.requests.append(request)
      contents.lastPending += 1
      contents.pending[contents.lastPending] = Pending(question: question, request: request)
      return contents.lastPending
    }
  }

  private func release(_ id: Int) -> Pending? {
    contents.withLock { $0.pending.removeValue(forKey: id) }
  }

  private func giveUp(_ id: Int) {
    guard let pending = release(id) else { return }
    pending.work.cancel()
    guard !pending.hasResponse else { return }
    contents.withLock { $0.cancelled.append(pending.request) }
  }

  private func end(_ id: Int, with outcome: StubOutcome) {
    let (pending, session) = contents.withLock { contents in
      contents.pending[id]?.hasResponse = true
      return (contents.pending[id], contents.session)
    }
    guard let pending else { return }
    guard case .success((let response as HTTPURLResponse, _)) = outcome,
      let next = pending.request.redirected(by: response)
    else {
      release(id)?.question.answer(outcome)
      return
    }
    guard pending.question.redirects < StubQuestion.maximumRedirects else {
      release(id)?.question.answer(.failure(URLError(.httpTooManyRedirects)))
      return
    }
    pending.question.decide(on: next, after: response, of: session) { [weak self] next in
      guard let self, let pending = release(id) else { return }
      guard let next else { return pending.question.answer(outcome) }
      take(pending.question.redirected(from: pending.request, to: next))
    }
  }

  private func outcome(of response: StubResponse, for request: URLRequest) -> StubOutcome? {
    switch response.content {
    case .never:
      return nil
    case .failure(let error):
      return .failure(error)
    case .response(let status, let headers, let body):
      let response = HTTPURLResponse(
        url: request.url ?? URL(filePath: "/"),
        statusCode: status,
        httpVersion: "HTTP/1.1",
        headerFields: headers
      )
      if let response { return .success((response, body)) }
      Self.report(
        "Cannot create an HTTPURLResponse with the status \(status). Register a valid status."
      )
      return .failure(URLError(.badServerResponse))
    }
  }

  /// Returns the response to a request, which may be a redirect of `origin`.
  private func response(to request: URLRequest, from origin: URLRequest?) -> StubResponse {
    let (registration, response) = contents.withLock {
      contents -> (Registration?, StubResponse?) in
      guard let index = contents.registrations.firstIndex(where: { $0.answers(request) }) else {
        return (nil, nil)
      }
      return (contents.registrations[index], contents.registrations[index].next())
    }
    guard let registration else {
      Self.report(
        """
        No response is registered for the request: \(request.summary)

        \(origin.map { "The response to \($0.summary) redirects to it. " } ?? "")\
        Use 'URLSessionStub.register' to supply one.\(registrations(besides: request))
        """
      )
      return .failure(.resourceUnavailable)
    }
    validate(request, by: registration)
    guard let response else {
      Self.report(
        """
        The request was sent after its last registered response: \(request.summary)

        Register another response, or repeat the last one with 'repeatsLast: true'.
        """
      )
      return .failure(.resourceUnavailable)
    }
    return response
  }

  private func validate(_ request: URLRequest, by registration: Registration) {
    do {
      guard try registration.validator(request) == false else { return }
      report("The validator refused the request")
    } catch {
      report("The validator threw \(error) for the request")
    }
    func report(_ problem: String) {
      Self.report(
        """
        \(problem): \(request.summary)

        Fix the request, or the 'requestValidator'.
        """
      )
    }
  }

  private static func report(_ message: String) {
    IssueReporting.reportAtStep(message, else: CodeLocation())
  }

  private func registrations(besides request: URLRequest) -> String {
    let registrations = contents.withLock { $0.registrations }.reversed()
    guard !registrations.isEmpty else { return "" }
    return " Registered addresses:\n\n"
      + registrations.map { registration in
        let address = "\(registration.method ?? "any method") \(registration.url.absoluteString)"
        return
          "  \(address)\(registration.difference(from: request).map { " (\($0) differs)" } ?? "")"
      }
      .joined(separator: "\n")
  }

  private func noteTaken() {
    let reached = contents.withLock { contents in
      contents.takenCount += 1
      let count = contents.takenCount
      let reached = contents.waiters.filter { $0.value.count <= count }
      for id in reached.keys { contents.waiters[id] = nil }
      return reached.values
    }
    for waiter in reached { waiter.continuation.resume(returning: .reached) }
  }
}

enum StubWait {
  case reached
  case timedOut
  case cancelled
}

extension Array {
  fileprivate mutating func popFirst() -> Element? {
    isEmpty ? nil : removeFirst()
  }
}

extension URLRequest {
  var summary: String {
    let start = "\(httpMethod ?? "GET") \(url?.absoluteString ?? "no address")"
    guard let body = httpBody, !body.isEmpty else { return start }
    let text = String(decoding: body.prefix(400), as: UTF8.self)
    return "\(start) \(text.prefix(80))\(text.count > 80 ? "…" : "")"
  }
}
