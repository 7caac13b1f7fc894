// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepJournal
import LockstepTestSupport
import LockstepTesting
import Testing

#if DEBUG
// Release builds note no runs of children's reducers.

/// The remarks on parts that a child's reducer has set, and that other code has set again in the same turn.
@Suite struct OverwrittenPartTests {
  enum Row {
    struct State: Equatable, Identifiable {
      var id = 0
      var count = 0
      var name = ""
    }

    enum Action: Equatable { case tapped }

    static let reducer = Reducer<State, Action, Void>.withoutEffects { state, _ in
      state.count += 1
    }
  }

  enum Page: Equatable {
    case row(Row.State)
    case empty
  }

  enum PageAction: Equatable { case row(Row.Action) }

  struct Total: Equatable { var value = 0 }

  struct Board: Equatable {
    var row = Row.State()
    var other = Row.State()
    var maybe: Row.State? = Row.State()
    var sheet: Row.State? = Row.State()
    var page = Page.row(Row.State())
    var rows: IdentifiedArray<Int, Row.State> = [Row.State(), Row.State(id: 1)]
    var list = [Row.State(), Row.State(id: 1)]
    var table = ["a": Row.State()]
    var path: StackState<Row.State> = [Row.State(), Row.State()]
    var total = Total()
  }

  enum BoardAction: Equatable {
    case list(Int, Row.Action)
    case maybe(Row.Action)
    case other(Row.Action)
    case page(PageAction)
    case path(StackAction<Row.State, Row.Action>)
    case row(Row.Action)
    case rows(Int, Row.Action)
    case shared(Row.Action)
    case sheet(PresentationAction<Row.Action>)
    case table(String, Row.Action)
  }

  static let children = Reducer<Board, BoardAction, Void>.combine(
    Row.reducer.pullback(state: \.row, action: /BoardAction.row),
    Row.reducer.pullback(state: \.other, action: /BoardAction.other),
    Row.reducer.optional().pullback(state: \.maybe, action: /BoardAction.maybe),
    Row.reducer.pullback(state: /Page.row, action: /PageAction.row)
      .pullback(state: \.page, action: /BoardAction.page),
    Row.reducer.forEach(state: \.rows, action: /BoardAction.rows),
    Row.reducer.forEach(state: \.list, action: /BoardAction.list),
    Row.reducer.forEach(state: \.table, action: /BoardAction.table),
    Row.reducer.forEach(stack: \.path, action: /BoardAction.path),
    Reducer<Sharing<Row.State, Total>, Row.Action, Void>.withoutEffects { state, _ in
      state.shared.value += 1
    }
    .pullback(state: \.row, sharing: \.total, action: /BoardAction.shared)
  )

  /// A composition, the path to its count, and how other code sets the count.
  struct Composition: Sendable, CustomTestStringConvertible {
    let action: BoardAction
    let path: String
    let part: String
    let set: @Sendable (inout Board, Int) -> Void

    init(
      _ action: BoardAction,
      at path: String,
      _ part: String = "count",
      _ set: @escaping @Sendable (inout Board, Int) -> Void
    ) {
      (self.action, self.path, self.part, self.set) = (action, path, part, set)
    }

    var testDescription: String { path }

    static let all = [
      Self(.row(.tapped), at: "\\Board.row") { $0.row.count = $1 },
      Self(.maybe(.tapped), at: "\\Board.maybe") { $0.maybe?.count = $1 },
      Self(.sheet(.presented(.tapped)), at: "\\Board.sheet") { $0.sheet?.count = $1 },
      Self(.page(.row(.tapped)), at: "/Page.row") { $0.page = .row(Row.State(count: $1)) },
      Self(.rows(1, .tapped), at: "\\Board.rows") { $0.rows[id: 1]?.count = $1 },
      Self(.list(1, .tapped), at: "\\Board.list") { $0.list[1].count = $1 },
      Self(.table("a", .tapped), at: "\\Board.table") { $0.table["a"]?.count = $1 },
      Self(.path(.element(id: 1, action: .tapped)), at: "\\Board.path") {
        $0.path[id: 1]?.count = $1
      },
      Self(.shared(.tapped), at: "\\Board.row", "shared.value") { $0.total.value = $1 },
    ]
  }

