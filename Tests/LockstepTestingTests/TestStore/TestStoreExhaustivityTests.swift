// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests each dimension of exhaustivity, for a whole store and for a block.
@Suite struct TestStoreExhaustivityTests {
  struct State: Equatable {
    var count = 0
    var isLoading = false
    var lines: [String] = []
  }

  enum Action: Equatable {
    case load
    case loaded(String)
    case save
    case start
    case tick
  }

  static let reducer = Reducer<State, Action, SchedulerOf<DispatchQueue>> {
    state,
    action,
    mainQueue in
    switch action {
    case .load:
      state.isLoading = true
      state.count += 1
      return .merge(
        Effect(value: .loaded("One")),
        Effect(value: .loaded("Two")),
        Effect(value: .tick)
      )
    case .loaded(let line):
      state.isLoading = false
      state.lines.append(line)
      return .none
    case .save:
      return .fireAndForget(name: "save", line: 1) {}
    case .start:
      return Effect.timer(id: 1, every: 1, on: mainQueue, line: 2).map { _ in .tick }
    case .tick:
      state.count += 1
      return .none
    }
  }

  private func makeStore() -> TestStore<State, Action, SchedulerOf<DispatchQueue>> {
    TestStore(
      initialState: State(),
      reducer: Self.reducer,
      environment: DispatchQueue.test
    )
  }

  private func headings(_ body: () -> Void) -> [String] {
    withReportedIssues(body).map(\.firstLine)
  }

