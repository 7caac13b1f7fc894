// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

/// The examples in the comments of rules, subscriptions, retries and values that a binding stores.
@Suite struct RunningCommentTests {
  // MARK: Rules

  struct SaveID: Hashable {}

  enum Editor {
    struct State: Equatable {
      var draft = ""
    }

    enum Action: Equatable {
      case saveButtonTapped
      case saved(Bool)
    }

    struct Environment: Sendable {
      var save: @Sendable (String) -> Effect<Bool, Never>
    }
  }

  @Test func `a second tap does nothing while a draft is being saved`() {
    let reducer = Reducer<Editor.State, Editor.Action, Editor.Environment> {
      state,
      action,
      environment in
      switch action {
      case .saveButtonTapped:
        // A second tap does nothing while the draft is being saved.
        return environment.save(state.draft)
          .map(Editor.Action.saved)
          .cancellable(id: SaveID(), whenRunning: .ignoreNew)
      case .saved: return .none
      }
    }
    let answers = Subject<Bool, Never>()
    let store = TestStore(
      initialState: Editor.State(),
      reducer: reducer,
      environment: Editor.Environment(save: { _ in answers.effect.prefix(1) })
    )
    store.send(.saveButtonTapped)
    store.send(.saveButtonTapped)
    answers.send(true)
    store.receive(.saved(true))
  }

  // MARK: Subscriptions

  enum Player {
    struct State: Equatable {
      var songID: Int?
      var progress = 0
    }

    enum Action: Equatable {
      case progressed(Int)
      case songTapped(Int?)
    }

    struct Environment: Sendable {
      var audioPlayer: AudioPlayer
    }

    static let reducer = Reducer<State, Action, Environment>.withoutEffects { state, action in
      switch action {
      case .progressed(let progress): state.progress = progress
      case .songTapped(let id): state.songID = id
      }
    }
  }

  struct AudioPlayer: Sendable {
    var progress: @Sendable (Int) -> Effect<Int, Never>
  }

  @Test func `the progress of a song is followed`() {
    let following =
      Player.reducer.subscription(to: \.songID) { id, environment in
        environment.audioPlayer.progress(id).map(Player.Action.progressed)
      }
    let seconds = Subject<Int, Never>()
    let store = TestStore(
      initialState: Player.State(),
      reducer: following,
      environment: Player.Environment(
        audioPlayer: AudioPlayer(progress: { id in seconds.effect.map { $0 + 100 * id } })
      )
    )
    store.send(.songTapped(1)) { $0.songID = 1 }
    seconds.send(5)
    store.receive(.progressed(105)) { $0.progress = 105 }
    store.send(.songTapped(nil)) { $0.songID = nil }
  }

  enum Chat {
    struct State: Equatable {
      var openRooms: Set<Int> = []
      var messages: [String] = []
    }

    enum Action: Equatable {
      case opened(Set<Int>)
      case room(id: Int, action: Room.Action)
    }

    struct Environment: Sendable {
      var messages: @Sendable (Int) -> Effect<String, Never>
    }

    static let reducer = Reducer<State, Action, Environment>.withoutEffects { state, action in
      switch action {
      case .opened(let rooms): state.openRooms = rooms
      case .room(let id, .received(let message)): state.messages.append("\(id): \(message)")
      }
    }
  }

  enum Room {
    enum Action: Equatable {
      case received(String)
    }
  }

  @Test func `a subscription receives the messages of each open room`() {
    let listening =
      Chat.reducer.subscriptions(for: \.openRooms) { room, environment in
        environment.messages(room).map { Chat.Action.room(id: room, action: .received($0)) }
      }
    let messages = Subject<String, Never>()
    let store = TestStore(
      initialState: Chat.State(),
      reducer: listening,
      environment: Chat.Environment(messages: { _ in messages.effect })
    )
    store.send(.opened([1, 2])) { $0.openRooms = [1, 2] }
    messages.send("Hi")
    store.receive(.room(id: 1, action: .received("Hi"))) { $0.messages = ["1: Hi"] }
    store.receive(.room(id: 2, action: .received("Hi"))) { $0.messages = ["1: Hi", "2: Hi"] }
    store.send(.opened([])) { $0.openRooms = [] }
  }

  // MARK: Retries

  struct LoadError: Error, Equatable {
    var isTemporary = true
  }

  enum Library {
    enum Action: Equatable {
      case load
      case loaded(Result<Int, LoadError>)
    }

    struct Environment: Sendable {
      var load: @Sendable () -> Effect<Int, LoadError>
      var mainQueue = DispatchQueue.test
    }
  }

  @Test func `a failed load is retried`() {
    let count = Recorder(0)
    let environment = Library.Environment(load: {
      .task { () async throws(LoadError) in
        count.update { $0 += 1 }
        if count.value < 3 { throw LoadError() }
        return count.value
      }
    })
    let reducer = Reducer<Int, Library.Action, Library.Environment> { state, action, environment in
      guard case .load = action else { return .none }
      return environment.load()
        .retry(.exponential(attempts: 5, from: 0.5, to: 10), on: environment.mainQueue) { error in
          error.isTemporary
        }
        .catchToEffect()
        .map(Library.Action.loaded)
    }
    let store = TestStore(initialState: 0, reducer: reducer, environment: environment)
    store.send(.load)
    environment.mainQueue.advance(by: 1.5)
    store.receive(.loaded(.success(3)))
    let effect =
      environment.load()
      .retry(.exponential(attempts: 5, from: 0.5, to: 10), on: environment.mainQueue)
    #expect(withExtendedLifetime(effect) { count.value } == 3)
  }

  // MARK: Values that a binding stores

  enum Search {
    struct State: Equatable {
      var query = ""
      var results: [String] = []
    }

    enum Action: Equatable {
      case binding(BindingAction<State>)
      case searchButtonTapped
    }

    struct Environment: Sendable {
      var search: @Sendable (String) -> Effect<[String], Never>
    }
  }

  @Test func `results are stored by a binding`() {
    let reducer = Reducer<Search.State, Search.Action, Search.Environment> {
      state,
      action,
      environment in
      switch action {
      case .binding: return .none
      case .searchButtonTapped:
        return environment.search(state.query)
          .set(\.results, by: /Search.Action.binding)
      }
    }
    .binding(action: /Search.Action.binding)
    let store = TestStore(
      initialState: Search.State(query: "a"),
      reducer: reducer,
      environment: Search.Environment(search: { Effect(value: [$0]) })
    )
    store.send(.searchButtonTapped)
    store.receive(.binding(.set(\.results, ["a"]))) { $0.results = ["a"] }
  }
}
