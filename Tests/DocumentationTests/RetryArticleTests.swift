// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/RetryAndBackOff.md`.

enum OutboxError: Error, Equatable {
  case noConnection
  case rejected
  case timedOut
}

enum Outbox {
  struct State: Equatable {
    var isSending = false
    var message: String?
    var text = "Hello"
  }

  enum Action: Equatable {
    case cancelButtonTapped
    case sendButtonTapped
    case sendResponse(Result<Int, OutboxError>)
  }

  struct Environment: Sendable {
    var mainQueue: SchedulerOf<DispatchQueue>
    var send: @Sendable (_ text: String, _ key: UUID) -> Effect<Int, OutboxError>
    var uuid: UUIDGenerator
  }

  struct SendingID: Hashable {}

  static let reducer = Reducer<State, Action, Environment> { outbox, action, environment in
    switch action {
    case .cancelButtonTapped:
      outbox.isSending = false
      return .cancel(id: SendingID())

    case .sendButtonTapped:
      outbox.isSending = true
      return environment.send(outbox.text, environment.uuid())
        .retry(.exponential(attempts: 4, from: 1), on: environment.mainQueue) { error in
          error != .rejected
        }
        .catchToEffect()
        .map(Action.sendResponse)
        .cancellable(id: SendingID(), cancelInFlight: true)

    case .sendResponse(.success):
      outbox.isSending = false
      outbox.text = ""

    case .sendResponse(.failure(let error)):
      outbox.isSending = false
      outbox.message = error == .rejected ? "The message was rejected." : "There is no connection."
    }
    return .none
  }
}

// Bad: the failure has become a value before `retry` can see it.
func sendOnce(_ text: String, _ environment: Outbox.Environment) -> Effect<Outbox.Action, Never> {
  environment.send(text, environment.uuid())
    .catchToEffect()
    .map(Outbox.Action.sendResponse)
    .retry(.exponential(attempts: 4, from: 1), on: environment.mainQueue)
}

/// A server that fails until it has been asked a number of times.
func outboxEnvironment(
  _ mainQueue: TestScheduler<DispatchQueue>,
  succeedsAt success: Int,
  failure: OutboxError = .noConnection,
  keys: Recorder<[UUID]>
) -> Outbox.Environment {
  Outbox.Environment(
    mainQueue: mainQueue,
    send: { _, key in
      .task(name: "send") { () async throws(OutboxError) in
        keys.update { $0.append(key) }
        guard keys.value.count >= success else { throw failure }
        return keys.value.count
      }
    },
    uuid: .incrementing
  )
}

// Bad: `lazy` is evaluated for each attempt, which then has a key of its own.
func sendWithNewKeys(
  _ text: String,
  _ environment: Outbox.Environment
) -> Effect<Int, OutboxError> {
  .lazy { environment.send(text, environment.uuid()) }
    .retry(.exponential(attempts: 4, from: 1), on: environment.mainQueue)
}

extension Effect where Failure == OutboxError {
  func timeout(
    after limit: SchedulerStride,
    on scheduler: SchedulerOf<DispatchQueue>
  ) -> Self {
    .merge(self, Effect(error: .timedOut).deferred(for: limit, scheduler: scheduler))
      .prefix(1)
  }
}

func sendPatiently(_ text: String, _ environment: Outbox.Environment) -> Effect<Int, OutboxError> {
  environment.send(text, environment.uuid())
    .timeout(after: 5, on: environment.mainQueue)  // each attempt
    .retry(.exponential(attempts: 4, from: 1), on: environment.mainQueue)
    .timeout(after: 12, on: environment.mainQueue)  // the whole
}

enum Sync {
  struct State: Equatable {
    var attempt = 0
    var key: UUID?
    var status = ""
  }

  enum Action: Equatable {
    case nextAttempt
    case response(Result<Int, OutboxError>)
  }

  static let policy = RetryPolicy.exponential(attempts: 3, from: 2)

  static let reducer = Reducer<State, Action, Outbox.Environment> { sync, action, environment in
    switch action {
    case .nextAttempt:
      sync.attempt += 1
      sync.status = "Attempt \(sync.attempt) of \(policy.attempts)"
      let key = sync.key ?? environment.uuid()
      sync.key = key
      return environment.send("", key)
        .catchToEffect()
        .map(Action.response)

    case .response(.success):
      sync = State(status: "Done")
      return .none

    case .response(.failure):
      guard let delay = policy.delay(after: sync.attempt) else {
        sync = State(status: "There is no connection.")
        return .none
      }
      sync.status = "Next attempt in \(Int(delay.timeInterval)) s"
      return Effect(value: .nextAttempt)
        .deferred(for: delay, scheduler: environment.mainQueue)
    }
  }
}

