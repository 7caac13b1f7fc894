// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// The examples in the comments of stacks, of their stores, and of test scopes.
@Suite struct StackCommentTests {
  enum StandupForm {
    struct State: Equatable {
      var title = ""
    }

    enum Action: Equatable {
      case titleChanged(String)
      case doneButtonTapped
    }

    static let reducer = Reducer<State, Action, Void> { state, action, _ in
      switch action {
      case .titleChanged(let title):
        state.title = title
        return .none
      case .doneButtonTapped: return .dismiss
      }
    }
  }

  enum Detail {
    struct State: Equatable {
      var id = 1
      var text = ""
      var form: StandupForm.State?
    }

    enum Action: FeatureAction, Equatable {
      case editButtonTapped
      case deleteButtonTapped
      case loaded(String)
      case form(PresentationAction<StandupForm.Action>)

      enum Output: Equatable {
        case deleted(Int)
      }
    }

    struct Environment: Sendable {
      struct Books: Sendable {
        var load: @Sendable (Int) -> Effect<String, Never> = { Effect(value: "Book \($0)") }
      }

      var books = Books()
    }

    static let reducer = Reducer<State, Action, Environment> { state, action, _ in
      switch action {
      case .editButtonTapped:
        state.form = StandupForm.State(title: "Standup")
      case .deleteButtonTapped: return .output(.deleted(state.id))
      case .loaded(let text):
        state.text = text
      case .form: break
      }
      return .none
    }
    .presenting(\.form, action: /Action.form, StandupForm.reducer)
  }

  enum Editor {
    struct State: Equatable {}

    enum Action: Equatable {
      case closeButtonTapped
    }

    static let reducer = Reducer<State, Action, Void> { _, _, _ in .dismiss }
  }

  enum BookScreen {
    enum State: Equatable {
      case detail(Detail.State)
      case editor(Editor.State)
    }

    enum Action: Equatable {
      case detail(Detail.Action)
      case editor(Editor.Action)
    }

    static let reducer = Reducer<State, Action, Detail.Environment>.combine(
      Detail.reducer.pullback(
        state: /State.detail,
        action: /Action.detail
      ),
      Editor.reducer
        .pullback(
          state: /State.editor,
          action: /Action.editor
        )
    )
  }

  enum AppFeature {
    static let reducer = Reducer<State, Action, Environment>.combine(
      BookScreen.reducer.environment(\.screens).forEach(stack: \.path, action: /Action.path),
      .withoutEffects { state, action in
        guard case .bookTapped(let id) = action else { return }
        state.path.append(.detail(Detail.State(id: id)))
      }
    )
  }

  struct Title: Equatable, Identifiable {
    let id: Int
  }

  /// The types that the comment of a stack's actions declares.
  enum Stack {
    enum AppFeature {
      enum Action: Equatable {
        case path(StackAction<BookScreen.State, BookScreen.Action>)
        case bookTapped(Int)
      }
    }
  }

  private let listening =
    AppFeature.reducer.onOutput(of: Detail.Action.self) { output, state, _, _ in
      switch output {
      case .deleted(let id):
        state.titles[id: id] = nil
      }
      return .none
    }

  private var store: TestStore<AppFeature.State, AppFeature.Action, AppFeature.Environment> {
    TestStore(
      initialState: AppFeature.State(path: [.detail(Detail.State())]),
      reducer: listening,
      environment: AppFeature.Environment()
    )
  }

  @Test func `a stack assigns ids`() {
    var path: StackState<BookScreen.State> = [.detail(Detail.State(id: 1))]
    path.append(.editor(Editor.State()))
    print(path.ids)  // [0, 1]
    path.pop(from: 1)
    #expect(path == [.detail(Detail.State(id: 1))])
  }

  @Test func `screens are pushed and popped`() {
    let store = store
    store.send(.bookTapped(2)) { $0.path.append(.detail(Detail.State(id: 2))) }
    store.send(.path(.popFrom(id: 0))) { $0.path = [] }
  }

