// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// The example in the comment of the environment of a child.
@Suite struct EnvironmentCommentTests {
  enum Search {
    struct Environment: Sendable {
      var complete: @Sendable (String) -> String
    }

    static let reducer = Reducer<String, TextAction, Environment> { text, _, environment in
      text = environment.complete(text)
      return .none
    }
  }

  enum Row {
    struct State: Identifiable, Equatable {
      let id: Int
      var text = ""
    }

    struct Environment: Sendable {
      var date: @Sendable () -> Int
      var api: @Sendable (Int) -> String
    }

    static let reducer = Reducer<State, TextAction, Environment> { row, _, environment in
      row.text = environment.api(environment.date())
      return .none
    }
  }

  enum Editor {
    struct Environment: Sendable {
      var check: @Sendable (String) -> String
    }

    static let reducer = Reducer<String, TextAction, Environment> { text, _, environment in
      text = environment.check(text)
      return .none
    }
  }

  enum AppFeature {
    static let reducer = Reducer<State, Action, Environment>.combine(
      Search.reducer.environment(\.search).pullback(state: \.search, action: /Action.search),
      Row.reducer
        .environment { Row.Environment(date: $0.date, api: $0.api) }
        .forEach(state: \.rows, action: /Action.row)
    )
    .presenting(\.editor, action: /Action.editor, Editor.reducer.environment(\.editor))
  }

  enum TextAction: Equatable {
    case completed
  }

  @Test func `a parent's environment supplies the environments of its children`() {
    let store = TestStore(
      initialState: AppFeature.State(search: "Blo", editor: "teh"),
      reducer: AppFeature.reducer,
      environment: AppFeature.Environment(
        search: Search.Environment { "\($0)b" },
        date: { 7 },
        api: { "Day \($0)" },
        editor: Editor.Environment { _ in "the" }
      )
    )
    store.send(.search(.completed)) { $0.search = "Blob" }
    store.send(.row(id: 1, action: .completed)) { $0.rows[id: 1]?.text = "Day 7" }
    store.send(.editor(.presented(.completed))) { $0.editor = "the" }
  }
}

extension EnvironmentCommentTests.AppFeature {
  struct State: Equatable {
    var search = ""
    var rows: IdentifiedArrayOf<EnvironmentCommentTests.Row.State> = [
      EnvironmentCommentTests.Row.State(id: 1)
    ]
    var editor: String?
  }

  enum Action: Equatable {
    case search(EnvironmentCommentTests.TextAction)
    case row(id: EnvironmentCommentTests.Row.State.ID, action: EnvironmentCommentTests.TextAction)
    case editor(PresentationAction<EnvironmentCommentTests.TextAction>)
  }

  struct Environment: Sendable {
    var search: EnvironmentCommentTests.Search.Environment
    var date: @Sendable () -> Int
    var api: @Sendable (Int) -> String
    var editor: EnvironmentCommentTests.Editor.Environment
  }
}
