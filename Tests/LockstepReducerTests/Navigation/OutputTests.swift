// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests which parent handles outputs and requests to be dismissed, and the reports if no parent does.
@Suite struct OutputTests {
  private enum LeafAction: FeatureAction, Equatable {
    case say([Int])
    case leave

    enum Output: Equatable { case number(Int) }
  }

  /// Another feature with the same type of outputs.
  private enum OtherAction: FeatureAction, Equatable {
    case say(LeafAction.Output)

    typealias Output = LeafAction.Output
  }

  private enum Action: Equatable {
    case leaf(LeafAction)
    case other(OtherAction)
    case value(Int)
  }

  private typealias Leaf = Reducer<Int, LeafAction, Void>
  private typealias Whole = Reducer<[Int], Action, Void>

  private static let leaf = Leaf { _, action, _ in
    switch action {
    case .say(let numbers): .merge(numbers.map { .output(.number($0)) })
    case .leave: .dismiss
    }
  }

  private func whole(
    _ leaf: Leaf = leaf,
    _ map: (Whole) -> Whole = { $0 }
  ) -> Whole {
    .combine(
      map(leaf.pullback(state: \.[0], action: /Action.leaf)),
      Reducer<Int, OtherAction, Void> { _, action, _ in
        switch action {
        case .say(let output): .output(output)
        }
      }
      .pullback(state: \.[0], action: /Action.other)
    )
  }

  private func hearing(_ reducer: Whole, plus number: Int = 0) -> Whole {
    reducer.onOutput(of: LeafAction.self) { output, state, _, _ in
      switch output {
      case .number(let value):
        state.append(value + number)
        return .none
      }
    }
  }

  private func makeStore(_ reducer: Whole) -> TestStore<[Int], Action, Void> {
    TestStore(initialState: [0], reducer: reducer, environment: ())
  }

  // MARK: Hearing

  @Test func `several outputs are handled in order, in the same turn`() {
    let store = makeStore(hearing(whole()))
    store.send(.leaf(.say([1, 2, 3]))) { $0 = [0, 1, 2, 3] }
  }

  @Test func `steps assert outputs and dismissals`() {
    let store = TestStore(initialState: 0, reducer: Self.leaf, environment: ())
    store.assert(
      .send(.say([1, 2])),
      .output(.number(1)),
      .output(.number(2)),
      .send(.leave),
      .dismissed()
    )
    withKnownIssue {
      store.assert(.output(.number(3)), .dismissed())
    } matching: {
      "\($0)".contains("Expected an output that the feature did not send.")
    }
  }

  @Test func `the inner parent handles an output before the outer parent`() {
    let store = makeStore(hearing(hearing(whole()), plus: 10))
    store.send(.leaf(.say([1]))) { $0 = [0, 1] }
  }

  @Test func `an output belongs to one feature even if another feature has the same output type`() {
    let store = makeStore(hearing(whole()))
    store.send(.other(.say(.number(1))))
    store.output(.number(1), of: OtherAction.self)
  }

  @Test func `a parent receives the action of the turn with an output`() {
    let received = Recorder<[Action?]>([])
    let store = makeStore(
      whole().onOutput(of: LeafAction.self) { _, _, action, _ in
        received.update { $0.append(action) }
        return .none
      }
    )
    store.send(.leaf(.say([1])))
    #expect(received.value == [.leaf(.say([1]))])
  }

  @Test func `a parent's effects run after the child's effects`() {
    let store = makeStore(
      Whole.combine(
        whole(),
        Reducer { _, action, _ in
          if case .leaf = action { Effect(value: .value(1)) } else { .none }
        }
      )
      .onOutput(of: LeafAction.self) { _, _, _, _ in Effect(value: .value(2)) }
    )
    store.send(.leaf(.say([1])))
    store.receive(.value(1))
    store.receive(.value(2))
  }

  @Test func `an output passes through every modifier of a reducer`() {
    let modifiers: [(Whole) -> Whole] = [
      { Whole(around: $0) { $3(&$0, $1, $2) } },
      { $0.onChange(of: \.count) { _, _, _, _ in .none } },
      { $0.filter { _, _ in true } },
      { $0.debugActions { _ in } },
      { $0.combined(with: .empty) },
      { reducer in .recursive { _ in reducer } },
      { reducer in Whole { reducer.run(&$0, $1, $2) } },
      { reducer in Whole { .merge(.none, reducer.run(&$0, $1, $2)) } },
      { reducer in (0..<100).reduce(reducer) { whole, _ in whole.combined(with: .empty) } },
    ]
    for modify in modifiers {
      let store = makeStore(hearing(whole(Self.leaf, modify)))
      store.send(.leaf(.say([7]))) { $0 = [0, 7] }
    }
  }