  @Test func `a test store can be scoped to a screen`() {
    let store = store
    let detail = store.screen(0, of: \.path, /AppFeature.Action.path)
      .part(/BookScreen.State.detail, /BookScreen.Action.detail)
    let form = detail.presented(\.form, /Detail.Action.form)
    detail.send(.editButtonTapped) { $0.form = StandupForm.State(title: "Standup") }
    form.send(.titleChanged("Retro")) { $0.title = "Retro" }
    form.send(.doneButtonTapped)
    detail.receive(/Detail.Action.form) { $0.form = nil }
    detail.send(.deleteButtonTapped, parent: { $0.titles[id: 1] = nil })
  }

  @Test func `a test store can be scoped to a kind of destination`() {
    enum Destination {
      enum State: Equatable {
        case edit(StandupForm.State)
        case help
      }

      enum Action: Equatable {
        case edit(StandupForm.Action)
      }

      static let reducer = Reducer<State, Action, Void>.combine(
        StandupForm.reducer.pullback(state: /State.edit, action: /Action.edit)
      )
    }
    enum AppFeature {
      struct State: Equatable {
        var destination: Destination.State?
      }

      enum Action: Equatable {
        case destination(PresentationAction<Destination.Action>)
      }
    }
    let store = TestStore(
      initialState: AppFeature.State(destination: .edit(StandupForm.State(title: "Standup"))),
      reducer: Reducer<AppFeature.State, AppFeature.Action, Void>.empty
        .presenting(\.destination, action: /AppFeature.Action.destination, Destination.reducer),
      environment: ()
    )
    let form = store.presented(\.destination, /AppFeature.Action.destination)
      .part(/Destination.State.edit, /Destination.Action.edit)
    form.send(.titleChanged("Retro")) { $0.title = "Retro" }
  }

  @Test func `a detail starts to load when it is mounted`() {
    let loading =
      Detail.reducer.onMount { state, environment in
        environment.books.load(state.id).map(Detail.Action.loaded)
      }
    let app: Reducer<AppFeature.State, AppFeature.Action, AppFeature.Environment> =
      loading
      .pullback(state: /BookScreen.State.detail, action: /BookScreen.Action.detail)
      .environment(\.screens)
      .forEach(stack: \.path, action: /AppFeature.Action.path)
    let store = TestStore(
      initialState: AppFeature.State(path: [.detail(Detail.State())]),
      reducer: app,
      environment: AppFeature.Environment()
    )
    let detail = store.screen(0, of: \.path, /AppFeature.Action.path)
      .part(/BookScreen.State.detail, /BookScreen.Action.detail)
    detail.receive(/Detail.Action.loaded) { $0.text = "Book 1" }
  }

  @MainActor @Test func `a store shows screens`() throws {
    let store = Store(
      initialState: AppFeature.State(path: [.detail(Detail.State())]),
      reducer: listening,
      environment: AppFeature.Environment()
    )
    var shown: [BookScreen.State] = []
    func show(_ screen: Store<BookScreen.State, BookScreen.Action>) { shown.append(screen.state) }
    let id = 0
    if let screen = store.scope(screen: id, of: \.path, action: AppFeature.Action.path) {
      show(screen)
    }
    #expect(shown.count == 1)
    let path = store.scope(state: \.path, action: AppFeature.Action.path)
    path.popScreens(toMatch: [])  // back to the root
    #expect(path.isEmpty)
  }
}

extension StackCommentTests.AppFeature {
  typealias Action = StackCommentTests.Stack.AppFeature.Action

  struct State: Equatable {
    var path: StackState<StackCommentTests.BookScreen.State> = []
    var titles: IdentifiedArrayOf<StackCommentTests.Title> = [StackCommentTests.Title(id: 1)]
  }

  struct Environment: Sendable {
    var screens = StackCommentTests.Detail.Environment()
  }
}
