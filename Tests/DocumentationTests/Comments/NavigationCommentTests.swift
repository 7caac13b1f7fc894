// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// The examples in the comments of outputs, presentations, stacks and lifecycles.
@Suite struct NavigationCommentTests {
  // MARK: Outputs

  enum RoundTimer {
    enum Action: FeatureAction, Equatable {
      case startButtonTapped
      case ticked

      enum Output: Equatable {
        case finished(rounds: Int)
      }
    }
  }

  @Test func `a feature sends an output to its parents`() {
    let store = TestStore(
      initialState: RoundTimer.State(rounds: 2),
      reducer: RoundTimer.reducer,
      environment: ()
    )
    store.send(.ticked) { $0.rounds = 3 }
    store.output(.finished(rounds: 3))
    store.send(.startButtonTapped) { $0.rounds = 0 }
    store.exhaustivity = .off
    store.send(.ticked)
    store.send(.ticked)
    store.exhaustivity = .all
    store.send(.ticked) { $0.rounds = 3 }
    store.output(where: { if case .finished = $0 { true } else { false } })
  }

  enum AppFeature {
    struct State: Equatable {
      var timer = RoundTimer.State(rounds: 2)
      var history: [Int] = []
    }

    enum Action: Equatable {
      case timer(RoundTimer.Action)
    }

    struct Environment: Sendable {
      enum Sound { case bell }

      struct AudioPlayer: Sendable {
        var play: @Sendable (Sound) -> Effect<Never, Never> = { _ in .none }
      }

      var audioPlayer = AudioPlayer()
    }

    static let reducer: Reducer<State, Action, Environment> =
      RoundTimer.reducer.pullback(state: \.timer, action: /Action.timer)
  }

  @Test func `a parent handles an output`() {
    let listening =
      AppFeature.reducer.onOutput(of: RoundTimer.Action.self) { output, state, _, environment in
        switch output {
        case .finished(let rounds):
          state.history.append(rounds)
          return environment.audioPlayer.play(.bell).fireAndForget()
        }
      }
    let store = TestStore(
      initialState: AppFeature.State(),
      reducer: listening,
      environment: AppFeature.Environment()
    )
    store.send(.timer(.ticked)) {
      $0.timer.rounds = 3
      $0.history = [3]
    }
  }

  @Test func `a test asserts an output that no parent handles`() {
    let store = TestStore(
      initialState: AppFeature.State(),
      reducer: AppFeature.reducer,
      environment: AppFeature.Environment()
    )
    store.send(.timer(.ticked)) { $0.timer.rounds = 3 }
    store.output(.finished(rounds: 3), of: RoundTimer.Action.self)
  }

  // MARK: Presentations

  enum Editor {
    struct State: Equatable {
      var draft = ""
      var isAsking = false
    }

    enum Action: Equatable {
      case cancelButtonTapped
      case typed(String)
    }

    struct Environment: Sendable {
      struct Drafts: Sendable {
        var save: @Sendable (String) -> Effect<Never, Never> = { _ in
          .fireAndForget(name: "save draft") {}
        }
      }

      var drafts = Drafts()
    }

    static let reducer = Reducer<State, Action, Environment> { state, action, _ in
      switch action {
      case .cancelButtonTapped:
        return .dismiss
      case .typed(let draft):
        state.draft = draft
        return .none
      }
    }
  }

  @Test func `a feature asks to be dismissed`() {
    let store = TestStore(
      initialState: Editor.State(),
      reducer: Editor.reducer,
      environment: Editor.Environment()
    )
    store.send(.cancelButtonTapped)
    store.dismissed()
  }

  enum Book {
    static let reducer = Reducer<State, Action, Environment>.withoutEffects { state, action in
      guard case .editButtonTapped = action else { return }
      state.editor = Editor.State(draft: state.title)
    }
    .presenting(\.editor, action: /Action.editor, Editor.reducer.environment(\.editor))
  }

  /// The types that the comment of the presentation's actions declares.
  enum Presentation {
    enum Book {
      enum Action: Equatable {
        case editButtonTapped
        case editor(PresentationAction<Editor.Action>)
      }
    }
  }

