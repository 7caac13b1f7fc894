// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

private struct Row: Identifiable, Equatable, Sendable {
  let id: String
  var count = 0
  var numbers: [Int] = []
}

private enum RowAction: Equatable {
  case add(Int)
  case addLater(Int)
  case set(Int)
}

private struct ListState: Equatable, Sendable {
  var rows: IdentifiedArrayOf<Row> = []
  var byName: [String: Row] = [:]
  var squares: [Row] = []

  var values: [Row] { Array(byName.values) }
}

private enum ListAction: Equatable {
  case row(id: String, action: RowAction)
  case named(String, RowAction)
  case square(Int, RowAction)
  case clear
}

private struct ListEnvironment: Sendable {
  var factor = 2
}

private let rowReducer = Reducer<Row, RowAction, Int> { state, action, factor in
  switch action {
  case .add(let number):
    state.count += number * factor
    return .none
  case .addLater(let number):
    return .merge(Effect(value: .add(number)), .task { .add(number * 10) })
  case .set(let index):
    state.numbers[index] = 1
    return .none
  }
}

private let listReducer = Reducer<ListState, ListAction, ListEnvironment>.combine(
  rowReducer.forEach(state: \.rows, action: /ListAction.row, environment: { $0.factor }),
  rowReducer.environment(\.factor).forEach(state: \.byName, action: /ListAction.named),
  rowReducer.environment(\.factor).forEach(state: \.squares, action: /ListAction.square),
  Reducer { state, action, _ in
    if action == .clear { state = ListState() }
    return .none
  }
)

@Suite struct ForEachTests {
  private func run(_ state: ListState, _ actions: ListAction...) -> ListState {
    let store = ManualStore(
      initialState: state,
      reducer: listReducer,
      environment: ListEnvironment()
    )
    for action in actions { store.send(action) }
    return store.store.state
  }

  @Test func `an action changes the element with its id, and effects return to that element`() {
    let state = ListState(rows: [Row(id: "a"), Row(id: "b")])
    #expect(
      run(state, .row(id: "a", action: .add(1)), .row(id: "b", action: .addLater(3)))
        == ListState(rows: [Row(id: "a", count: 2), Row(id: "b", count: 66)])
    )
  }

  @Test func `an action changes the value for its key, and effects return to that value`() {
    let state = ListState(byName: ["a": Row(id: "1"), "b": Row(id: "2")])
    #expect(
      run(state, .named("a", .add(1)), .named("b", .addLater(3)))
        == ListState(byName: ["a": Row(id: "1", count: 2), "b": Row(id: "2", count: 66)])
    )
  }

  @Test func `an action changes the element at its position, and effects return to that element`() {
    let state = ListState(squares: [Row(id: "a"), Row(id: "b")])
    #expect(
      run(state, .square(0, .add(1)), .square(1, .addLater(3)))
        == ListState(squares: [Row(id: "a", count: 2), Row(id: "b", count: 66)])
    )
  }

  @Test func `forEach ignores other actions`() {
    let state = ListState(rows: [Row(id: "a")], byName: ["a": Row(id: "a")])
    #expect(run(state, .clear) == ListState())
  }

  @Test func `the actions of an effect carry the id of its element`() {
    let reducer = rowReducer.forEach(
      state: \ListState.rows,
      action: /ListAction.row,
      environment: { (_: Void) in 1 }
    )
    var state = ListState(rows: [Row(id: "a"), Row(id: "b")])
    let effect = reducer.run(&state, .row(id: "b", action: .addLater(1)), ())
    #expect(
      picture(effect)
        == "\(ListAction.row(id: "b", action: .add(1))) \(ListAction.row(id: "b", action: .add(10))) |"
    )
  }

  // MARK: Unhandled actions

  private func unhandled(
    _ reducer: Reducer<ListState, ListAction, ListEnvironment>,
    _ action: ListAction
  ) -> [String] {
    let before = ListState(
      rows: [Row(id: "a")],
      byName: ["a": Row(id: "a")],
      squares: [Row(id: "a")]
    )
    var state = before
    let issues = withReportedIssues {
      // An effect that is never started reports the action when it is released.
      _ = reducer.run(&state, action, ListEnvironment())
    }
    #expect(state == before)
    return issues.map(\.message)
  }

  @Test func `an action for a missing id is reported once and ignored`() {
    let line: UInt = #line + 1
    let reducer = rowReducer.forEach(
      state: \ListState.rows,
      action: /ListAction.row,
      environment: { (environment: ListEnvironment) in environment.factor }
    )
    #expect(
      unhandled(reducer, .row(id: "z", action: .add(1))) == [
        unhandledMessage(
          "run for each element",
          line,
          #"there was no element with the id "z""#,
          "ListAction.row(\n  id: \"z\",\n  action: RowAction.add(\n    1\n  )\n)",
          path: #"\ListState.rows"#
        )
      ]
    )
  }

  @Test func `an action for a missing key is reported once and ignored`() {
    let line: UInt = #line + 2
    let reducer = rowReducer.environment { (environment: ListEnvironment) in environment.factor }
      .forEach(state: \ListState.byName, action: /ListAction.named)
    #expect(
      unhandled(reducer, .named("z", .add(1))) == [
        unhandledMessage(
          "run for each element",
          line,
          #"there was no value under the key "z""#,
          "ListAction.named(\n  \"z\",\n  RowAction.add(\n    1\n  )\n)",
          path: #"\ListState.byName"#
        )
      ]
    )
  }

  @Test(arguments: [-1, 1, Int.max])
  func `an action for a position out of bounds is reported once and ignored`(position: Int) {
    let line: UInt = #line + 2
    let reducer = rowReducer.environment { (environment: ListEnvironment) in environment.factor }
      .forEach(state: \ListState.squares, action: /ListAction.square)
    #expect(
      unhandled(reducer, .square(position, .add(1))) == [
        unhandledMessage(
          "run for each element",
          line,
          "there was no element at the position \(position)",
          "ListAction.square(\n  \(position),\n  RowAction.add(\n    1\n  )\n)",
          path: #"\ListState.squares"#
        )
      ]
    )
  }

  // MARK: In place

  /// Returns whether the rows and the million numbers of a row keep their addresses.
  private func staysInPlace(
    _ action: ListAction,
    _ rows: (ListState) -> [Row],
    _ make: (Row) -> ListState
  ) -> Bool {
    func address<Element>(_ array: [Element]) -> UInt {
      array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    var state = make(Row(id: "a", numbers: Array(repeating: 0, count: 1_000_000)))
    let before = rows(state).map { address($0.numbers) }
    let isDictionary = state.byName.isEmpty == false
    // The values of a dictionary are copied to a new array.
    let table = isDictionary ? 0 : address(rows(state))
    _ = listReducer.run(&state, action, ListEnvironment())
    #expect(rows(state).contains { $0.numbers.last == 1 })
    return rows(state).map { address($0.numbers) } == before
      && (isDictionary || address(rows(state)) == table)
  }

  @Test func `forEach copies neither elements nor collections`() {
    #expect(
      staysInPlace(.row(id: "a", action: .set(999_999)), \.rows.elements) {
        ListState(rows: [Row(id: "b"), $0, Row(id: "c")])
      }
    )
    #expect(
      staysInPlace(.named("a", .set(999_999)), \.values) {
        ListState(byName: ["b": Row(id: "b"), "a": $0])
      }
    )
    #expect(
      staysInPlace(.square(1, .set(999_999)), \.squares) {
        ListState(squares: [Row(id: "b"), $0])
      }
    )
  }
}
