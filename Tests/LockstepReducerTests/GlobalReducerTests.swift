// SPDX-License-Identifier: MIT

import Lockstep
import Testing

// Every way to put reducers together, in global constants, with an environment from a key path and
// from a closure: that it compiles is a good part of the test.

private struct Row: Identifiable, Equatable, Sendable {
  var id: Int
  var count = 0
}

private enum RowAction: Equatable {
  case add(Int)
}

private struct RowEnvironment: Sendable {
  var factor = 1
}

private struct AppState: Equatable, Sendable {
  var first = Row(id: 1)
  var maybe: Row?
  var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
  var named = ["one": Row(id: 1)]
  var list = [Row(id: 1)]
  var screen = Screen.row(Row(id: 1))
  var route: Screen?
  var isOn = false
  var changes = 0

  enum Screen: Equatable, Sendable {
    case row(Row)
    case none
  }
}

private enum AppAction: Equatable {
  case first(RowAction)
  case maybe(RowAction)
  case row(id: Int, action: RowAction)
  case named(String, RowAction)
  case list(Int, RowAction)
  case screen(RowAction)
  case route(RowAction)
  case binding(BindingAction<AppState>)
  case clear
}

private struct AppEnvironment: Sendable {
  var row = RowEnvironment(factor: 10)
}

private let rowReducer = Reducer<Row, RowAction, RowEnvironment> { state, action, environment in
  guard case .add(let number) = action else { return .none }
  state.count += number * environment.factor
  return .none
}

private let firstReducer: Reducer<AppState, AppAction, AppEnvironment> = rowReducer.pullback(
  state: \.first,
  action: /AppAction.first,
  environment: \.row
)

private let maybeReducer: Reducer<AppState, AppAction, AppEnvironment> = rowReducer.optional()
  .pullback(state: \.maybe, action: /AppAction.maybe, environment: \.row)

private let rowsReducer: Reducer<AppState, AppAction, AppEnvironment> = rowReducer.forEach(
  state: \.rows,
  action: /AppAction.row,
  environment: \.row
)

private let namedReducer: Reducer<AppState, AppAction, AppEnvironment> =
  rowReducer
  .environment(\.row)
  .forEach(state: \.named, action: /AppAction.named)

private let listReducer: Reducer<AppState, AppAction, AppEnvironment> =
  rowReducer
  .environment(\.row)
  .forEach(state: \.list, action: /AppAction.list)

private let screenReducer: Reducer<AppState, AppAction, AppEnvironment> =
  rowReducer
  .pullback(state: /AppState.Screen.row, action: /AppAction.screen, environment: \.row)
  .pullback(
    state: \.screen,
    action: CasePath(embed: { $0 }, extract: { $0 })
  )

private let routeReducer: Reducer<AppState, AppAction, AppEnvironment> = rowReducer.pullback(
  state: (\AppState.route).appending(path: /AppState.Screen.row),
  action: /AppAction.route,
  environment: \.row
)

private let appReducer = Reducer<AppState, AppAction, AppEnvironment>.combine(
  firstReducer,
  maybeReducer,
  rowsReducer,
  namedReducer,
  listReducer,
  screenReducer,
  routeReducer,
  .init { state, action, _ in
    if action == .clear { state = AppState() }
    return .none
  }
)
.binding(action: /AppAction.binding)
.binding(state: \.self, action: /AppAction.binding)
.onChange(of: \.first) { _, state, _, _ in
  state.changes += 1
  return .none
}
.filter { _, action in action != .first(.add(0)) }
.combined(with: .empty)
.debug("app") { _ in }
.counting()

extension Reducer {
  /// A reducer that is created in an extension with its own constraints and parameters.
  fileprivate static func counting<Child>() -> Self
  where State == [Child], Action == Int, Environment == Void {
    Self { state, action, _ in
      state = Array(state.dropFirst(action))
      return .none
    }
  }

  fileprivate func counting() -> Self where State == AppState {
    Self { state, action, environment in
      state.changes += 1
      return run(&state, action, environment)
    }
  }
}

@Suite struct GlobalReducerTests {
  @Test func `all of them in one`() {
    let store = ManualStore(
      initialState: AppState(maybe: Row(id: 3), route: .row(Row(id: 4))),
      reducer: appReducer,
      environment: AppEnvironment()
    )
    store.send(.first(.add(1)))
    store.send(.first(.add(0)))
    store.send(.maybe(.add(2)))
    store.send(.row(id: 2, action: .add(3)))
    store.send(.named("one", .add(4)))
    store.send(.list(0, .add(5)))
    store.send(.screen(.add(6)))
    store.send(.route(.add(7)))
    store.send(.binding(.set(\.isOn, true)))
    #expect(
      store.store.state
        == AppState(
          first: Row(id: 1, count: 10),
          maybe: Row(id: 3, count: 20),
          rows: [Row(id: 1), Row(id: 2, count: 30)],
          named: ["one": Row(id: 1, count: 40)],
          list: [Row(id: 1, count: 50)],
          screen: .row(Row(id: 1, count: 60)),
          route: .row(Row(id: 4, count: 70)),
          isOn: true,
          changes: 10
        )
    )
    store.send(.clear)
    // The changes are counted before the state is cleared, and once more because the first row changes.
    #expect(store.store.state == AppState(changes: 1))
  }

  @Test func `a constrained extension can declare a reducer`() {
    var state = ["a", "b", "c"]
    _ = Reducer<[String], Int, Void>.counting().run(&state, 2, ())
    #expect(state == ["c"])
  }
}