  @Test func `an output in a thousand nested merges is handled`() {
    let deep = Leaf { _, _, _ in
      (0..<1_000).reduce(Effect<LeafAction, Never>.output(.number(1))) { effect, _ in
        .merge(effect, .fireAndForget(name: "work") {})
      }
    }
    let store = makeStore(hearing(whole(deep)))
    store.exhaustivity = .all.subtracting(.fireAndForgetEffects)
    store.send(.leaf(.say([]))) { $0 = [0, 1] }
  }

  // MARK: No parent

  @Test func `a test fails at its end for an output that it does not assert`() {
    let line: UInt = #line + 4
    let issues = withReportedIssues {
      let store = makeStore(whole())
      store.exhaustivity = .all
      store.send(.leaf(.say([1])))
      store.send(.leaf(.leave))
    }
    #expect(
      issues.map(\.message) == [
        """
        The feature sent an output that no parent in the test handles and no step asserts: …

        • output Output.number(
          1
        )
        • '.dismiss'

        Assert each of them after the step in which it is sent:

        store.output(.number(1), of: LeafAction.self)
        store.dismissed()

        Or handle it in the reducer of a parent:

        .onOutput(of: LeafAction.self) { … }
        """
      ]
    )
    #expect(issues.map(\.location.line) == [line + 1])
  }

  @Test func `a test fails for an output that is not sent`() {
    let issues = withReportedIssues {
      let store = makeStore(whole())
      store.send(.leaf(.say([1])))
      store.output(.number(2), of: LeafAction.self)
      store.dismissed()
      store.output(.number(1), of: LeafAction.self)
    }
    #expect(
      issues.map(\.message) == [
        """
        Expected an output that the feature did not send.

        Expected: output Output.number(
          2
        )

        Not asserted:

        • output Output.number(
          1
        )

        First send the action that leads to it, or remove this step. An output that a parent in the test handles is not \
        asserted here.
        """,
        """
        Expected an output that the feature did not send.

        Expected: '.dismiss'

        Not asserted:

        • output Output.number(
          1
        )

        First send the action that leads to it, or remove this step. An output that a parent in the test handles is not \
        asserted here.
        """,
      ]
    )
  }

  @Test func `outputs need not be asserted if exhaustivity excludes outputs`() {
    let store = makeStore(whole())
    store.exhaustivity = .all.subtracting(.outputs)
    store.send(.leaf(.say([1])))
    store.send(.leaf(.leave))
  }

  @Test func `outputs can be asserted even if exhaustivity excludes outputs`() {
    let store = makeStore(whole())
    store.exhaustivity = .off
    store.send(.leaf(.say([1, 2, 3])))
    store.output(.number(2), of: LeafAction.self)
    store.send(.leaf(.leave))
    store.dismissed()
    store.output(.number(1), of: LeafAction.self)
  }

  @Test func `an output sent after exhaustivity is turned on must be asserted`() {
    let issues = withReportedIssues {
      let store = makeStore(whole())
      store.exhaustivity = .off
      store.send(.leaf(.say([1])))
      store.exhaustivity = .all
      store.send(.leaf(.say([2])))
    }
    #expect(issues.map { $0.message.contains("number(\n  2\n)") } == [true])
    #expect(issues.map { $0.message.contains("number(\n  1\n)") } == [false])
  }

  @Test func `a live store reports an output that no parent handles`() {
    let line: UInt = #line + 4
    let issues = withReportedIssues {
      let store = ManualStore(
        initialState: [0],
        reducer: whole(Leaf { _, _, _ in .output(.number(1)) }),
        environment: ()
      )
      store.send(.leaf(.say([])))
    }
    #expect(
      issues.map(\.message) == [
        """
        No parent handles an output.

        Output: Output.number(
          1
        )
        Feature: OutputTests.LeafAction
        Sent in the turn of: Action.leaf

        Add '.onOutput(of: OutputTests.LeafAction.self) { … }' to the reducer of a parent.
        """
      ]
    )
    #expect(issues.map(\.location.line) == [line])
  }

  @Test func `a live store reports a request to be dismissed without a presentation`() {
    let line: UInt = #line + 1
    let child = Self.leaf.pullback(state: \[Int].[0], action: /Action.leaf)
    let issues = withReportedIssues {
      let store = ManualStore(initialState: [0], reducer: child, environment: ())
      store.send(.leaf(.leave))
    }
    #expect(
      issues.map(\.message) == [
        """
        No parent handles '.dismiss': the reducer that returned it is neither presented nor on a stack.

        Feature: OutputTests.LeafAction, composed at LockstepReducerTests/OutputTests.swift:\(line)
        Sent in the turn of: Action.leaf

        Compose the reducer with 'presenting' or 'forEach(stack:)', or remove '.dismiss'.
        """
      ]
    )
  }

  @Test func `a report of a request to be dismissed names the innermost composition`() {
    struct Home: Equatable { var (first, second, row) = ([0], [0], 0) }
    enum HomeAction {
      case first(Action)
      case second(Action)
      case row(LeafAction)
    }
    let later = Leaf { _, _, _ in .concatenate(.fireAndForget {}, .dismiss) }
    let line: UInt = #line + 2
    let parents = [Self.leaf, later].map { leaf in
      leaf.pullback(state: \[Int].[0], action: /Action.leaf)
    }
    let home: Reducer<Home, HomeAction, Void> = .combine(
      parents[0].pullback(state: \.first, action: /HomeAction.first),
      parents[1].pullback(state: \.second, action: /HomeAction.second),
      Self.leaf.pullback(state: \.row, action: /HomeAction.row)
    )
    let issues = withReportedIssues {
      let store = ManualStore(initialState: Home(), reducer: home, environment: ())
      store.send(.first(.leaf(.leave)))
      store.send(.second(.leaf(.leave)))
      store.send(.row(.leave))
      store.send(.first(.leaf(.leave)))
    }
    let places = issues.map { $0.message.split(separator: "swift:").last?.prefix { $0.isNumber } }
    #expect(issues.map(\.location.line) == [line, line, line + 5, line])
    #expect(places == [line, line, line + 5, line].map { "\($0)" })
  }

  @Test func `the reducer of a store has no parent to dismiss it`() {
    let issues = withReportedIssues {
      let store = ManualStore(initialState: 0, reducer: Self.leaf, environment: ())
      store.send(.leave)
    }
    let feature = "Feature: OutputTests.LeafAction, which has no parent\n"
    #expect(issues.map { $0.message.contains(feature) } == [true])
  }

  @Test func `an effect outside of a store reports a request to be dismissed`() {
    let issues = withReportedIssues {
      _ = Effect<LeafAction, Never>.dismiss.sink { _ in }
    }
    #expect(issues.map { $0.message.hasPrefix("No parent handles '.dismiss'") } == [true])
  }

  // MARK: Behind something else

  @Test func `an output that follows another effect is reported`() {
    let issues = withReportedIssues {
      let store = makeStore(
        hearing(
          whole(Leaf { _, _, _ in .concatenate(.fireAndForget {}, .output(.number(1))) })
        )
      )
      store.send(.leaf(.say([])))
      store.fireAndForget()
    }
    #expect(
      issues.map(\.message) == [
        """
        An output was returned within another effect, where no parent receives it.

        Output: Output.number(
          1
        )
        Feature: OutputTests.LeafAction

        Return '.output' by itself or merged with other effects. To send an output after an effect, let the effect \
        send an action whose reducer returns '.output'.
        """
      ]
    )
  }

  @Test func `a test asserts a delayed request to be dismissed`() {
    let clock = DispatchQueue.test
    let store = makeStore(
      whole(
        Leaf { _, _, _ in
          .concatenate(
            Effect(value: LeafAction.say([])).filter { _ in false }
              .delay(for: 1, scheduler: clock),
            .dismiss
          )
        }
      )
    )
    store.send(.leaf(.leave))
    clock.advance(by: 1)
    store.dismissed()
  }

  @Test func `a request to be dismissed ends the effects in a test without a presenting parent`() {
    let (sender, clock) = (Subject<LeafAction, Never>(), DispatchQueue.test)
    let store = makeStore(
      whole(
        Leaf { _, action, _ in
          switch action {
          case .say(let numbers) where numbers.isEmpty:
            .merge(sender.effect, Effect.timer(id: 1, every: 1, on: clock).map { _ in .say([1]) })
          case .say: .none
          case .leave: .dismiss
          }
        }
      )
    )
    store.send(.leaf(.say([])))
    sender.send(.say([2]))
    store.receive(.leaf(.say([2])))
    store.send(.leaf(.leave))
    store.dismissed()
    sender.send(.say([3]))
    clock.advance(by: 10)
  }
}
