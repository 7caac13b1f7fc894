// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// Chains of synchronous actions, which are all reduced before `send` returns.
@Suite struct StoreChainTests {
  private enum Action: Equatable, Sendable {
    case listen
    case start
    case next(Int)
    case noted(String)
  }

  /// Returns a reducer that sends each number to a subject until the last one.
  ///
  /// An earlier action starts the subject's effect.
  private static func reducer(
    _ subject: Subject<Int, Never>,
    last: Int
  ) -> Reducer<[String], Action, Void> {
    Reducer { state, action, _ in
      switch action {
      case .listen:
        return subject.effect.map(Action.next)
      case .start:
        state.append("start")
        return .fireAndForget { subject.send(1) }
      case .next(let number):
        state.append("\(number)")
        return number == last ? .none : .fireAndForget { subject.send(number + 1) }
      case .noted(let note):
        state.append(note)
        return .none
      }
    }
  }

  @MainActor
  @Test func `a chain through an earlier action's effect is reduced before send returns`() async {
    let subject = Subject<Int, Never>()
    let store = Store(
      initialState: [],
      reducer: Self.reducer(subject, last: 5),
      environment: ()
    )
    store.send(.listen)
    store.send(.start)
    #expect(store.state == ["start", "1", "2", "3", "4", "5"])
    store.send(.start)
    #expect(store.state.count == 12)
  }

  @MainActor
  @Test func `a long chain through an effect uses constant stack`() async {
    let subject = Subject<Int, Never>()
    let last = 20_000
    let store = Store(
      initialState: [],
      reducer: Self.reducer(subject, last: last),
      environment: ()
    )
    store.send(.listen)
    store.send(.start)
    #expect(store.state.count == last + 1)
    #expect(store.state.last == "\(last)")
  }

  @MainActor
  @Test func `the action limit ends a chain through an effect`() async {
    let subject = Subject<Int, Never>()
    let store = Store(
      initialState: [],
      reducer: Self.reducer(subject, last: .max),
      environment: (),
      actionLimit: 20
    )
    store.send(.listen)
    let issues = await withReportedIssues { _ = store.send(.start) }
    let headings = issues.map { $0.message.split(separator: "\n")[0] }
    #expect(headings == ["A chain of actions does not end."])
    #expect(store.state == ["start"] + (1...20).map { "\($0)" })
    store.send(.noted("later"))
    #expect(store.state.last == "later")
  }

  @MainActor
  @Test func `a value that an observer sends through an effect is reduced before send returns`()
    async
  {
    let subject = Subject<Int, Never>()
    let store = Store(
      initialState: [],
      reducer: Self.reducer(subject, last: 7),
      environment: ()
    )
    store.send(.listen)
    let observation = store.observe { state, _ in
      if state.last == "note" { subject.send(7) }
    }
    store.send(.noted("note"))
    #expect(store.state == ["note", "7"])
    observation.cancel()
  }

  private static let merge = Reducer<[String], Action, TestScheduler<Never>> {
    state,
    action,
    clock in
    switch action {
    case .start:
      return .merge(
        .task { .noted("task") },
        Effect(value: .noted("value")),
        .run { send in
          send(.noted("run 1"))
          // The second value must not arrive during the first `send`.
          try? await clock.sleep(for: 1)
          send(.noted("run 2"))
        }
      )
    case .noted(let note):
      state.append(note)
      return .none
    case .listen, .next:
      return .none
    }
  }

  @MainActor
  @Test func `asynchronous effects send in the same order in a store and in a test store`() async {
    let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    let store = Store(initialState: [], reducer: Self.merge, environment: clock)
    let task = store.send(.start)
    #expect(store.state == ["task", "value", "run 1"])
    clock.advance(by: 1)
    await task.finish()
    #expect(store.state == ["task", "value", "run 1", "run 2"])

    let testStore = TestStore(initialState: [], reducer: Self.merge, environment: clock)
    testStore.send(.start)
    testStore.receive(.noted("task")) { $0 = ["task"] }
    testStore.receive(.noted("value")) { $0.append("value") }
    testStore.receive(.noted("run 1")) { $0.append("run 1") }
    clock.advance(by: 1)
    testStore.receive(.noted("run 2")) { $0.append("run 2") }
  }
}
