// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

/// The examples in the comments of what records turns, of what drives a store by hand, of dumps, and of
/// random numbers.
@Suite @MainActor struct RecordingCommentTests {
  enum Counter {
    struct State: Equatable {
      var count = 0
      var fact: String?
    }
  }

  private let console = Console()

  private func makeStore() -> Store<Counter.State, Int> {
    Store(
      initialState: Counter.State(),
      reducer: Reducer<Counter.State, Int, Void> { state, action, _ in
        state.count += action
        return action == 3 ? Effect(value: 4) : .none
      },
      environment: ()
    )
  }

  @Test func `a recording prints each turn after it ends`() {
    func print(_ values: Any...) { console.print(values) }
    let store = makeStore()
    let recording = store.record { turn, state in
      print(turn.number, turn.action, "by \(turn.sender)")
    }
    store.send(3, fileID: "App/App.swift", line: 1)
    #expect(
      console.lines == [
        "1 3 by 'send' at App/App.swift:1",
        "2 4 by an effect that sends its value at once",
      ]
    )
    withExtendedLifetime(recording) {}
  }

  @Test func `a recording compares the states before and after each turn`() {
    func print(_ values: Any...) { console.print(values) }
    let store = makeStore()
    var old = store.state
    let recording = store.record(
      beforeTurn: { turn, state in old = state },
      afterTurn: { turn, state in
        print(turn.action, diff(old, state) ?? "changed nothing")
      }
    )
    store.send(0)
    store.send(1)
    #expect(
      console.lines == [
        "0 changed nothing",
        """
        1   Counter.State(
        -   count: 0,
        +   count: 1,
            … (1 unchanged)
          )
        """,
      ]
    )
    withExtendedLifetime(recording) {}
  }

  enum Stopwatch {
    struct State {
      var seconds = 0
    }

    enum Action: Sendable {
      case startButtonTapped
      case ticked
    }

    struct Environment: Sendable {
      var clock: SchedulerOf<DispatchQueue>
    }

    static let reducer = Reducer<State, Action, Environment> { state, action, environment in
      switch action {
      case .startButtonTapped:
        return Effect.timer(id: "stopwatch", every: 1, on: environment.clock).map { _ in .ticked }
      case .ticked:
        state.seconds += 1
        return .none
      }
    }
  }

  @Test func `a test drives a manual store`() {
    func print(_ values: Any...) { console.print(values) }
    let clock = DispatchQueue.test
    let manual = ManualStore(
      initialState: Stopwatch.State(),
      reducer: Stopwatch.reducer,
      environment: Stopwatch.Environment(clock: clock)
    )
    manual.send(.startButtonTapped)
    clock.advance(by: 3)
    print(manual.store.seconds)  // 3
    #expect(console.lines == ["3"])
  }

  @Test func `a value on as many lines as it needs`() {
    func print(_ values: Any...) { console.print(values) }
    let store = makeStore()
    store.send(1)
    print(String(dumping: store.state))
    // Counter.State(
    //   count: 1,
    //   fact: nil
    // )
    #expect(
      console.lines == [
        """
        Counter.State(
          count: 1,
          fact: nil
        )
        """
      ]
    )
  }

  @Test func `a diff shows the difference between two values`() {
    func print(_ values: Any...) { console.print(values) }
    print(diff(Counter.State(count: 1), Counter.State(count: 2)) ?? "the same")
    //   Counter.State(
    // -   count: 1,
    // +   count: 2,
    //     … (1 unchanged)
    //   )
    #expect(
      console.lines == [
        """
          Counter.State(
        -   count: 1,
        +   count: 2,
            … (1 unchanged)
          )
        """
      ]
    )
    #expect(diff(Counter.State(), Counter.State()) == nil)
  }

  @Test func `random numbers that are the same for the same seed`() {
    var generator = SplitMix64(seed: 7)
    // The same in every run:
    let dice = (1...3).map { _ in Int.random(in: 1...6, using: &generator) }
    var again = SplitMix64(seed: 7)
    #expect(dice == (1...3).map { _ in Int.random(in: 1...6, using: &again) })
  }
}
