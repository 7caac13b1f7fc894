// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

/// An effect that sends values from eight threads at once.
private enum Source: CaseIterable, Sendable {
  case callback
  case subject
  case mergedCallbacks
  case tasks
  case concatenation
}

/// A way to cancel an effect.
private enum Cancel: CaseIterable, Sendable {
  case id
  case task
  case inFlight
  case child
}

private struct State: Sendable {
  var values: [Int] = []
  var child: Int? = 0
  var isCancelled = false
  var late = 0
}

private enum Action: Sendable {
  case start(Effect<Int, Never>)
  case child(ChildAction)
  case value(Int)
  case cancel
  case replace
  case removeChild

  enum ChildAction: Sendable {
    case start(Effect<Int, Never>)
    case value(Int)
  }
}

private let reducer = Reducer<State, Action, Void>.combine(
  Reducer<Int, Action.ChildAction, Void> { state, action, _ in
    switch action {
    case .start(let effect): return effect.map(Action.ChildAction.value)
    case .value: state += 1
    }
    return .none
  }
  .optional()
  .pullback(state: \.child, action: /Action.child),
  Reducer { state, action, _ in
    switch action {
    case .start(let effect):
      return effect.map(Action.value).cancellable(id: "hammer")
    case .child(.value(let number)), .value(let number):
      state.values.append(number)
      if state.isCancelled { state.late += 1 }
    case .child(.start):
      break
    case .cancel:
      state.isCancelled = true
      return .cancel(id: "hammer")
    case .replace:
      state.isCancelled = true
      return Effect<Int, Never>.none.map(Action.value)
        .cancellable(id: "hammer", cancelInFlight: true)
    case .removeChild:
      state.isCancelled = true
      state.child = nil
    }
    return .none
  }
)

private actor Anvil {}

/// No value of eight threads arrives after the cancellation of their effect, even if it is already in the queue.
@Suite struct StoreHammerTests {
  private static let countOfEach = 200

  /// Returns an effect that sends from eight threads, and a stream that ends when the threads have finished.
  private static func effect(
    _ source: Source
  ) -> (effect: Effect<Int, Never>, done: AsyncStream<Never>) {
    let (done, finish) = AsyncStream.makeStream(of: Never.self)
    let threads = (0..<8).map { DispatchQueue(label: "thread \($0)") }
    let group = DispatchGroup()
    for _ in threads { group.enter() }
    group.notify(queue: .global()) { finish.finish() }
    let callback = { @Sendable (numbers: Range<Int>) -> Effect<Int, Never> in
      .run { subscriber in
        for number in numbers {
          threads[number].async {
            for value in 0..<Self.countOfEach {
              subscriber.send(number * Self.countOfEach + value)
            }
            group.leave()
          }
        }
        return AnyCancellable {}
      }
    }
    switch source {
    case .callback:
      return (callback(0..<8), done)
    case .subject:
      let subject = Subject<Int, Never>()
      let start = Effect<Int, Never>.fireAndForget {
        for (number, thread) in threads.enumerated() {
          thread.async {
            for value in 0..<Self.countOfEach { subject.send(number * Self.countOfEach + value) }
            group.leave()
          }
        }
      }
      return (.merge(subject.effect, start), done)
    case .mergedCallbacks:
      return (.merge((0..<8).map { callback($0..<$0 + 1) }), done)
    case .tasks:
      return (
        .merge(
          (0..<8).map { number in
            .run { send in
              // The task starts within `send`. After the suspension, it runs on another thread.
              await Task.yield()
              for value in 0..<Self.countOfEach { send(number * Self.countOfEach + value) }
              group.leave()
            }
          }
        ), done
      )
    case .concatenation:
      return (.concatenate(.merge(Effect(value: -1), callback(0..<8)), Effect(value: -2)), done)
    }
  }

  private func start(
    _ source: Source,
    _ cancel: Cancel,
    _ store: Store<State, Action>
  ) -> (task: StoreTask, done: AsyncStream<Never>) {
    let (effect, done) = Self.effect(source)
    return (store.send(cancel == .child ? .child(.start(effect)) : .start(effect)), done)
  }

  @Test(arguments: Source.allCases, Cancel.allCases)
  private func `no value arrives after a cancellation on the main actor`(
    source: Source,
    cancel: Cancel
  ) async {
    await hammerUntilCancelled(source, cancel, on: MainActor.shared)
  }

  @Test(arguments: Source.allCases, Cancel.allCases)
  private func `no value arrives after a cancellation on another actor`(
    source: Source,
    cancel: Cancel
  ) async {
    await hammerUntilCancelled(source, cancel, on: Anvil())
  }

  private func hammerUntilCancelled(
    _ source: Source,
    _ cancel: Cancel,
    on isolation: isolated any Actor
  ) async {
    for round in 0..<4 {
      let store = Store(
        initialState: State(),
        reducer: reducer,
        environment: (),
        isolation: isolation
      )
      let (task, done) = start(source, cancel, store)
      // Some values have arrived, some are in the queue, and some have not been sent yet.
      while store.values.count < round * 40 { await Task.yield() }
      let before: Int
      switch cancel {
      case .id:
        before = store.values.count
        store.send(.cancel)
      case .inFlight:
        before = store.values.count
        store.send(.replace)
      case .child:
        before = store.values.count
        store.send(.removeChild)
      case .task:
        before = store.values.count
        task.cancel()
      }
      let after = store.values
      #expect(after.count >= before)
      // The task finishes at once, even if the threads still send.
      await task.finish()
      for await _ in done {}
      for _ in 0..<20 { await Task.yield() }
      #expect(store.values == after)
      #expect(store.late == 0)
      // The id is free, and the old effect's values do not affect a new effect with the id.
      if cancel != .child {
        let again = store.send(.start(.task { -9 }))
        await again.finish()
        #expect(store.values == after + [-9])
      }
    }
  }

  @Test(arguments: Source.allCases)
  private func
    `without a cancellation, all values arrive in the order of each thread on the main actor`(
      source: Source
    ) async
  {
    await hammer(source, on: MainActor.shared)
  }

  @Test(arguments: Source.allCases)
  private func
    `without a cancellation, all values arrive in the order of each thread on another actor`(
      source: Source
    ) async
  {
    await hammer(source, on: Anvil())
  }

  private func hammer(_ source: Source, on isolation: isolated any Actor) async {
    let store = Store(
      initialState: State(),
      reducer: reducer,
      environment: (),
      isolation: isolation
    )
    let (task, done) = start(source, .id, store)
    for await _ in done {}
    let count = 8 * Self.countOfEach
    while store.values.filter({ $0 >= 0 }).count < count { await Task.yield() }
    for thread in 0..<8 {
      let own = thread * Self.countOfEach..<(thread + 1) * Self.countOfEach
      #expect(store.values.filter { own.contains($0) } == Array(own))
    }
    if source == .tasks { await task.finish() } else { task.cancel() }
    await task.finish()
  }
}
