// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

private enum ChildAction: Equatable {
  case add(Int)
  case echo(Int)
}

private let child = Reducer<Int, ChildAction, Int> { state, action, factor in
  switch action {
  case .add(let number):
    state += number * factor
    return .none
  case .echo(let number):
    return .merge(Effect(value: .add(number)), .task { .add(number * 10) })
  }
}

private enum ParentAction: Equatable {
  case first(ChildAction)
  case second(ChildAction)
  case row([Int])
  case clear
}

private struct ParentState: Equatable {
  var first = 0
  var second = 0
  var optional: Int?
  var login = Login.loggedOut
  var list: [Int] = []
  var observed = 0 {
    didSet { changes += 1 }
  }
  var changes = 0

  enum Login: Equatable {
    case loggedIn(Int)
    case loggedOut
    case other(Int)
  }
}

private struct ParentEnvironment {
  var factor = 2
}

@Suite struct PullbackTests {
  private typealias Parent = Reducer<ParentState, ParentAction, ParentEnvironment>

  /// Runs a reducer for a list of actions and the actions of their effects, and returns the final state.
  private func run(
    _ reducer: Parent,
    _ state: ParentState = ParentState(),
    _ actions: ParentAction...
  ) -> ParentState {
    let store = ManualStore(
      initialState: state,
      reducer: reducer,
      environment: ParentEnvironment()
    )
    for action in actions { store.send(action) }
    return store.store.state
  }

  @Test func `pullback accepts a key path and a case path`() {
    let reducer = Parent.combine(
      child.pullback(state: \.first, action: /ParentAction.first, environment: { $0.factor }),
      child.pullback(state: \.second, action: /ParentAction.second, environment: \.factor)
    )
    let state = run(reducer, ParentState(), .first(.add(1)), .second(.add(5)), .clear)
    #expect(state == ParentState(first: 2, second: 10))
  }

  @Test func `effects of the child send the child's actions`() {
    let reducer = child.pullback(
      state: \ParentState.first,
      action: /ParentAction.second,
      environment: { (environment: ParentEnvironment) in environment.factor }
    )
    #expect(run(reducer, ParentState(), .second(.echo(3))) == ParentState(first: 66))
    #expect(run(reducer, ParentState(), .first(.echo(3))) == ParentState())
  }

  @Test func `pullback sets a property with an observer once`() {
    let reducer = child.pullback(
      state: \ParentState.observed,
      action: /ParentAction.first,
      environment: { (_: ParentEnvironment) in 1 }
    )
    let state = run(reducer, ParentState(), .first(.add(3)))
    #expect(state.observed == 3)
    #expect(state.changes == 1)
  }

  @Test func `pullback runs a reducer on one case of an enum`() {
    let reducer = child.pullback(
      state: /ParentState.Login.loggedIn,
      action: /ParentAction.first,
      environment: { (environment: ParentEnvironment) in environment.factor }
    )
    .pullback(state: \ParentState.login, action: .itself)
    let state = run(reducer, ParentState(login: .loggedIn(1)), .first(.echo(3)), .clear)
    #expect(state == ParentState(login: .loggedIn(67)))
  }

