// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

private struct Row: Equatable, Sendable {
  var ratio = 1.0
  var label: Label?
}

private struct Label: Equatable, Sendable {
  var width: Float
}

private enum Route: Equatable, Sendable {
  case list
  case detail(Row, scale: Double)
  case zoom(Double)
}

private struct State: Equatable, Sendable {
  var count = 0
  var rows: [Row] = []
  var byName: [String: Row] = [:]
  var tags: Set<Double> = []
  var route = Route.list
  var pair: Pair?
  var never = Never()
  var box = Box.one

  struct Pair: Equatable, Sendable {
    var value: any Equatable & Sendable
    static func == (lhs: Self, rhs: Self) -> Bool {
      func isEqual<Value: Equatable>(_ value: Value) -> Bool { rhs.value as? Value == value }
      return isEqual(lhs.value)
    }
  }

  /// A value that is unequal to every value, including itself, if `isEqual` is false.
  struct Never: Equatable, Sendable {
    var isEqual = true
    static func == (lhs: Self, rhs: Self) -> Bool { lhs.isEqual && rhs.isEqual }
  }

  /// An object that is equal only to itself.
  final class Box: Equatable, Sendable {
    static let one = Box(1)
    let value: Int
    init(_ value: Int) { self.value = value }
    static func == (lhs: Box, rhs: Box) -> Bool { lhs === rhs }
  }
}

/// Returns `number` opaquely, so that the optimizer does not reuse one object for equal arrays of constants.
@inline(never)
private func made<Number: FloatingPoint>(_ number: Number) -> Number { number }

/// Tests failures about values that are not equal to themselves or that print the same as an unequal value.
@Suite struct UnequalPartTests {
  private let heading = "A state change does not match expectation: …\n\n"
  private let remedy = """
    Keep not-a-number and the like out of the value, or define an '==' with which each is equal to itself.
    """

  /// Returns the failures of a step that sets the state to `state()`.
  private func messages(
    _ initialState: State = State(),
    setting state: @escaping @Sendable () -> State,
    expecting update: ((inout State) -> Void)? = nil
  ) -> [String] {
    // `state` creates a new array for each call, because an array is equal to itself even if its elements are not.
    withReportedIssues {
      TestStore(
        initialState: initialState,
        reducer: Reducer<State, Int, Void> { current, action, _ in
          current = state()
          return .none
        },
        environment: ()
      )
      .send(1) { current in
        if let update { update(&current) } else { current = state() }
      }
    }
    .map(\.message)
  }

