// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests policies, subscriptions and retries whose effects send and end on several threads.
@Suite struct RunningThreadTests {
  private static let queue = DispatchQueue(label: "running", attributes: .concurrent)

  /// Counts the running effects.
  private struct Log: Sendable {
    var began = Recorder<[Int]>([])
    var live = Recorder(0)
    var most = Recorder(0)

    func effect(_ number: Int) -> Effect<PolicyTests.CellAction, Never> {
      .run { subscriber in
        began.update { $0.append(number) }
        live.update { $0 += 1 }
        most.update { $0 = max($0, live.value) }
        RunningThreadTests.queue.async {
          live.update { $0 -= 1 }
          subscriber.send(.value(number))
          subscriber.send(completion: .finished)
        }
        return AnyCancellable {}
      }
    }
  }

  @MainActor @Test(.timeLimit(.minutes(60)))
  func `queued effects that end on other threads run one after another`() async {
    let store = Store(
      initialState: PolicyTests.Board(),
      reducer: PolicyTests.board,
      environment: ()
    )
    let logs = [Log(), Log()]
    var tasks: [StoreTask] = []
    for number in 0..<400 {
      for (place, log) in logs.enumerated() {
        let effect = log.effect(number).cancellable(id: "kind", whenRunning: .queue)
        tasks.append(store.send(.row(id: place, action: .start(effect))))
      }
    }
    for task in tasks { await task.finish() }
    for (place, log) in logs.enumerated() {
      #expect(log.began.value == Array(0..<400))
      #expect(log.most.value == 1)
      #expect(store.state.rows[id: place]?.values == Array(0..<400))
    }
    #expect(store.hasRunningEffects == false)
  }

  @MainActor @Test(.timeLimit(.minutes(60)))
  func `effects of a queue are cancelled while others end on other threads`() async {
    let store = Store(
      initialState: PolicyTests.Board(),
      reducer: PolicyTests.board,
      environment: ()
    )
    for round in 0..<50 {
      let log = Log()
      var tasks: [StoreTask] = []
      for number in 0..<40 {
        let effect = log.effect(number).cancellable(id: "kind", whenRunning: .queue)
        tasks.append(store.send(.own(.start(effect))))
        if number % 7 == round % 7 { tasks[number / 2].cancel() }
      }
      if round.isMultiple(of: 2) { store.send(.own(.cancel)) }
      for task in tasks { await task.finish() }
      #expect(log.began.value == log.began.value.sorted())
      #expect(log.most.value <= 2, "one that is cancelled may not have noticed it")
      #expect(store.hasRunningEffects == false)
    }
  }

  @MainActor @Test(.timeLimit(.minutes(60)))
  func `only the first effect runs if many effects start on several threads`() async {
    let store = Store(
      initialState: PolicyTests.Board(),
      reducer: PolicyTests.board,
      environment: ()
    )
    for _ in 0..<50 {
      let log = Log()
      // Each part starts on its own thread.
      let parts = (0..<16).map { number in
        log.effect(number)
          .cancellable(id: "kind", whenRunning: .ignoreNew)
          .subscribe(on: DispatchQueue.global().eraseToAnyScheduler())
      }
      await store.send(.own(.start(.merge(parts)))).finish()
      #expect(log.began.value.isEmpty == false)
      #expect(log.most.value == 1)
      #expect(store.hasRunningEffects == false)
    }
  }

  @MainActor @Test(.timeLimit(.minutes(60)))
  func `subscriptions start and end while their effects send values`() async {
    let reducer = Reducer<[Int], Int, Void> { state, action, _ in
      if action < 1_000 { state = action < 0 ? [] : [action, action + 1] }
      return .none
    }
    .subscriptions(for: \.self) { key, _ in
      .merge(
        .run { subscriber in
          Self.queue.async { for number in 0..<20 { subscriber.send(1_000 + number) } }
          return AnyCancellable {}
        },
        .run { send in
          for number in 0..<20 {
            send(1_000 + number)
            await Task.yield()
          }
        }
      )
    }
    let store = Store(initialState: [], reducer: reducer, environment: ())
    for number in 0..<200 {
      store.send(number)
      await Task.yield()
    }
    store.send(-1)
    // The previous value is discarded, but the store must still handle it.
    await store.send(-1).finish()
    while store.hasRunningEffects { try? await Task.sleep(for: .milliseconds(1)) }
  }

  @MainActor @Test(.timeLimit(.minutes(60)))
  func `attempts that fail on other threads are retried and can be cancelled`() async {
    struct Broken: Error {}
    let reducer = Reducer<Int, Bool, Void> { state, isStart, _ in
      guard isStart else {
        state += 1
        return .none
      }
      let parts = (0..<8).map { _ -> Effect<Bool, Never> in
        Effect<Bool, Broken>.future { callback in
          Self.queue.async { callback(.failure(Broken())) }
        }
        .retry(
          .exponential(attempts: 20, from: 0.000_1, factor: 1),
          on: Self.queue.eraseToAnyScheduler()
        )
        .catch { _ in Effect(value: false) }
      }
      return .merge(parts)
    }
    let store = Store(initialState: 0, reducer: reducer, environment: ())
    for round in 0..<20 {
      let task = store.send(true)
      if round.isMultiple(of: 2) {
        await Task.yield()
        task.cancel()
      }
      await task.finish()
    }
    #expect(store.state >= 80)
    #expect(store.hasRunningEffects == false)
  }
}