@Suite struct RetryArticleTests {
  @Test func `a message is sent with the third attempt`() {
    let keys = Recorder<[UUID]>([])
    let mainQueue = DispatchQueue.test
    let store = TestStore(
      initialState: Outbox.State(),
      reducer: Outbox.reducer,
      environment: outboxEnvironment(mainQueue, succeedsAt: 3, keys: keys)
    )
    store.send(.sendButtonTapped) { $0.isSending = true }
    #expect(keys.value.count == 1)
    mainQueue.advance(by: 1)
    #expect(keys.value.count == 2)
    mainQueue.advance(by: 2)
    store.receive(.sendResponse(.success(3))) {
      $0.isSending = false
      $0.text = ""
    }
    // Each attempt had the same key.
    #expect(Set(keys.value).count == 1)
  }

  @Test func `a rejected message is not sent again`() {
    let keys = Recorder<[UUID]>([])
    let mainQueue = DispatchQueue.test
    let store = TestStore(
      initialState: Outbox.State(),
      reducer: Outbox.reducer,
      environment: outboxEnvironment(mainQueue, succeedsAt: 2, failure: .rejected, keys: keys)
    )
    store.send(.sendButtonTapped) { $0.isSending = true }
    store.receive(.sendResponse(.failure(.rejected))) {
      $0.isSending = false
      $0.message = "The message was rejected."
    }
    #expect(keys.value.count == 1)
  }

  @Test func `the retries wait 1, 2 and 4 seconds, and the effect fails with the last failure`() {
    let keys = Recorder<[UUID]>([])
    let mainQueue = DispatchQueue.test
    let store = TestStore(
      initialState: Outbox.State(),
      reducer: Outbox.reducer,
      environment: outboxEnvironment(mainQueue, succeedsAt: 9, keys: keys)
    )
    store.send(.sendButtonTapped) { $0.isSending = true }
    mainQueue.advance(by: 6.999)
    #expect(keys.value.count == 3)
    mainQueue.advance(by: 0.001)
    store.receive(.sendResponse(.failure(.noConnection))) {
      $0.isSending = false
      $0.message = "There is no connection."
    }
    #expect(keys.value.count == 4)
  }

  @Test
  func `an immediate scheduler runs all attempts at once, and a no-op scheduler runs one attempt`()
  {
    let keys = Recorder<[UUID]>([])
    var environment = outboxEnvironment(DispatchQueue.test, succeedsAt: 3, keys: keys)
    environment.mainQueue = .immediate
    let store = TestStore(
      initialState: Outbox.State(),
      reducer: Outbox.reducer,
      environment: environment
    )
    store.send(.sendButtonTapped) { $0.isSending = true }
    store.receive(.sendResponse(.success(3))) {
      $0.isSending = false
      $0.text = ""
    }

    keys.set([])
    store.environment.mainQueue = .noop
    store.send(.sendButtonTapped) { $0.isSending = true }
    store.send(.cancelButtonTapped) { $0.isSending = false }
    #expect(keys.value.count == 1)
  }

  @Test func `a retry after catchToEffect does nothing`() {
    let keys = Recorder<[UUID]>([])
    let mainQueue = DispatchQueue.test
    let actions = Recorder<[Outbox.Action]>([])
    let work = sendOnce("Hello", outboxEnvironment(mainQueue, succeedsAt: 2, keys: keys))
      .sink { action in actions.update { $0.append(action) } }
    mainQueue.run()
    #expect(keys.value.count == 1)
    work.cancel()
  }

  @Test func `a key that is created in the effect differs for each attempt`() async throws {
    let keys = Recorder<[UUID]>([])
    var environment = outboxEnvironment(DispatchQueue.test, succeedsAt: 3, keys: keys)
    environment.mainQueue = .immediate
    _ = try await sendWithNewKeys("Hello", environment).value()
    #expect(Set(keys.value).count == 3)
  }