  @Test func `the failure names the path of a not-a-number value`() {
    #expect(
      messages(setting: { State(count: 1, rows: [Row(), Row(), Row(), Row(ratio: made(.nan))]) })
        == [
          heading + """
            Both print the same, but are not equal.

            1 value is not equal to itself, so no expectation can match: …

            • rows[3].ratio: nan

            \(remedy)
            """
        ]
    )
  }

  @Test func `the failure shows a not-a-number value after the difference`() {
    let state = State(rows: [Row(ratio: made(.nan))])
    #expect(
      messages(
        state,
        setting: { State(count: 1, rows: [Row(ratio: made(.nan))]) },
        expecting: { $0.count = 2 }
      ) == [
        heading + """
            State(
          -   count: 2,
          +   count: 1,
              … (7 unchanged)
            )

          (Expected: -, Actual: +)

          1 value is not equal to itself, so no expectation can match: …

          • rows[0].ratio: nan

          \(remedy)

          Change '$0' in the closure of this step to the state after the action.
          """
      ]
    )
  }

  @Test func `a step without a change fails if the state contains a not-a-number value`() {
    let state = State(route: .zoom(.nan))
    let issues = withReportedIssues {
      TestStore(initialState: state, reducer: Reducer<State, Int, Void>.empty, environment: ())
        .send(1)
    }
    #expect(issues.map { $0.message.contains("• route.zoom: nan\n") } == [true])
  }

  @Test func `the failure names the path of an unequal value in every kind of container`() {
    let states: [(@Sendable () -> State, String)] = [
      ({ State(rows: [Row(label: Label(width: made(.nan)))]) }, "rows[0].label?.width: nan"),
      ({ State(byName: ["a": Row(), "b": Row(ratio: made(.nan))]) }, #"byName["b"].ratio: nan"#),
      ({ State(tags: [made(.nan)]) }, "tags: nan"),
      ({ State(route: .detail(Row(ratio: made(.nan)), scale: 1)) }, "route.detail.0.ratio: nan"),
      ({ State(route: .detail(Row(), scale: .nan)) }, "route.detail.scale: nan"),
      ({ State(route: .zoom(.nan)) }, "route.zoom: nan"),
      ({ State(pair: State.Pair(value: Double.nan)) }, "pair?.value: nan"),
      ({ State(pair: State.Pair(value: [1, made(Double.nan)])) }, "pair?.value[1]: nan"),
      ({ State(never: State.Never(isEqual: false)) }, "never: Never(isEqual: false)"),
    ]
    for (state, text) in states {
      let messages = messages(setting: state)
      #expect(
        messages == [
          heading + """
            Both print the same, but are not equal.

            1 value is not equal to itself, so no expectation can match: …

            • \(text)

            \(remedy)
            """
        ]
      )
    }
  }

  @Test func `the failure shows only the first 20 unequal values`() {
    #expect(
      messages(setting: { State(rows: Array(repeating: Row(ratio: made(.nan)), count: 30)) }) == [
        heading + """
          Both print the same, but are not equal.

          30 values are not equal to themselves, so no expectation can match: …

          \((0..<20).map { "• rows[\($0)].ratio: nan" }.joined(separator: "\n"))
          … (10 more)

          \(remedy)
          """
      ]
    )
  }

  @Test func `an equal state passes although it contains an unequal part`() {
    struct Bits: Equatable {
      var value: Double
      static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.value.bitPattern == rhs.value.bitPattern
      }
    }
    let store = TestStore(
      initialState: [Bits(value: .nan)],
      reducer: Reducer<[Bits], Int, Void>.empty,
      environment: ()
    )
    store.send(1)
  }

  @Test func `the whole state`() {
    let issues = withReportedIssues {
      TestStore(
        initialState: Double.nan,
        reducer: Reducer<Double, Bool, Void>.empty,
        environment: ()
      )
      .send(true)
    }
    #expect(
      issues.map(\.message) == [
        heading + """
          Both print the same, but are not equal.

          1 value is not equal to itself, so no expectation can match: …

          • the whole: nan

          \(remedy)
          """
      ]
    )
  }

  @Test func `the failure names objects that print the same but are not equal`() {
    #expect(
      messages(setting: { State(box: State.Box(2)) }) == [
        heading + """
          Both print the same, but are not equal.

          1 value differs from the expected one, but prints the same: …

          • box: Box(value: 2)

          Usual cause: '==' compares something that is not printed, such as the identity of an object. Let it \
          compare the contents, or print what it compares with 'CustomReflectable'.
          """
      ]
    )
  }

  @Test func `the failure names the path of a not-a-number value in an action`() {
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, Route, Void> { _, action, _ in
          action == .list ? Effect(value: .zoom(.nan)) : .none
        },
        environment: ()
      )
      store.send(.list)
      store.receive(.zoom(.nan))
    }
    #expect(
      issues.map(\.message) == [
        """
        Received an unexpected action: …

        Both print the same, but are not equal.

        1 value is not equal to itself, so no expectation can match: …

        • zoom: nan

        \(remedy)
        """
      ]
    )
  }

  @Test func `the failure does not mention parts of a large state that were not compared`() {
    struct Numbers: Equatable { var values: [Int] }
    let reducer = Reducer<Numbers, Int, Void> { state, position, _ in
      state.values[position] = -1
      return .none
    }
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: Numbers(values: Array(0..<120_000)),
        reducer: reducer,
        environment: ()
      )
      store.send(110_000)
    }
    #expect(
      issues.map(\.message) == [
        """
        A state change does not match expectation: …

          Numbers(
            values: [
              … (110000 unchanged)
        -     110000,
        +     -1,
              … (9999 unchanged)
            ]
          )

        (Expected: -, Actual: +)

        Change '$0' in the closure of this step to the state after the action.
        """
      ]
    )
  }
}
