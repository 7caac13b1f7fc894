// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// The examples in the comments of stacks, of their stores, and of test scopes.
@Suite struct StackCommentTests {
  struct FormState: Equatable {
    var title = ""
  }

  enum FormAction: Equatable {
    case titleChanged(String)
    case doneButtonTapped
  }

  private static let formReducer = Reducer<FormState, FormAction, Void> { state, action, _ in
    switch action {
    case .titleChanged(let title):
      state.title = title
      return .none
    case .doneButtonTapped: return .dismiss
    }
  }

  struct DetailState: Equatable {
    var id = 1
    var text = ""
    var form: FormState?
  }

  enum DetailAction: FeatureAction, Equatable {
    case editButtonTapped
    case deleteButtonTapped
    case loaded(String)
    case form(PresentationAction<FormAction>)

    enum Output: Equatable {
      case deleted(Int)
    }
  }

  struct DetailEnvironment: Sendable {
    struct Books: Sendable {
      var load: @Sendable (Int) -> Effect<String, Never> = { Effect(value: "Book \($0)") }
    }

    var books = Books()
  }

  private static let detailReducer = Reducer<DetailState, DetailAction, DetailEnvironment> {
    state,
    action,
    _ in
    switch action {
    case .editButtonTapped:
      state.form = FormState(title: "Standup")
      return .none
    case .deleteButtonTapped: return .output(.deleted(state.id))
    case .loaded(let text):
      state.text = text
      return .none
    case .form: return .none
    }
  }
  .presenting(\.form, action: /DetailAction.form, formReducer)

  private let detailReducer = Self.detailReducer

  struct EditorState: Equatable {}

  enum EditorAction: Equatable {
    case closeButtonTapped
  }

  enum ScreenState: Equatable {
    case detail(DetailState)
    case editor(EditorState)
  }

  enum ScreenAction: Equatable {
    case detail(DetailAction)
    case editor(EditorAction)
  }

  private static let screenReducer = Reducer<ScreenState, ScreenAction, DetailEnvironment>.combine(
    detailReducer.pullback(
      state: /ScreenState.detail,
      action: /ScreenAction.detail
    ),
    Reducer<EditorState, EditorAction, Void> { _, _, _ in .dismiss }
      .pullback(
        state: /ScreenState.editor,
        action: /ScreenAction.editor
      )
  )

  struct AppState: Equatable {
    var path: StackState<ScreenState> = []
    var titles: IdentifiedArrayOf<Title> = [Title(id: 1)]
  }

  struct Title: Equatable, Identifiable {
    let id: Int
  }

  enum AppAction: Equatable {
    case path(StackAction<ScreenState, ScreenAction>)
    case bookTapped(Int)
  }

  struct AppEnvironment: Sendable {
    var screens = DetailEnvironment()
  }

  private let appReducer: Reducer<AppState, AppAction, AppEnvironment> = {
    let screenReducer = StackCommentTests.screenReducer
    let appReducer = Reducer<AppState, AppAction, AppEnvironment>.combine(
      screenReducer.environment(\.screens).forEach(stack: \.path, action: /AppAction.path),
      Reducer { state, action, _ in
        guard case .bookTapped(let id) = action else { return .none }
        state.path.append(.detail(DetailState(id: id)))
        return .none
      }
    )
    return appReducer.onOutput(of: DetailAction.self) { output, state, _, _ in
      switch output {
      case .deleted(let id):
        state.titles[id: id] = nil
        return .none
      }
    }
  }()

  private var store: TestStore<AppState, AppAction, AppEnvironment> {
    TestStore(
      initialState: AppState(path: [.detail(DetailState())]),
      reducer: appReducer,
      environment: AppEnvironment()
    )
  }

  @Test func `a stack assigns ids`() {
    var path: StackState<ScreenState> = [.detail(DetailState(id: 1))]
    path.append(.editor(EditorState()))
    print(path.ids)  // [0, 1]
    path.pop(from: 1)
    #expect(path == [.detail(DetailState(id: 1))])
  }

  @Test func `screens are pushed and popped`() {
    let store = store
    store.send(.bookTapped(2)) { $0.path.append(.detail(DetailState(id: 2))) }
    store.send(.path(.popFrom(id: 0))) { $0.path = [] }
  }

  @Test func `a test has a scope of a screen`() {
    let store = store
    let detail = store.screen(0, of: \.path, /AppAction.path)
      .part(/ScreenState.detail, /ScreenAction.detail)
    let form = detail.presented(\.form, /DetailAction.form)
    detail.send(.editButtonTapped) { $0.form = FormState(title: "Standup") }
    form.send(.titleChanged("Retro")) { $0.title = "Retro" }
    form.send(.doneButtonTapped)
    detail.receive(/DetailAction.form) { $0.form = nil }
    detail.send(.deleteButtonTapped, parent: { $0.titles[id: 1] = nil })
  }

  @Test func `a test has a scope of a kind of destination`() {
    enum Destination: Equatable {
      case edit(FormState)
      case help
    }
    enum DestinationAction: Equatable {
      case edit(FormAction)
    }
    struct AppState: Equatable {
      var destination: Destination?
    }
    enum AppAction: Equatable {
      case destination(PresentationAction<DestinationAction>)
    }
    let destinationReducer = Reducer<Destination, DestinationAction, Void>.combine(
      Self.formReducer.pullback(state: /Destination.edit, action: /DestinationAction.edit)
    )
    let store = TestStore(
      initialState: AppState(destination: .edit(FormState(title: "Standup"))),
      reducer: Reducer<AppState, AppAction, Void>.empty
        .presenting(\.destination, action: /AppAction.destination, destinationReducer),
      environment: ()
    )
    let form = store.presented(\.destination, /AppAction.destination)
      .part(/Destination.edit, /DestinationAction.edit)
    form.send(.titleChanged("Retro")) { $0.title = "Retro" }
  }

  @Test func `a detail begins to load`() {
    let loading =
      detailReducer.onMount { state, environment in
        environment.books.load(state.id).map(DetailAction.loaded)
      }
    let app: Reducer<AppState, AppAction, AppEnvironment> =
      loading
      .pullback(state: /ScreenState.detail, action: /ScreenAction.detail)
      .environment(\.screens)
      .forEach(stack: \.path, action: /AppAction.path)
    let store = TestStore(
      initialState: AppState(path: [.detail(DetailState())]),
      reducer: app,
      environment: AppEnvironment()
    )
    let detail = store.screen(0, of: \.path, /AppAction.path)
      .part(/ScreenState.detail, /ScreenAction.detail)
    detail.receive(/DetailAction.loaded) { $0.text = "Book 1" }
  }

  @MainActor @Test func `a store shows screens`() throws {
    let store = Store(
      initialState: AppState(path: [.detail(DetailState())]),
      reducer: appReducer,
      environment: AppEnvironment()
    )
    var shown: [ScreenState] = []
    func show(_ screen: Store<ScreenState, ScreenAction>) { shown.append(screen.state) }
    let id = 0
    if let screen = store.scope(screen: id, of: \.path, action: AppAction.path) {
      show(screen)
    }
    #expect(shown.count == 1)
    let path = store.scope(state: \.path, action: AppAction.path)
    path.popScreens(toMatch: [])  // back to the root
    #expect(path.isEmpty)
  }
}
