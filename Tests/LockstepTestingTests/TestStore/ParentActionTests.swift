// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// A scoped test store sends the actions of a part, and receives those of the part and of the whole.
@Suite struct ParentActionTests {
  // MARK: A screen with states and actions of its view, as they were written in 2021

  struct SearchState: Equatable {
    var query = ""
    var results: [String] = []
    var isSearching = false
    var favorites: [String] = []
  }

  enum SearchAction: Equatable {
    case favoriteButtonTapped(String)
    case favoritesChanged([String])
    case queryChanged(String)
    case response(Result<[String], SearchError>)
    case searchButtonTapped
  }

  struct SearchError: Error, Equatable {}

  struct SearchEnvironment: Sendable {
    var mainQueue: SchedulerOf<DispatchQueue>
    var search: @Sendable (String) -> Effect<[String], SearchError>
  }

  static let searchReducer = Reducer<SearchState, SearchAction, SearchEnvironment> {
    state,
    action,
    environment in
    switch action {
    case .favoriteButtonTapped(let result):
      return Effect(value: .favoritesChanged(state.favorites + [result]))
    case .favoritesChanged(let favorites):
      state.favorites = favorites
      return .none
    case .queryChanged(let query):
      state.query = query
      return .none
    case .response(let result):
      state.isSearching = false
      state.results = (try? result.get()) ?? []
      return .none
    case .searchButtonTapped:
      state.isSearching = true
      return environment.search(state.query)
        .receive(on: environment.mainQueue)
        .catchToEffect()
        .map(SearchAction.response)
    }
  }

  enum SearchView {
    struct ViewState: Equatable {
      var isButtonDisabled: Bool
      var query: String
      var title: String

      init(state: SearchState) {
        isButtonDisabled = state.query.isEmpty || state.isSearching
        query = state.query
        title = "\(state.results.count) results"
      }
    }

    enum ViewAction: Equatable {
      case buttonTapped
      case queryChanged(String)
      case starTapped(String)
    }
  }

  private typealias SearchStore = TestStore<SearchState, SearchAction, SearchEnvironment>

  private func makeStore(
    _ mainQueue: SchedulerOf<DispatchQueue> = .immediate
  ) -> SearchStore {
    TestStore(
      initialState: SearchState(),
      reducer: Self.searchReducer,
      environment: SearchEnvironment(
        mainQueue: mainQueue,
        search: { query in Effect(value: [query, "\(query)s"]) }
      )
    )
  }

  @Test func `a scoped test store sends view actions and receives feature actions`() {
    let mainQueue = DispatchQueue.test
    let store = makeStore(mainQueue)
      .scope(state: SearchView.ViewState.init, action: SearchAction.init)

    store.send(.queryChanged("swift")) {
      $0.query = "swift"
      $0.isButtonDisabled = false
    }
    store.send(.buttonTapped) {
      $0.isButtonDisabled = true
    }
    mainQueue.advance()
    store.receive(.response(.success(["swift", "swifts"]))) {
      $0.isButtonDisabled = false
      $0.title = "2 results"
    }
    store.send(.starTapped("swift"))
    store.receive(.favoritesChanged(["swift"]))
  }

  @Test func `a scoped test store waits for feature actions`() async {
    let store = makeStore().scope(
      state: SearchView.ViewState.init,
      action: SearchAction.init(viewAction:)
    )
    store.environment.search = { query in
      .task { () async throws(SearchError) in await Task.detached { [query] }.value }
    }
    store.send(.queryChanged("a")) {
      $0.query = "a"
      $0.isButtonDisabled = false
    }
    store.send(.buttonTapped) { $0.isButtonDisabled = true }
    await store.receive(.response(.success(["a"])), timeout: .seconds(60)) {
      $0.isButtonDisabled = false
      $0.title = "1 results"
    }
  }

  @Test func `every receive method accepts feature actions`() async {
    let store = makeStore()
    let view = store.scope(state: SearchView.ViewState.init, action: SearchAction.init)
    view.send(.starTapped("a"))
    view.parent.receive(/SearchAction.favoritesChanged)
    view.send(.starTapped("b"))
    view.parent.receive(/SearchAction.favoritesChanged, ["a", "b"])
    view.send(.starTapped("c"))
    view.parent.receive(/SearchAction.favoritesChanged, where: { $0.count == 3 })
    view.send(.starTapped("d"))
    await view.parent.receive(/SearchAction.favoritesChanged, timeout: .zero)
    view.parent.assert(
      .send(.queryChanged("e")) {
        $0.query = "e"
        $0.isButtonDisabled = false
      },
      .send(.favoriteButtonTapped("e")),
      .receive(.favoritesChanged(["a", "b", "c", "d", "e"]))
    )
    view.assert(
      .send(.starTapped("f")),
      .do { view.receive(.favoritesChanged(["a", "b", "c", "d", "e", "f"])) }
    )
    #expect(view.parent.state == view.state)
    #expect(store.state.favorites.count == 6)
  }