  @Test func `an answer before the deadline cancels the deadline`() {
    let answers = Subject<Int, OutboxError>()
    let mainQueue = DispatchQueue.test
    let environment = Outbox.Environment(
      mainQueue: mainQueue,
      send: { _, _ in answers.effect },
      uuid: .incrementing
    )
    let values = Recorder<[Int]>([])
    let completion = Recorder<EffectCompletion<OutboxError>?>(nil)
    let work = sendPatiently("Hello", environment)
      .sink(
        receiveCompletion: { completion.set($0) },
        receiveValue: { value in values.update { $0.append(value) } }
      )
    mainQueue.advance(by: 4)
    answers.send(1)
    #expect(completion.value == .finished)
    mainQueue.run()
    #expect(values.value == [1])
    #expect(completion.value == .finished)
    work.cancel()
  }

  @Test func `the failure of a test that ends during a delay matches the article`() throws {
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: Outbox.State(),
        reducer: Outbox.reducer,
        environment: outboxEnvironment(DispatchQueue.test, succeedsAt: 2, keys: Recorder([]))
      )
      store.send(.sendButtonTapped) { $0.isSending = true }
    }
    let article = try MarkdownFile("Sources/Lockstep/Lockstep.docc/Articles/RetryAndBackOff.md")
    let line = /\.swift:\d+/
    #expect(
      issues.map { $0.message.replacing(line, with: ".swift") }
        == article.blocks(in: "text").map { $0.replacing(line, with: ".swift") }
    )
  }

  @Test func `requests to a silent server are retried until the deadline`() {
    let asked = Recorder(0)
    let mainQueue = DispatchQueue.test
    let environment = Outbox.Environment(
      mainQueue: mainQueue,
      send: { _, _ in
        .future { _ in asked.update { $0 += 1 } }
      },
      uuid: .incrementing
    )
    let failure = Recorder<EffectCompletion<OutboxError>?>(nil)
    let work = sendPatiently("Hello", environment)
      .sink(receiveCompletion: { failure.set($0) }, receiveValue: { _ in })
    mainQueue.advance(by: 6)  // 5 seconds of silence, and a delay
    #expect(asked.value == 2)
    mainQueue.advance(by: 6)
    #expect(asked.value == 2)
    #expect(failure.value == .failure(.timedOut))
    work.cancel()
  }

  @Test func `a seed determines the delays`() {
    let policy = RetryPolicy.exponential(attempts: 4, from: 1, jitter: 0.5, seed: 7)
    let same = RetryPolicy.exponential(attempts: 4, from: 1, jitter: 0.5, seed: 7)
    let other = RetryPolicy.exponential(attempts: 4, from: 1, jitter: 0.5, seed: 8)
    for (attempt, longest) in [(1, 1.0), (2, 2.0), (3, 4.0)] {
      let delay = policy.delay(after: attempt)
      #expect(delay == same.delay(after: attempt))
      #expect(delay != other.delay(after: attempt))
      #expect(delay.map { (longest / 2...longest).contains($0.timeInterval) } == true)
    }
    #expect(policy.delay(after: 4) == nil)
  }

  @Test func `cancelling during a delay prevents the next attempt`() {
    let keys = Recorder<[UUID]>([])
    let mainQueue = DispatchQueue.test
    let store = TestStore(
      initialState: Outbox.State(),
      reducer: Outbox.reducer,
      environment: outboxEnvironment(mainQueue, succeedsAt: 3, keys: keys)
    )
    store.send(.sendButtonTapped) { $0.isSending = true }
    mainQueue.advance(by: 0.5)
    store.send(.cancelButtonTapped) { $0.isSending = false }
    mainQueue.run()
    #expect(keys.value.count == 1)
  }

  @Test func `each attempt is shown`() {
    let mainQueue = DispatchQueue.test
    let store = TestStore(
      initialState: Sync.State(),
      reducer: Sync.reducer,
      environment: outboxEnvironment(mainQueue, succeedsAt: 2, keys: Recorder([]))
    )
    store.send(.nextAttempt) {
      $0.attempt = 1
      $0.key = UUID(0)
      $0.status = "Attempt 1 of 3"
    }
    store.receive(.response(.failure(.noConnection))) { $0.status = "Next attempt in 2 s" }
    mainQueue.advance(by: 2)
    store.receive(.nextAttempt) {
      $0.attempt = 2
      $0.status = "Attempt 2 of 3"
    }
    store.receive(.response(.success(2))) { $0 = Sync.State(status: "Done") }
  }
}