  @Test func `an optional state`() {
    let reducer = child.optional().pullback(
      state: \ParentState.optional,
      action: /ParentAction.first,
      environment: { (environment: ParentEnvironment) in environment.factor }
    )
    #expect(
      run(reducer, ParentState(optional: 1), .first(.echo(3))) == ParentState(optional: 67)
    )
    #expect(run(reducer, ParentState(), .clear) == ParentState())
  }

  // MARK: Unhandled actions

  @Test func `an action for a state that is nil is reported once and ignored`() {
    let line: UInt = #line + 1
    let reducer = child.optional().pullback(
      state: \ParentState.optional,
      action: /ParentAction.first,
      environment: { (environment: ParentEnvironment) in environment.factor }
    )
    let issues = withReportedIssues {
      var state = ParentState()
      #expect(picture(reducer.run(&state, .first(.echo(3)), ParentEnvironment())) == "|")
      #expect(state == ParentState())
    }
    #expect(
      issues.map(\.message) == [
        unhandledMessage(
          "made optional",
          line,
          "its state was 'nil'",
          "ParentAction.first(\n  ChildAction.echo(\n    3\n  )\n)",
          path: #"\ParentState.optional"#,
          sentBy: "'send' at LockstepTestSupport/EffectRun.swift:1"
        )
      ]
    )
    #expect(issues.map(\.location.line) == [line])
  }

  @Test func `an action for a state in another case is reported once and ignored`() {
    let line: UInt = #line + 1
    let reducer = child.pullback(
      state: /ParentState.Login.loggedIn,
      action: /ParentAction.first,
      environment: { (environment: ParentEnvironment) in environment.factor }
    )
    let issues = withReportedIssues {
      var state = ParentState.Login.other(1)
      #expect(picture(reducer.run(&state, .first(.add(3)), ParentEnvironment())) == "|")
      #expect(state == .other(1))
      #expect(picture(reducer.run(&state, .clear, ParentEnvironment())) == "|")
    }
    #expect(
      issues.map(\.message) == [
        unhandledMessage(
          "pulled back",
          line,
          "its state was in another case",
          "ParentAction.first(\n  ChildAction.add(\n    3\n  )\n)",
          path: "/Login.loggedIn",
          sentBy: "'send' at LockstepTestSupport/EffectRun.swift:1"
        )
      ]
    )
  }

  // MARK: In place

  private static let rows = Reducer<[Int], [Int], Void> { state, action, _ in
    for index in action { state[index] += 1 }
    return .none
  }

  /// Returns whether a million elements keep their address while a reducer changes one of them.
  private func staysInPlace<State>(
    _ reducer: Reducer<State, ParentAction, Void>,
    _ state: State,
    _ rows: (State) -> [Int]
  ) -> Bool {
    let store = ManualStore(initialState: state, reducer: reducer, environment: ())
    // The first change copies the array, because this test also retains it.
    store.send(.row([0]))
    let before = address(rows(store.store.state))
    store.send(.row([999_999]))
    store.send(.row([500_000]))
    let after = rows(store.store.state)
    #expect(after[999_999] == 1 && after[500_000] == 1)
    return address(after) == before
  }

  private func address(_ array: [Int]) -> UInt {
    array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }

  private let million = Array(repeating: 0, count: 1_000_000)

  @Test func `a million elements in a property are not copied`() {
    let reducer = Self.rows.pullback(
      state: \PlainRows.rows,
      action: /ParentAction.row,
      environment: { (_: Void) in }
    )
    #expect(staysInPlace(reducer, PlainRows(rows: million)) { $0.rows })
  }

  @Test func `a million elements in an optional are not copied`() {
    let reducer = Self.rows.optional().pullback(
      state: \OptionalRows.rows,
      action: /ParentAction.row,
      environment: { (_: Void) in }
    )
    #expect(staysInPlace(reducer, OptionalRows(rows: million)) { $0.rows ?? [] })
  }

  @Test func `a million elements in an enum are not copied`() {
    let reducer = Self.rows.pullback(
      state: /EnumRows.second,
      action: /ParentAction.row,
      environment: { (_: Void) in }
    )
    #expect(
      staysInPlace(reducer, EnumRows.second(million)) { (/EnumRows.second).extract(from: $0) ?? [] }
    )
    let deep = Self.rows.pullback(
      state: /DeepRows.rows .. /EnumRows.second,
      action: /ParentAction.row,
      environment: { (_: Void) in }
    )
    #expect(
      staysInPlace(deep, DeepRows.rows(.second(million))) {
        (/DeepRows.rows .. /EnumRows.second).extract(from: $0) ?? []
      }
    )
  }

  @Test func `a million elements five levels down are not copied`() {
    struct Level<Child> {
      var child: Child
      var other = "other"
    }
    let reducer = Self.rows
      .pullback(
        state: \Level<[Int]>.child,
        action: .itself,
        environment: { (_: Void) in }
      )
      .optional()
      .pullback(
        state: \Level<Level<[Int]>?>.child,
        action: .itself,
        environment: { (_: Void) in }
      )
      .pullback(
        state: \Level<Level<Level<[Int]>?>>.child,
        action: /ParentAction.row,
        environment: { (_: Void) in }
      )
    let state = Level(child: Level(child: Optional(Level(child: million))))
    #expect(staysInPlace(reducer, state) { $0.child.child?.child ?? [] })
  }

  // Not `Equatable`: a store keeps a state that was read until the next turn, to compare it.

  private struct PlainRows {
    var other = 0
    var rows: [Int]
  }

  private struct OptionalRows {
    var rows: [Int]?
  }

  private enum EnumRows {
    case first([Int])
    case second([Int])
  }

  private enum DeepRows {
    case rows(EnumRows)
    case none
  }
}

extension CasePath where Root == Value, Root: Sendable {
  /// The path that leads nowhere else.
  fileprivate static var itself: Self {
    Self(embed: { $0 }, extract: { $0 })
  }
}
