// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests which fire-and-forget effects need an assertion, and in which order.
@Suite struct TestStoreFireAndForgetTests {
  private func makeStore(
    _ environment: CounterEnvironment = .failing
  ) -> TestStore<CounterState, CounterAction, CounterEnvironment> {
    TestStore(initialState: CounterState(), reducer: counterReducer, environment: environment)
  }

  @Test func `a fire-and-forget effect that is cancelled before it starts needs no assertion`() {
    let subject = Subject<Int, Never>()
    let mainQueue = DispatchQueue.test
    let store = TestStore(
      initialState: 0,
      reducer: Reducer<Int, Int, Void> { _, action, _ in
        switch action {
        case 1: .concatenate(subject.effect, .fireAndForget {}).cancellable(id: "id")
        case 2: .fireAndForget {}.subscribe(on: mainQueue).cancellable(id: "id")
        default: .cancel(id: "id")
        }
      },
      environment: ()
    )
    for action in [1, 2] {
      store.send(action)
      store.send(0)
      store.finish()
    }
    store.send(2)
    mainQueue.advance()
    store.fireAndForget()
  }

  @Test func `fireAndForget asserts the oldest finished fire-and-forget effect`() {
    let mainQueue = DispatchQueue.test
    let makeStore = {
      TestStore(
        initialState: 0,
        reducer: Reducer<Int, Void, Void> { _, _, _ in
          .merge(
            .fireAndForget(name: "slow") { try? await mainQueue.sleep(for: 1) },
            .fireAndForget(name: "quick") {},
            .fireAndForget(name: "last") {}
          )
        },
        environment: ()
      )
    }
    let store = makeStore()
    store.send(())
    store.fireAndForget("quick")
    mainQueue.advance(by: 1)
    store.fireAndForget("slow")
    store.fireAndForget("last")

    // An unfinished fire-and-forget effect is reported as running.
    let issues = withReportedIssues {
      let store = makeStore()
      store.send(())
      store.fireAndForget()
      store.fireAndForget()
    }
    #expect(
      issues.map(\.firstLine) == [
        "1 effect is still running at the end: …"
      ]
    )
  }

  @Test func `received actions and fire-and-forget effects are asserted in either order`() {
    let store = TestStore(
      initialState: 0,
      reducer: Reducer<Int, Bool, Void> { _, isFollowed, _ in
        isFollowed ? .merge(.fireAndForget {}, Effect(value: false)) : .none
      },
      environment: ()
    )
    store.send(true)
    store.fireAndForget()
    store.receive(false)
    store.send(true)
    store.receive(false)
    store.fireAndForget()
  }

  @Test func `fire-and-forget effects are asserted in their order or by name`() {
    let saved = Recorder<[Int]>([])
    var environment = CounterEnvironment.failing
    environment.save = { count in
      .fireAndForget(name: "save") { saved.update { $0.append(count) } }
    }
    let store = makeStore(environment)
    store.send(.saveButtonTapped)
    store.fireAndForget()
    store.send(.incrementButtonTapped) {
      $0.count = 1
      $0.history = [0]
    }
    store.send(.saveButtonTapped)
    store.fireAndForget("save")
    #expect(saved.value == [0, 1])
  }

  @Test func `fire-and-forget effects can be asserted by name in any order, each once`() {
    let reducer = Reducer<Int, [String], Void> { _, names, _ in
      .merge(names.map { .fireAndForget(name: $0) {} })
    }
    let line = #line + 11
    let issues = withReportedIssues {
      let store = TestStore(initialState: 0, reducer: reducer, environment: ())
      store.send(["a", "b", "c", "a", "d"])
      store.fireAndForget("c")
      store.fireAndForget("b")
      store.fireAndForget()
      store.send(["e"])
      store.fireAndForget("e")
      store.fireAndForget()
      store.fireAndForget("d")
      store.fireAndForget()
    }
    #expect(
      issues.map(\.description) == [
        """
        LockstepTestingTests/TestStoreFireAndForgetTests.swift:\(line): Expected a fire-and-forget effect, but no unasserted one has finished.

        Each 'fireAndForget()' asserts one fire-and-forget effect that has finished; none is left.

        No running effect could still do so.

        First run one, or remove this step.
        """
      ]
    )
  }

  @Test func `each merged effect needs an assertion unless it does nothing`() {
    let reducer = Reducer<Int, String, Void> { _, action, _ in
      switch action {
      case "value": Effect<Int, Never>(value: 1).fireAndForget()
      case "task": Effect<Int, Never>.task { 1 }.fireAndForget()
      case "merge":
        Effect<Int, Never>.merge(Effect(value: 1), .task { 2 }, .fireAndForget {}).fireAndForget()
      case "nested": Effect<Int, Never>.fireAndForget {}.fireAndForget()
      case "none": Effect<Int, Never>.none.fireAndForget()
      case "cancel": Effect<Int, Never>.cancel(id: 1).fireAndForget()
      default: .none
      }
    }
    let store = TestStore(initialState: 0, reducer: reducer, environment: ())
    for (action, count) in [
      ("value", 1), ("task", 1), ("merge", 3), ("nested", 1), ("none", 0), ("cancel", 0),
    ] {
      store.send(action)
      for _ in 0..<count { store.fireAndForget() }
    }
  }
}