  /// A book with another editor.
  private func presenting(
    _ editor: Reducer<Editor.State, Editor.Action, Editor.Environment>
  ) -> Reducer<Book.State, Book.Action, Book.Environment> {
    .empty.presenting(\.editor, action: /Book.Action.editor, editor.environment(\.editor))
  }

  @Test func `a book presents an editor`() {
    let store = TestStore(
      initialState: Book.State(),
      reducer: Book.reducer,
      environment: Book.Environment()
    )
    store.send(.editButtonTapped) { $0.editor = Editor.State(draft: "Emma") }
    store.send(.editor(.presented(.cancelButtonTapped)))
    store.receive(.editor(.dismiss)) { $0.editor = nil }
  }

  @Test func `an editor saves its draft when it is removed`() {
    let saving =
      Editor.reducer.onUnmount { state, environment in
        environment.drafts.save(state.draft).fireAndForget()
      }
    let store = TestStore(
      initialState: Book.State(editor: Editor.State()),
      reducer: presenting(saving),
      environment: Book.Environment()
    )
    store.send(.editor(.presented(.typed("Emma")))) { $0.editor?.draft = "Emma" }
    store.send(.editor(.dismiss)) { $0.editor = nil }
    store.fireAndForget()
  }

  @Test func `an editor refuses to be dismissed while it has a draft`() {
    let asking =
      Editor.reducer.shouldDismiss { state in
        state.isAsking = state.draft.isEmpty == false
        return state.draft.isEmpty
      }
    let store = TestStore(
      initialState: Book.State(editor: Editor.State(draft: "Emma")),
      reducer: presenting(asking),
      environment: Book.Environment()
    )
    store.send(.editor(.dismiss)) { $0.editor?.isAsking = true }
    store.send(.editor(.presented(.typed("")))) { $0.editor?.draft = "" }
    store.send(.editor(.dismiss)) { $0.editor = nil }
  }

  @MainActor @Test func `a store shows the presented state`() throws {
    let store = Store(
      initialState: Book.State(editor: Editor.State(draft: "Emma")),
      reducer: Book.reducer,
      environment: Book.Environment()
    )
    var shown: [String] = []
    func show(_ draft: String) { shown.append(draft) }
    if let editor = store.scope(presented: \.editor, action: Book.Action.editor) {
      show(editor.draft)
    }
    #expect(shown == ["Emma"])
  }

  enum Game {
    struct State: Equatable {
      var alert: AlertState<GameAlert>?
    }

    enum Action: Equatable {
      case alert(PresentationAction<GameAlert>)
    }

    static let reducer = Reducer<State, Action, Void>.empty
  }

  enum GameAlert: Equatable {
    case quitButtonTapped
  }

  @Test func `a game presents an alert`() {
    let presenting =
      Game.reducer.presenting(dialog: \.alert, action: /Game.Action.alert)
    let store = TestStore(
      initialState: Game.State(
        alert: AlertState(
          title: "Quit?",
          primaryButton: .destructive("Quit", send: .quitButtonTapped)
        )
      ),
      reducer: presenting,
      environment: ()
    )
    store.send(.alert(.presented(.quitButtonTapped))) { $0.alert = nil }
  }
}

extension NavigationCommentTests.RoundTimer {
  struct State: Equatable {
    var rounds = 0
  }

  static let reducer = Reducer<State, Action, Void> { state, action, _ in
    switch action {
    case .startButtonTapped:
      state.rounds = 0
      return .none
    case .ticked:
      state.rounds += 1
      return state.rounds == 3 ? .output(.finished(rounds: 3)) : .none
    }
  }
}

extension NavigationCommentTests.Book {
  typealias Action = NavigationCommentTests.Presentation.Book.Action

  struct State: Equatable {
    var title = "Emma"
    var editor: NavigationCommentTests.Editor.State?
  }

  struct Environment: Sendable {
    var editor = NavigationCommentTests.Editor.Environment()
  }
}