  @Test func `a scoped test store converts to a test store of its part`() {
    let store = makeStore()
    let view: TestStore<SearchView.ViewState, SearchView.ViewAction, SearchEnvironment> =
      store.scope(state: SearchView.ViewState.init, action: SearchAction.init)
    view.send(.queryChanged("a")) {
      $0.query = "a"
      $0.isButtonDisabled = false
    }
    view.scope(state: \.query).send(.queryChanged("b")) { $0 = "b" }
    #expect(store.state.query == "b")
  }

  @Test func `a view action takes precedence over a feature action of the same name`() {
    let store = TestStore(
      initialState: 0,
      reducer: Reducer<Int, NamedAction, Void> { state, action, _ in
        state += 1
        return action == .view(.tapped) ? Effect(value: .view(.closed)) : .none
      },
      environment: ()
    )
    let view = store.scope(state: { $0 }, action: NamedAction.view)
    view.send(.tapped) { $0 = 1 }
    view.receive(.closed) { $0 = 2 }
  }

  enum NamedAction: Equatable {
    case closed
    case view(ViewAction)

    enum ViewAction: Equatable {
      case closed
      case tapped
    }
  }

  @Test func `a nested scope receives the actions of the root store`() {
    enum AppAction: Equatable {
      case search(SearchAction)
      case titleChanged(String)
    }
    struct AppState: Equatable {
      var search = SearchState()
      var title = ""
    }
    let store = TestStore(
      initialState: AppState(),
      reducer: Reducer<AppState, AppAction, SearchEnvironment>.combine(
        Self.searchReducer.pullback(
          state: \.search,
          action: /AppAction.search
        ),
        Reducer { state, action, _ in
          switch action {
          case .search(.favoritesChanged): return Effect(value: .titleChanged("Favorites"))
          case .search: return .none
          case .titleChanged(let title):
            state.title = title
            return .none
          }
        }
      ),
      environment: SearchEnvironment(mainQueue: .immediate, search: { _ in .none })
    )
    let search = store.scope(state: \.search, action: AppAction.search)
    let view = search.scope(state: SearchView.ViewState.init, action: SearchAction.init)
    let query = view.scope(state: \.query)
    view.send(.starTapped("a"))
    search.receive(.favoritesChanged(["a"])) { $0.favorites = ["a"] }
    view.receive(.titleChanged("Favorites"))
    view.send(.starTapped("b"))
    view.receive(.search(.favoritesChanged(["a", "b"])))
    query.receive(.titleChanged("Favorites"))
    query.send(.queryChanged("c")) { $0 = "c" }
    #expect(store.state.title == "Favorites")
  }

  @Test func `failures show the parent's actions and the scoped state`() {
    let file = "LockstepTestingTests/ParentActionTests.swift"
    let line = #line + 6
    let issues = withReportedIssues {
      let store = makeStore().scope(
        state: SearchView.ViewState.init,
        action: SearchAction.init(viewAction:)
      )
      store.send(.buttonTapped) { $0.isButtonDisabled = true }
      store.receive(.response(.failure(SearchError()))) { $0.title = "1 results" }
      store.receive(.favoritesChanged([]))
    }
    #expect(
      issues.map(\.description) == [
        """
        \(file):\(line): A state change was expected, but nothing has changed: …

        The closure of this step only sets what was already there:

        SearchView.ViewState(
          isButtonDisabled: true,
          query: "",
          title: "0 results"
        )

        Remove the closure to assert that nothing changes, or fix the closure or the reducer.
        """,
        """
        \(file):\(line + 1): Received an unexpected action: …

          SearchAction.response(
        -   Result<Array<String>, SearchError>.failure(
        -     SearchError()
        -   )
        +   Result<Array<String>, SearchError>.success(
        +     [
        +       "",
        +       "s",
        +     ]
        +   )
          )

        (Expected: -, Actual: +)

        Fix the effect that sends it, or expect in this step what was received:

        store.receive(.response(.success(["", "s"]))) { $0.title = "2 results" }
        """,
        """
        \(file):\(line + 2): Expected to receive an action, but no effect has sent one.

        Expected: SearchAction.favoritesChanged(
          []
        )

        No running effect could still do so.

        First make an effect send it, or remove this step.
        """,
      ]
    )
  }
}

extension ParentActionTests.SearchAction {
  init(viewAction: ParentActionTests.SearchView.ViewAction) {
    switch viewAction {
    case .buttonTapped: self = .searchButtonTapped
    case .queryChanged(let query): self = .queryChanged(query)
    case .starTapped(let result): self = .favoriteButtonTapped(result)
    }
  }
}
