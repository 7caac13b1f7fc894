// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// The examples in the comments of outputs, presentations, stacks and lifecycles.
@Suite struct NavigationCommentTests {
  // MARK: Outputs

  struct TimerState: Equatable {
    var rounds = 0
  }

  enum TimerAction: FeatureAction, Equatable {
    case startButtonTapped
    case ticked

    enum Output: Equatable {
      case finished(rounds: Int)
    }
  }

  private static let timerReducer = Reducer<TimerState, TimerAction, Void> { state, action, _ in
    switch action {
    case .startButtonTapped:
      state.rounds = 0
      return .none
    case .ticked:
      state.rounds += 1
      return state.rounds == 3 ? .output(.finished(rounds: 3)) : .none
    }
  }

  @Test func `a feature tells its parents something`() {
    let store = TestStore(
      initialState: TimerState(rounds: 2),
      reducer: Self.timerReducer,
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

  struct TimersState: Equatable {
    var timer = TimerState(rounds: 2)
    var history: [Int] = []
  }

  enum TimersAction: Equatable {
    case timer(TimerAction)
  }

  struct TimersEnvironment: Sendable {
    enum Sound { case bell }

    struct AudioPlayer: Sendable {
      var play: @Sendable (Sound) -> Effect<Never, Never> = { _ in .none }
    }

    var audioPlayer = AudioPlayer()
  }

  private let appReducer: Reducer<TimersState, TimersAction, TimersEnvironment> =
    timerReducer.pullback(state: \.timer, action: /TimersAction.timer)

  @Test func `a parent handles an output`() {
    let listening =
      appReducer.onOutput(of: TimerAction.self) { output, state, _, environment in
        switch output {
        case .finished(let rounds):
          state.history.append(rounds)
          return environment.audioPlayer.play(.bell).fireAndForget()
        }
      }
    let store = TestStore(
      initialState: TimersState(),
      reducer: listening,
      environment: TimersEnvironment()
    )
    store.send(.timer(.ticked)) {
      $0.timer.rounds = 3
      $0.history = [3]
    }
  }

  @Test func `an output that no parent takes`() {
    let store = TestStore(
      initialState: TimersState(),
      reducer: appReducer,
      environment: TimersEnvironment()
    )
    store.send(.timer(.ticked)) { $0.timer.rounds = 3 }
    store.output(.finished(rounds: 3), of: TimerAction.self)
  }

  // MARK: Presentations

  struct EditorState: Equatable {
    var draft = ""
    var isAsking = false
  }

  enum EditorAction: Equatable {
    case cancelButtonTapped
    case typed(String)
  }

  struct EditorEnvironment: Sendable {
    struct Drafts: Sendable {
      var save: @Sendable (String) -> Effect<Never, Never> = { _ in
        .fireAndForget(name: "save draft") {}
      }
    }

    var drafts = Drafts()
  }

  private static let editorReducer = Reducer<EditorState, EditorAction, EditorEnvironment> {
    state,
    action,
    _ in
    switch action {
    case .cancelButtonTapped:
      return .dismiss
    case .typed(let draft):
      state.draft = draft
      return .none
    }
  }

  private let editorReducer = Self.editorReducer

  @Test func `a feature asks to be dismissed`() {
    let store = TestStore(
      initialState: EditorState(),
      reducer: editorReducer,
      environment: EditorEnvironment()
    )
    store.send(.cancelButtonTapped)
    store.dismissed()
  }

  struct BookState: Equatable {
    var title = "Emma"
    var editor: EditorState?
  }

  enum BookAction: Equatable {
    case editButtonTapped
    case editor(PresentationAction<EditorAction>)
  }

  struct BookEnvironment: Sendable {
    var editor = EditorEnvironment()
  }

  private func makeBookReducer(
    _ editorReducer: Reducer<EditorState, EditorAction, EditorEnvironment>
  ) -> Reducer<BookState, BookAction, BookEnvironment> {
    let bookReducer = Reducer<BookState, BookAction, BookEnvironment> { state, action, _ in
      guard case .editButtonTapped = action else { return .none }
      state.editor = EditorState(draft: state.title)
      return .none
    }
    .presenting(\.editor, action: /BookAction.editor, editorReducer.environment(\.editor))
    return bookReducer
  }

  @Test func `a book presents an editor`() {
    let store = TestStore(
      initialState: BookState(),
      reducer: makeBookReducer(editorReducer),
      environment: BookEnvironment()
    )
    store.send(.editButtonTapped) { $0.editor = EditorState(draft: "Emma") }
    store.send(.editor(.presented(.cancelButtonTapped)))
    store.receive(.editor(.dismiss)) { $0.editor = nil }
  }

  @Test func `an editor saves its draft when it goes`() {
    let saving =
      editorReducer.onUnmount { state, environment in
        environment.drafts.save(state.draft).fireAndForget()
      }
    let store = TestStore(
      initialState: BookState(editor: EditorState()),
      reducer: makeBookReducer(saving),
      environment: BookEnvironment()
    )
    store.send(.editor(.presented(.typed("Emma")))) { $0.editor?.draft = "Emma" }
    store.send(.editor(.dismiss)) { $0.editor = nil }
    store.fireAndForget()
  }

  @Test func `an editor refuses to go`() {
    let asking =
      editorReducer.shouldDismiss { state in
        state.isAsking = state.draft.isEmpty == false
        return state.draft.isEmpty
      }
    let store = TestStore(
      initialState: BookState(editor: EditorState(draft: "Emma")),
      reducer: makeBookReducer(asking),
      environment: BookEnvironment()
    )
    store.send(.editor(.dismiss)) { $0.editor?.isAsking = true }
    store.send(.editor(.presented(.typed("")))) { $0.editor?.draft = "" }
    store.send(.editor(.dismiss)) { $0.editor = nil }
  }

  @MainActor @Test func `a store shows what is presented`() throws {
    let store = Store(
      initialState: BookState(editor: EditorState(draft: "Emma")),
      reducer: makeBookReducer(editorReducer),
      environment: BookEnvironment()
    )
    var shown: [String] = []
    func show(_ draft: String) { shown.append(draft) }
    if let editor = store.scope(presented: \.editor, action: BookAction.editor) {
      show(editor.draft)
    }
    #expect(shown == ["Emma"])
  }

  struct GameState: Equatable {
    var alert: AlertState<GameAlert>?
  }

  enum GameAction: Equatable {
    case alert(PresentationAction<GameAlert>)
  }

  enum GameAlert: Equatable {
    case quitButtonTapped
  }

  private let gameReducer = Reducer<GameState, GameAction, Void>.empty

  @Test func `a game presents an alert`() {
    let presenting =
      gameReducer.presenting(dialog: \.alert, action: /GameAction.alert)
    let store = TestStore(
      initialState: GameState(
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
