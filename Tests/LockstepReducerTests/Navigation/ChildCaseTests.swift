// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Pairs of cases, and alerts among destinations, which close by their type.
@MainActor @Suite struct ChildCaseTests {
  enum Editor {
    struct State: Equatable, Sendable {
      var text = ""
    }

    enum Action: Equatable, Sendable {
      case typed(String)
    }

    static let reducer = Reducer<State, Action, Void> { state, action, _ in
      switch action {
      case .typed(let text): state.text = text
      }
      return .none
    }
  }

  enum Destination {
    enum State: Equatable, Sendable {
      case alert(AlertState<Answer>)
      case editor(Editor.State)
      case other(Editor.State)
    }

    enum Action: Equatable, Sendable {
      case alert(Answer)
      case editor(Editor.Action)
      case other(Editor.Action)
      case ping
    }

    enum Answer: Equatable, Sendable { case again, fine }

    static let editor = ChildCase(/State.editor, /Action.editor)
    static let other = ChildCase(/State.other, /Action.other)

    static let reducer = Reducer<State, Action, String>.combine(
      Editor.reducer.pullback(editor),
      Editor.reducer.pullback(other)
    )
  }

  enum Page {
    struct State: Equatable, Sendable {
      var destination: Destination.State?
      var answers = 0
    }

    enum Action: Equatable, Sendable {
      case destination(PresentationAction<Destination.Action>)
    }

    static let alert = AlertState<Destination.Answer>(
      title: "Saved",
      buttons: [.default("Again", send: .again), .default("Fine", send: .fine)]
    )

    static let reducer = Reducer<State, Action, String> { state, action, _ in
      switch action {
      case .destination(.presented(.alert(.again))):
        state.answers += 1
        state.destination = .alert(alert)
      case .destination(.presented(.alert(.fine))):
        state.answers += 1
      case .destination: break
      }
      return .none
    }
    .presenting(\.destination, action: /Action.destination, Destination.reducer)
  }

  private func makeStore(
    _ destination: Destination.State?
  ) -> TestStore<Page.State, Page.Action, String> {
    TestStore(
      initialState: Page.State(destination: destination),
      reducer: Page.reducer,
      environment: ""
    )
  }

  // MARK: Pairs

  @Test func `a child case composes reducers and scopes test stores and stores`() {
    let test = makeStore(.editor(Editor.State()))
    let scope = test.presented(\.destination, /Page.Action.destination).part(Destination.editor)
    scope.send(.typed("a")) { $0.text = "a" }
    #expect(scope.state?.text == "a")

    let store = Store(
      initialState: Page.State(destination: .editor(Editor.State())),
      reducer: Page.reducer,
      environment: ""
    )
    let destination = store.scope(presented: \.destination, action: Page.Action.destination)
    let editor = destination?.scope(Destination.editor)
    editor?.send(.typed("b"))
    #expect(editor?.text == "b")
    #expect(destination?.scope(Destination.other) == nil)
  }

  @Test func `two cases with the same types have separate children`() {
    let store = makeStore(.other(Editor.State()))
    let scope = store.presented(\.destination, /Page.Action.destination)
    scope.part(Destination.other).send(.typed("a")) { $0.text = "a" }
    #expect(scope.part(Destination.editor).state == nil)
    let issues = withReportedIssues {
      store.send(.destination(.presented(.editor(.typed("b")))))
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("while its state was in another case") == true)
  }

  @Test func `a child case pulls back a reducer with a shared value`() {
    let adding = Reducer<Sharing<Editor.State, Int>, Editor.Action, Void> { state, action, _ in
      switch action {
      case .typed(let text):
        state.text = text
        state.shared += text.count
      }
      return .none
    }
    let store = TestStore(
      initialState: Sharing(Destination.State.editor(Editor.State()), 1),
      reducer: adding.pullback(Destination.editor),
      environment: ()
    )
    store.send(.editor(.typed("abc"))) {
      $0.local = .editor(Editor.State(text: "abc"))
      $0.shared = 4
    }
  }

  // MARK: Alerts

  @Test func `an alert destination closes after the action of a button`() {
    let store = makeStore(.alert(Page.alert))
    store.send(.destination(.presented(.alert(.fine)))) {
      $0.answers = 1
      $0.destination = nil
    }
  }

  @Test func `an alert destination stays each time its button presents it again`() {
    let store = makeStore(.alert(Page.alert))
    for count in 1...3 {
      store.send(.destination(.presented(.alert(.again)))) { $0.answers = count }
    }
    store.send(.destination(.presented(.alert(.fine)))) {
      $0.answers = 4
      $0.destination = nil
    }
  }

  @Test
  func `an alert closes only for its own actions, and its actions close no other destination`() {
    let store = makeStore(.alert(Page.alert))
    store.send(.destination(.presented(.ping)))
    let issues = withReportedIssues {
      store.send(.destination(.presented(.editor(.typed("a")))))
    }
    #expect(issues.count == 1)
    #expect(store.state.destination == .alert(Page.alert))

    let other = makeStore(.editor(Editor.State()))
    other.send(.destination(.presented(.alert(.fine)))) { $0.answers = 1 }
    #expect(other.state.destination == .editor(Editor.State()))
  }
}
