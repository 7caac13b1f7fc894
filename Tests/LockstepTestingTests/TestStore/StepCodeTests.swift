// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

private enum AppAction: Equatable {
  case start
  case detail(DetailAction)
  case row(id: Int, action: RowAction)
  case tagged(Tagged<Draft, Int>)
  case numbers([Int?], [String: Double], Set<Int>)
  case response(Result<Draft, AppError>)
  case settings(BindingAction<AppState>)
  case text(String)
  case id(UUID)
  case time(Date)
}

private enum DetailAction: Equatable {
  case editor(EditorAction)
}

private enum EditorAction: Equatable {
  case delegate(Delegate)

  enum Delegate: Equatable {
    case save(Draft)
    case attach(Session)
  }
}

private enum RowAction: Equatable {
  case tapped
}

private enum AppError: Error {
  case offline
}

private struct Draft: Equatable {
  var title: String
  var isPinned = false
}

/// A value that no printed code can create, because its stored property is private.
private struct Session: Equatable {
  private var _token = "secret"
  var token: String { _token }

  init() {}
}

private struct AppState: Equatable {
  var draft: Draft?
  var editor = Editor()
  var isSaving = false
  var session: Session?
  var log: [String] = []
  var rows: IdentifiedArrayOf<Row> = []
}

private struct Editor: Equatable {
  var title = ""
  var draft = Draft(title: "", isPinned: true)
}

private struct Row: Equatable, Identifiable {
  var id: Int
  var title = ""
}

private enum LooseAction {
  case start
  case loaded(String)
  case ended
}

private struct Wide: Equatable {
  var a = 0
  var b = 0
  var c = 0
  var d = 0
  var e = 0
  var f = 0
  var g = 0
  var h = 0
  var i = 0
  var j = 0
}

/// Tests the code that failures print.
@Suite struct StepCodeTests {
  private static let draft = Draft(title: "\"A\"\n\\B")

  private static let reducer = Reducer<AppState, AppAction, [AppAction]> { state, action, actions in
    switch action {
    case .start: return .merge(actions.map { Effect(value: $0) })
    case .detail(.editor(.delegate(.save(let draft)))):
      state.isSaving = true
      state.draft = draft
    case .detail(.editor(.delegate(.attach(let session)))): state.session = session
    case .row(let id, _):
      if state.rows[id: id]?.title == "Row" { state.rows[id: id]?.title = "Tapped" }
      if state.rows.isEmpty { state.rows = [Row(id: id, title: "Row")] }
    case .response(.success(let draft)): state.editor.draft = draft
    case .response(.failure): state.draft?.title = "Offline"
    case .settings(let action): action.apply(to: &state)
    case .text(let text): state.log.append(text)
    case .tagged, .numbers, .id, .time: break
    }
    return .none
  }

  /// Returns the code in the failure about unasserted actions.
  private func code(for actions: [AppAction]) -> String? {
    withReportedIssues {
      let store = TestStore(initialState: AppState(), reducer: Self.reducer, environment: actions)
      store.send(.start)
    }
    .first?.message.split(separator: "with 'receive':\n\n").last.map(String.init)
  }

