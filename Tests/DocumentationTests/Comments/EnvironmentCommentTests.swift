// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// The example in the comment of the environment of a child.
@Suite struct EnvironmentCommentTests {
  struct SearchEnvironment: Sendable {
    var complete: @Sendable (String) -> String
  }

  struct RowEnvironment: Sendable {
    var date: @Sendable () -> Int
    var api: @Sendable (Int) -> String
  }

  struct EditorEnvironment: Sendable {
    var check: @Sendable (String) -> String
  }

  struct AppEnvironment: Sendable {
    var search: SearchEnvironment
    var date: @Sendable () -> Int
    var api: @Sendable (Int) -> String
    var editor: EditorEnvironment
  }

  struct Row: Identifiable, Equatable {
    let id: Int
    var text = ""
  }

  struct AppState: Equatable {
    var search = ""
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1)]
    var editor: String?
  }

  enum TextAction: Equatable {
    case completed
  }

  enum AppAction: Equatable {
    case search(TextAction)
    case row(id: Row.ID, action: TextAction)
    case editor(PresentationAction<TextAction>)
  }

  private let searchReducer = Reducer<String, TextAction, SearchEnvironment> {
    text,
    _,
    environment in
    text = environment.complete(text)
    return .none
  }

  private let rowReducer = Reducer<Row, TextAction, RowEnvironment> { row, _, environment in
    row.text = environment.api(environment.date())
    return .none
  }

  private let editorReducer = Reducer<String, TextAction, EditorEnvironment> {
    text,
    _,
    environment in
    text = environment.check(text)
    return .none
  }

  @Test func `a larger environment supplies those of the children`() {
    let appReducer = Reducer<AppState, AppAction, AppEnvironment>.combine(
      searchReducer.environment(\.search).pullback(state: \.search, action: /AppAction.search),
      rowReducer
        .environment { RowEnvironment(date: $0.date, api: $0.api) }
        .forEach(state: \.rows, action: /AppAction.row)
    )
    .presenting(\.editor, action: /AppAction.editor, editorReducer.environment(\.editor))
    let store = TestStore(
      initialState: AppState(search: "Blo", editor: "teh"),
      reducer: appReducer,
      environment: AppEnvironment(
        search: SearchEnvironment { "\($0)b" },
        date: { 7 },
        api: { "Day \($0)" },
        editor: EditorEnvironment { _ in "the" }
      )
    )
    store.send(.search(.completed)) { $0.search = "Blob" }
    store.send(.row(id: 1, action: .completed)) { $0.rows[id: 1]?.text = "Day 7" }
    store.send(.editor(.presented(.completed))) { $0.editor = "the" }
  }
}
