// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

/// The examples in the comments of rules, subscriptions, retries and values that a binding stores.
@Suite struct RunningCommentTests {
  // MARK: Rules

  struct SaveID: Hashable {}

  @Test func `a second tap does nothing while a draft is being saved`() {
    struct EditorState: Equatable { var draft = "" }
    enum EditorAction: Equatable {
      case saveButtonTapped
      case saved(Bool)
    }
    struct Environment: Sendable {
      var save: @Sendable (String) -> Effect<Bool, Never>
    }
    let reducer = Reducer<EditorState, EditorAction, Environment> { state, action, environment in
      switch action {
      case .saveButtonTapped:
        // A second tap does nothing while the draft is being saved.
        return environment.save(state.draft)
          .map(EditorAction.saved)
          .cancellable(id: SaveID(), whenRunning: .ignoreNew)
      case .saved: return .none
      }
    }
    let answers = Subject<Bool, Never>()
    let store = TestStore(
      initialState: EditorState(),
      reducer: reducer,
      environment: Environment(save: { _ in answers.effect.prefix(1) })
    )
    store.send(.saveButtonTapped)
    store.send(.saveButtonTapped)
    answers.send(true)
    store.receive(.saved(true))
  }

  // MARK: Subscriptions

  struct PlayerState: Equatable {
    var songID: Int?
    var progress = 0
  }

  enum PlayerAction: Equatable {
    case progressed(Int)
    case songTapped(Int?)
  }

  struct AudioPlayer: Sendable {
    var progress: @Sendable (Int) -> Effect<Int, Never>
  }

  struct PlayerEnvironment: Sendable {
    var audioPlayer: AudioPlayer
  }

  @Test func `the progress of a song is followed`() {
    let playerReducer = Reducer<PlayerState, PlayerAction, PlayerEnvironment> { state, action, _ in
      switch action {
      case .progressed(let progress): state.progress = progress
      case .songTapped(let id): state.songID = id
      }
      return .none
    }
    let following =
      playerReducer.subscription(to: \.songID) { id, environment in
        environment.audioPlayer.progress(id).map(PlayerAction.progressed)
      }
    let seconds = Subject<Int, Never>()
    let store = TestStore(
      initialState: PlayerState(),
      reducer: following,
      environment: PlayerEnvironment(
        audioPlayer: AudioPlayer(progress: { id in seconds.effect.map { $0 + 100 * id } })
      )
    )
    store.send(.songTapped(1)) { $0.songID = 1 }
    seconds.send(5)
    store.receive(.progressed(105)) { $0.progress = 105 }
    store.send(.songTapped(nil)) { $0.songID = nil }
  }

  struct ChatState: Equatable {
    var openRooms: Set<Int> = []
    var messages: [String] = []
  }

  enum RoomAction: Equatable {
    case received(String)
  }

  enum ChatAction: Equatable {
    case opened(Set<Int>)
    case room(id: Int, action: RoomAction)
  }

  struct ChatEnvironment: Sendable {
    var messages: @Sendable (Int) -> Effect<String, Never>
  }

  @Test func `each open room is listened to`() {
    let chatReducer = Reducer<ChatState, ChatAction, ChatEnvironment> { state, action, _ in
      switch action {
      case .opened(let rooms): state.openRooms = rooms
      case .room(let id, .received(let message)): state.messages.append("\(id): \(message)")
      }
      return .none
    }
    let listening =
      chatReducer.subscriptions(for: \.openRooms) { room, environment in
        environment.messages(room).map { ChatAction.room(id: room, action: .received($0)) }
      }
    let messages = Subject<String, Never>()
    let store = TestStore(
      initialState: ChatState(),
      reducer: listening,
      environment: ChatEnvironment(messages: { _ in messages.effect })
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

  struct LibraryEnvironment: Sendable {
    var load: @Sendable () -> Effect<Int, LoadError>
    var mainQueue = DispatchQueue.test
  }

  enum LibraryAction: Equatable {
    case load
    case loaded(Result<Int, LoadError>)
  }

  @Test func `something is loaded again`() {
    let count = Recorder(0)
    let environment = LibraryEnvironment(load: {
      .task { () async throws(LoadError) in
        count.update { $0 += 1 }
        if count.value < 3 { throw LoadError() }
        return count.value
      }
    })
    let reducer = Reducer<Int, LibraryAction, LibraryEnvironment> { state, action, environment in
      guard case .load = action else { return .none }
      return environment.load()
        .retry(.exponential(attempts: 5, from: 0.5, to: 10), on: environment.mainQueue) { error in
          error.isTemporary
        }
        .catchToEffect()
        .map(LibraryAction.loaded)
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

  struct SearchState: Equatable {
    var query = ""
    var results: [String] = []
  }

  enum SearchAction: Equatable {
    case binding(BindingAction<SearchState>)
    case searchButtonTapped
  }

  struct SearchEnvironment: Sendable {
    var search: @Sendable (String) -> Effect<[String], Never>
  }

  @Test func `results are stored by a binding`() {
    let reducer = Reducer<SearchState, SearchAction, SearchEnvironment> {
      state,
      action,
      environment in
      switch action {
      case .binding: return .none
      case .searchButtonTapped:
        return environment.search(state.query)
          .set(\.results, by: /SearchAction.binding)
      }
    }
    .binding(action: /SearchAction.binding)
    let store = TestStore(
      initialState: SearchState(query: "a"),
      reducer: reducer,
      environment: SearchEnvironment(search: { Effect(value: [$0]) })
    )
    store.send(.searchButtonTapped)
    store.receive(.binding(.set(\.results, ["a"]))) { $0.results = ["a"] }
  }
}