  /// Returns the messages of the failures of a test.
  private func messages(
    _ reducer: Reducer<Board, BoardAction, Void>,
    _ test: (TestStore<Board, BoardAction, Void>) -> Void
  ) -> [String] {
    withReportedIssues {
      test(TestStore(initialState: Board(), reducer: reducer, environment: ()))
    }
    .map(\.message)
  }

  /// Returns what a message says after its cure.
  private func remark(_ message: String) -> String {
    let parts = message.components(separatedBy: "to the state after the action.")
    return parts.count == 2 ? parts[1].trimmingCharacters(in: .newlines) : "no cure"
  }

  @Test(arguments: Composition.all)
  func `a child's value that another reducer overwrites is reported with both values`(
    composition: Composition
  ) {
    let reducer = Self.children.presenting(\.sheet, action: /BoardAction.sheet, Row.reducer)
    let test: (TestStore<Board, BoardAction, Void>) -> Void = { store in
      store.send(composition.action) { composition.set(&$0, 1) }
    }
    #expect(messages(reducer, test).isEmpty)
    let overwriting = Reducer.combine(
      reducer,
      .withoutEffects { state, _ in composition.set(&state, 7) }
    )
    let expected = """
      The child at '\(composition.path)', composed at FILE, set '\(composition.part)' to 1 in this turn. Code that ran \
      after its reducer changed it to 7. To keep the child's value, run its reducer last, or do not set this part outside \
      of it.
      """
    let remarks = messages(overwriting, test).map(remark)
    let file = /LockstepTestingTests\/OverwrittenPartTests.swift:\d+/
    #expect(remarks.map { $0.replacing(file, with: "FILE") } == [expected])
  }

  // MARK: Which parts are named