  @Test func `a new store checks all dimensions of exhaustivity`() {
    #expect(makeStore().exhaustivity == .all)
    #expect(Exhaustivity.off.isEmpty)
    #expect(
      Exhaustivity.all == [
        .stateChanges, .receivedActions, .runningEffects, .fireAndForgetEffects, .outputs,
      ]
    )
  }

  @Test func `without state changes, a closure asserts only the properties that it sets`() {
    let store = makeStore()
    store.exhaustivity.remove(.stateChanges)
    store.send(.load) { $0.isLoading = true }
    store.receive(.loaded("One")) { $0.lines = ["One"] }
    store.receive(.loaded("Two"))
    store.receive(.tick) {
      $0.count = 2
      $0.isLoading = false
    }
    #expect(
      headings {
        let store = makeStore()
        store.exhaustivity = .off
        store.send(.load) { $0.count = 2 }
      } == ["A state change does not match expectation: …"]
    )
  }

  @Test func `without received actions, receive skips the actions before the expected one`() {
    let store = makeStore()
    store.exhaustivity.remove(.receivedActions)
    store.send(.load) {
      $0.isLoading = true
      $0.count = 1
    }
    // The closure receives the state after the skipped actions.
    store.receive(.tick) {
      #expect($0 == State(count: 1, lines: ["One", "Two"]))
      $0.count = 2
    }
    store.send(.load) {
      $0.isLoading = true
      $0.count = 3
    }
    store.send(.tick) { $0.count = 5 }
    #expect(store.state == State(count: 5, lines: ["One", "Two", "One", "Two"]))
  }

  @Test func `without received actions, expecting an action that no effect sends still fails`() {
    let issues = withReportedIssues {
      let store = makeStore()
      store.exhaustivity = .off
      store.send(.load)
      store.receive(.loaded("Three"))
      store.receive(/Action.tick)
    }
    #expect(
      issues.map(\.message) == [
        """
        Expected to receive an action, but no effect has sent it.

        Expected: Action.loaded(
          "Three"
        )

        Received: [
          Action.loaded(
            "One"
          ),
          Action.loaded(
            "Two"
          ),
          Action.tick,
        ]

        No running effect could still do so.

        First make an effect send it, or remove this step.
        """
      ]
    )
  }

  @Test func `each dimension enables its own failure`() {
    func run(_ exhaustivity: Exhaustivity) -> [String] {
      headings {
        let store = makeStore()
        store.exhaustivity = exhaustivity
        store.send(.save)
        store.send(.start)
        store.send(.load)
      }
    }
    let failures: [(Exhaustivity, String)] = [
      (.stateChanges, "A state change does not match expectation: …"),
      (.receivedActions, "The store received 3 unexpected actions after this one: …"),
      (.fireAndForgetEffects, "1 fire-and-forget effect was not asserted: …"),
      (.runningEffects, "1 effect is still running at the end: …"),
    ]
    for bits in UInt8(0)...15 {
      let exhaustivity = Exhaustivity(rawValue: bits)
      #expect(
        run(exhaustivity) == failures.filter { exhaustivity.contains($0.0) }.map(\.1),
        "\(bits)"
      )
    }
  }

  @Test func `effects started in a non-exhaustive block need no assertion after the block`() {
    let store = makeStore()
    store.withExhaustivity(.off) {
      store.send(.save)
      store.send(.start)
      store.send(.load)
    }
    #expect(store.exhaustivity == .all)
    // Assertions are still allowed.
    store.receive(.loaded("Two")) { $0.lines.append("Two") }
    store.fireAndForget("save")
    store.send(.tick) { $0.count = 3 }
  }

  @Test func `effects started before and after a non-exhaustive block still need assertions`() {
    let issues = headings {
      let store = makeStore()
      store.send(.save)
      store.send(.start)
      store.withExhaustivity(.off) {
        store.send(.save)
      }
      store.send(.load) {
        $0.isLoading = true
        $0.count = 1
      }
      store.withExhaustivity(.off) {}
    }
    #expect(
      issues == [
        "The store received 3 unexpected actions after this one: …",
        "1 fire-and-forget effect was not asserted: …",
        "1 effect is still running at the end: …",
      ]
    )
  }

  @Test func `withExhaustivity returns the result and rethrows the error of its body`() throws {
    struct Failure: Error {}
    let store = makeStore()
    #expect(store.withExhaustivity(.off) { store.state.count } == 0)
    #expect(throws: Failure.self) {
      try store.withExhaustivity(.off) { throw Failure() }
    }
    #expect(store.exhaustivity == .all)
  }

  @Test func `withExhaustivity accepts an asynchronous body`() async {
    let store = makeStore()
    await store.withExhaustivity(.off) {
      store.send(.load)
      await store.receive(.tick, timeout: .zero) { $0.count = 2 }
      await store.finish(timeout: .zero)
    }
    #expect(store.state == State(count: 2, lines: ["One", "Two"]))
  }

  @Test func `a test can skip received actions and running effects`() {
    let store = makeStore()
    store.send(.load) {
      $0.isLoading = true
      $0.count = 1
    }
    store.receive(.loaded("One")) {
      $0.isLoading = false
      $0.lines = ["One"]
    }
    store.skipReceived()
    #expect(store.state == State(count: 2, lines: ["One", "Two"]))
    store.skipReceived()
    store.send(.start)
    store.skipRunning()
    store.skipRunning()
    // A skipped effect can start again.
    store.send(.start)
    store.skipRunning()
  }

  @Test func `a fire-and-forget effect that is skipped while it runs need not be asserted`() {
    let didEnd = Recorder(false)
    let store = TestStore(
      initialState: 0,
      reducer: Reducer<Int, Bool, Void> { _, _, _ in
        .fireAndForget {
          for await _ in AsyncStream<Never>.makeStream().stream {}
          didEnd.set(true)
        }
      },
      environment: ()
    )
    store.send(true)
    store.skipRunning()
    #expect(didEnd.value)
  }

  @Test func `showsSkipped reports notes about skipped changes, actions and effects`() {
    let line: UInt = #line + 6
    let file = "LockstepTestingTests/TestStoreExhaustivityTests.swift"
    let place = "made at \(file)"
    let notes = NoteCollector.collect {
      let store = makeStore()
      store.withExhaustivity(.off, showsSkipped: true) {
        store.send(.start)
        store.send(.save)
        store.send(.load) { $0.isLoading = true }
        store.receive(.loaded("Two")) { $0.isLoading = false }
        store.skipReceived()
        store.skipRunning()
        store.finish()
      }
      store.withExhaustivity(.off) { store.send(.tick) }
    }
    #expect(
      notes.map(\.message) == [
        """
        The state changed, and only what the closure of this step sets was asserted: …

          State(
        -   count: 0,
        +   count: 1,
        -   isLoading: false,
        +   isLoading: true,
            … (1 unchanged)
          )

        (Before: -, After: +)
        """,
        """
        1 received action was skipped: …

        [
          Action.loaded(
            "One"
          ),
        ]
        """,
        """
        The state changed, and only what the closure of this step sets was asserted: …

          State(
            … (2 unchanged)
            lines: [
              … (1 unchanged)
        +     "Two",
            ]
          )

        (Before: -, After: +)
        """,
        """
        1 received action was skipped: …

        [
          Action.tick,
        ]
        """,
        """
        1 running effect was skipped: …

        • timer, \(place):2
          started by Action.start, in the step at \(file):\(line)
          waits on test scheduler until 1 s (DispatchQueue, 1 s from now)
        """,
        """
        1 fire-and-forget effect was skipped: …

        • fireAndForget "save", \(place):1
        """,
      ]
    )
    #expect(notes.map(\.location.line) == [2, 3, 3, 4, 5, 6].map { line + $0 })
  }
}