  @Test func `failures print actions and changes as code that compiles`() {
    let actions: [AppAction] = [
      .detail(.editor(.delegate(.save(Self.draft)))),
      .row(id: 7, action: .tapped),
      .row(id: 7, action: .tapped),
      .tagged(1),
      .numbers([1, nil], ["b": 2, "a": .infinity], [2, 1]),
      .response(.success(Draft(title: "B"))),
      .response(.failure(.offline)),
      .settings(.set(\.editor.title, "C")),
      .id(UUID(uuidString: "00000000-0000-0000-0000-000000000007")!),
      .time(Date(timeIntervalSince1970: 1.5)),
    ]
    #expect(
      code(for: actions) == #"""
        store.receive(.detail(.editor(.delegate(.save(Draft(title: "\"A\"\n\\B", isPinned: false)))))) {
          $0.draft = Draft(title: "\"A\"\n\\B", isPinned: false)
          $0.isSaving = true
        }
        store.receive(.row(id: 7, action: .tapped)) { $0.rows = [Row(id: 7, title: "Row")] }
        store.receive(.row(id: 7, action: .tapped)) { $0.rows[id: 7]?.title = "Tapped" }
        store.receive(.tagged(1))
        store.receive(.numbers([1, nil], ["a": .infinity, "b": 2.0], [1, 2]))
        store.receive(.response(.success(Draft(title: "B", isPinned: false)))) {
          $0.editor.draft.title = "B"
          $0.editor.draft.isPinned = false
        }
        store.receive(.response(.failure(AppError.offline))) { $0.draft?.title = "Offline" }
        store.receive(.settings(.set(\.editor.title, "C"))) { $0.editor.title = "C" }
        store.receive(.id(UUID(uuidString: "00000000-0000-0000-0000-000000000007")!))
        store.receive(.time(Date(timeIntervalSince1970: 1.5)))
        """#
    )
    let store = TestStore(initialState: AppState(), reducer: Self.reducer, environment: actions)
    store.send(.start)
    store.receive(.detail(.editor(.delegate(.save(Draft(title: "\"A\"\n\\B", isPinned: false)))))) {
      $0.draft = Draft(title: "\"A\"\n\\B", isPinned: false)
      $0.isSaving = true
    }
    store.receive(.row(id: 7, action: .tapped)) { $0.rows = [Row(id: 7, title: "Row")] }
    store.receive(.row(id: 7, action: .tapped)) { $0.rows[id: 7]?.title = "Tapped" }
    store.receive(.tagged(1))
    store.receive(.numbers([1, nil], ["a": .infinity, "b": 2.0], [1, 2]))
    store.receive(.response(.success(Draft(title: "B", isPinned: false)))) {
      $0.editor.draft.title = "B"
      $0.editor.draft.isPinned = false
    }
    store.receive(.response(.failure(AppError.offline))) { $0.draft?.title = "Offline" }
    store.receive(.settings(.set(\.editor.title, "C"))) { $0.editor.title = "C" }
    store.receive(.id(UUID(uuidString: "00000000-0000-0000-0000-000000000007")!))
    store.receive(.time(Date(timeIntervalSince1970: 1.5)))
  }

  @Test func `the code for a long or opaque action uses a case path and leaves the new value open`()
  {
    let long = String(repeating: "long ", count: 30)
    let actions: [AppAction] = [.detail(.editor(.delegate(.attach(Session())))), .text(long)]
    #expect(
      code(for: actions) == """
        store.receive(/AppAction.detail .. /DetailAction.editor .. /EditorAction.delegate .. /EditorAction.Delegate.attach) { $0.session = … }
        store.receive(/AppAction.text) { $0.log = … }

        Write the new value in place of '…'.
        """
    )
    let store = TestStore(initialState: AppState(), reducer: Self.reducer, environment: actions)
    store.send(.start)
    store.receive(
      /AppAction.detail .. /DetailAction.editor .. /EditorAction.delegate .. /EditorAction.Delegate
        .attach
    ) {
      $0.session = Session()
    }
    store.receive(/AppAction.text) { $0.log = [long] }
  }

  @Test func `actions that cannot be compared`() {
    let makeStore = {
      TestStore(
        initialState: 0,
        reducer: Reducer<Int, LooseAction, Void> { _, action, _ in
          guard case .start = action else { return .none }
          return .merge(Effect(value: .loaded("A")), Effect(value: .ended))
        },
        environment: ()
      )
    }
    let issues = withReportedIssues { makeStore().send(.start) }
    #expect(
      issues.map(\.message) == [
        """
        The store received 2 unexpected actions after this one: …

        Unhandled actions: [
          LooseAction.loaded(
            "A"
          ),
          LooseAction.ended,
        ]

        Assert each of them, in this order, with 'receive':

        store.receive(/LooseAction.loaded)
        store.receive(/LooseAction.self, where: { if case .ended = $0 { true } else { false } })
        """
      ]
    )
    let store = makeStore()
    store.send(.start)
    store.receive(/LooseAction.loaded)
    store.receive(/LooseAction.self, where: { if case .ended = $0 { true } else { false } })
  }

  @Test func `the code shows at most eight changes`() {
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: Wide(),
        reducer: Reducer<Wide, Bool, Void> { state, isStart, _ in
          if isStart { return Effect(value: false) }
          state = Wide(a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1, j: 1)
          return .none
        },
        environment: ()
      )
      store.send(true)
    }
    #expect(
      issues.first?.message.split(separator: "\n\n").last.map(String.init) == """
        store.receive(false) {
          $0.a = 1
          $0.b = 1
          $0.c = 1
          $0.d = 1
          $0.e = 1
          $0.f = 1
          $0.g = 1
          $0.h = 1
          // … and 2 more changes
        }
        """
    )
  }
}