  @Test func `the innermost child is named`() throws {
    let reducer = Self.children.combined(
      with: .withoutEffects { state, _ in state.page = .row(Row.State(count: 7)) }
    )
    let message = try #require(
      messages(reducer) { store in
        store.send(.page(.row(.tapped))) { $0.page = .row(Row.State(count: 1)) }
      }
      .first
    )
    #expect(remark(message).hasPrefix("The child at '/Page.row', composed at "), "\(message)")
  }

  @Test func `an overwritten part that is not in the difference is not named`() {
    let reducer = Self.children.combined(with: .withoutEffects { state, _ in state.row.count = 7 })
    let other = messages(reducer) { store in
      store.send(.row(.tapped)) {
        $0.row.count = 7
        $0.row.name = "Expected"
      }
    }
    #expect(other.map(remark) == [""])
    // The same part of another child.
    let sibling = messages(reducer) { store in
      store.send(.row(.tapped)) {
        $0.row.count = 7
        $0.other.count = 1
      }
    }
    #expect(sibling.map(remark) == [""])
    // A value that neither of the two has set.
    let neither = messages(reducer) { store in store.send(.row(.tapped)) { $0.row.count = 2 } }
    #expect(neither.map(remark) == [""])
  }

  @Test func `a reducer that runs twice does not overwrite its own change`() {
    let twice = Reducer(around: Self.children) { state, action, environment, run in
      .merge(run(&state, action, environment), run(&state, action, environment))
    }
    let messages = messages(twice) { store in store.send(.row(.tapped)) { $0.row.count = 1 } }
    #expect(messages.map(remark) == [""])
  }

  @Test func `an overwritten child state without properties is reported as a whole`() {
    struct Numbers: Equatable {
      var first = 0
      var second = 0
    }
    enum NumbersAction: Equatable { case first, second }
    let reducer = Reducer<Numbers, NumbersAction, Void>.combine(
      Reducer<Int, Void, Void>.withoutEffects { number, _ in number += 1 }
        .pullback(state: \.first, action: /NumbersAction.first),
      .withoutEffects { state, _ in state.first = 0 }
    )
    let issues = withReportedIssues {
      let store = TestStore(initialState: Numbers(), reducer: reducer, environment: ())
      store.send(.first) { $0.second = 1 }
      store.send(.first) { $0.first = 1 }
    }
    #expect(issues.map(\.message).map(remark).map(\.isEmpty) == [true, false])
    #expect(issues.last?.message.contains("set its state to 1 in this turn") == true)
  }

  @Test func `a child that is replaced or changes nothing is not named`() {
    let rows = Reducer<Board, BoardAction, Void>.combine(
      Self.children,
      .withoutEffects { state, _ in state.rows = [Row.State(id: 2, count: 7)] }
    )
    let replaced = messages(rows) { store in
      store.send(.rows(1, .tapped)) { $0.rows[id: 1]?.count = 1 }
    }
    #expect(replaced.map(remark) == [""])
    let idle = Reducer<Board, BoardAction, Void>.combine(
      Reducer<Row.State, Row.Action, Void>.empty
        .pullback(state: \.row, action: /BoardAction.row),
      .withoutEffects { state, _ in state.row.count = 7 }
    )
    let unchanged = messages(idle) { store in
      store.send(.row(.tapped)) { $0.row.count = 1 }
    }
    #expect(unchanged.map(remark) == [""])
  }

  @Test func `a reducer that runs on a copy of the state is not named`() {
    let reducer = Reducer<Board, BoardAction, Void>.combine(
      Reducer(around: Self.children) { state, action, environment, run in
        var copy = state
        _ = Self.children.run(&copy, action, environment)
        state.other.count = copy.row.count
        return .none
      },
      .withoutEffects { state, _ in state.row.count = 7 }
    )
    let messages = messages(reducer) { store in
      store.send(.row(.tapped)) { $0.row.count = 1 }
    }
    #expect(messages.map(remark) == [""])
  }

  @Test func `failures of scoped steps and received actions name the child`() {
    let reducer = Reducer<Board, BoardAction, Void>.combine(
      Self.children,
      Reducer { state, action, _ in
        if action == .other(.tapped) { return Effect(value: .row(.tapped)) }
        state.row.count = 7
        return .none
      }
    )
    let scoped = messages(reducer) { store in
      let row = store.scope(state: \.row, action: BoardAction.row)
      row.send(.tapped) { $0.count = 1 }
    }
    let received = messages(reducer) { store in
      store.send(.other(.tapped)) { $0.other.count = 1 }
      store.receive(.row(.tapped)) { $0.row.count = 1 }
    }
    for message in scoped + received {
      #expect(remark(message).hasPrefix("The child at '\\Board.row'"), "\(message)")
    }
    #expect(scoped.count == 1)
    #expect(received.count == 1)
  }

  // MARK: Journals

  @MainActor
  @Test func `a journal names the reducers that set a part, even if its value is unchanged`() throws
  {
    let reducer = Self.children.combined(
      with: .withoutEffects { state, action in
        if action == .row(.tapped) { state.row.count = 0 }
      }
    )
    let store = Store(initialState: Board(), reducer: reducer, environment: ())
    let plain = store.journal()
    store.send(.row(.tapped))
    #expect(plain.why(\.row.count) == nil)
    let journal = store.journal(keeping: .unlimited)
    store.send(.row(.tapped))
    #expect(journal.why(\.other.count) == nil)
    store.send(.other(.tapped))
    let reason = try #require(journal.why(\.row.count))
    #expect(reason.chain.map(\.number) == [2])
    #expect(
      reason.description.hasPrefix("row.count: 0 → 0\n\nThe child at '\\Board.row', composed at "),
      "\(reason)"
    )
    #expect(reason.description.contains("set 'count' to 1 in this turn."), "\(reason)")
    #expect(journal.why(\.other.count)?.description.contains("The child") == false)
    #expect(journal.why(\.maybe) == nil)
  }
}
#endif
