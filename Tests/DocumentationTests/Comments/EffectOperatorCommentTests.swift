// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTesting
import Testing

/// The examples in the comments of `Sources/Lockstep/Effects`: operators, and effects in reducers.
@Suite struct EffectOperatorCommentTests {
  struct SearchID: Hashable {}

  enum Search {
    enum Action: Equatable {
      case queryChanged(String)
      case cancelButtonTapped
      case response(Result<[String], LoadError>)
    }

    struct Environment: Sendable {
      var mainQueue: SchedulerOf<DispatchQueue>
      var search: @Sendable (String) -> Effect<[String], LoadError>
    }
  }

  @Test func `a new search cancels the previous search`() {
    let reducer = Reducer<String, Search.Action, Search.Environment> { _, action, environment in
      switch action {
      case .queryChanged(let query):
        return environment.search(query)
          .receive(on: environment.mainQueue)
          .catchToEffect()
          .map(Search.Action.response)
          .cancellable(id: SearchID(), cancelInFlight: true)
      case .cancelButtonTapped:
        return .cancel(id: SearchID())
      case .response:
        return .none
      }
    }
    let mainQueue = DispatchQueue.test
    let store = TestStore(
      initialState: "",
      reducer: reducer,
      environment: Search.Environment(
        mainQueue: mainQueue,
        search: { Effect(value: [$0]) }
      )
    )
    store.send(.queryChanged("a"))
    store.send(.queryChanged("ab"))
    mainQueue.advance()
    store.receive(.response(.success(["ab"])))
    store.send(.queryChanged("abc"))
    store.send(.cancelButtonTapped)
    mainQueue.advance()
  }

  @Test func `one effect follows another`() {
    enum Action: Equatable {
      case saved
      case closed
    }
    struct Environment: Sendable {
      var save: @Sendable (String) -> Effect<Action, Never>
    }
    func saveAndClose(_ draft: String, _ environment: Environment) -> Effect<Action, Never> {
      environment.save(draft).concatenate(with: Effect(value: .closed))
    }
    let actions = Recorder<[Action]>([])
    let cancellable = saveAndClose("Draft", Environment { _ in Effect(value: .saved) })
      .sink { action in actions.update { $0.append(action) } }
    #expect(actions.value == [.saved, .closed])
    cancellable.cancel()
  }

  struct SavedGames: Codable, Equatable, Sendable {
    var count: Int
  }

  struct FileEnvironment: Sendable {
    var load: @Sendable (String) -> Effect<Data, any Error>
  }

  @Test func `an effect decodes data`() async throws {
    enum Action {
      case savedGamesLoaded(Result<SavedGames, any Error>)
    }
    func load(_ environment: FileEnvironment) -> Effect<Action, Never> {
      environment.load("saved-games.json")
        .decode(type: SavedGames.self, decoder: JSONDecoder())
        .catchToEffect()
        .map(Action.savedGamesLoaded)
    }
    let environment = FileEnvironment(load: { _ in Effect(value: Data(#"{"count":2}"#.utf8)) })
    guard case .savedGamesLoaded(let result)? = await load(environment).value() else {
      Issue.record("Nothing is loaded.")
      return
    }
    #expect(try result.get() == SavedGames(count: 2))
  }

  struct FileClient: Sendable {
    var load: @Sendable () -> Effect<Int, Never>
  }

  enum Settings {
    enum Action: Equatable {
      case appeared
      case loaded(Int)
    }

    struct Environment: Sendable {
      var backgroundQueue: SchedulerOf<DispatchQueue>
      var fileClient: FileClient
      var mainQueue: SchedulerOf<DispatchQueue>
    }
  }

  @Test func `work runs on one queue, and its values are received on another queue`() {
    let reducer = Reducer<Int, Settings.Action, Settings.Environment> {
      state,
      action,
      environment in
      if case .loaded(let value) = action {
        state = value
        return .none
      }
      return environment.fileClient.load()
        .subscribe(on: environment.backgroundQueue)
        .receive(on: environment.mainQueue)
        .map(Settings.Action.loaded)
    }
    let backgroundQueue = DispatchQueue.test
    let mainQueue = DispatchQueue.test
    let store = TestStore(
      initialState: 0,
      reducer: reducer,
      environment: Settings.Environment(
        backgroundQueue: backgroundQueue,
        fileClient: FileClient(load: { .sync { 7 } }),
        mainQueue: mainQueue
      )
    )
    store.send(.appeared)
    mainQueue.advance()
    backgroundQueue.advance()
    mainQueue.advance()
    store.receive(.loaded(7)) { $0 = 7 }
  }

  struct Location: Equatable, Sendable {
    var city: String
    var street: String
  }

  struct LocationEnvironment: Sendable {
    var location: @Sendable () -> Effect<Location, Never>
  }

  @Test func `a predicate removes duplicate values`() async {
    enum Action: Equatable {
      case locationChanged(Location)
    }
    func changes(_ environment: LocationEnvironment) -> Effect<Action, Never> {
      environment.location()
        .removeDuplicates { $0.city == $1.city }
        .map(Action.locationChanged)
    }
    let places = [
      Location(city: "Berlin", street: "A"), Location(city: "Berlin", street: "B"),
      Location(city: "Hamburg", street: "C"),
    ]
    let environment = LocationEnvironment(location: { .merge(places.map { Effect(value: $0) }) })
    var found: [Action] = []
    for await action in changes(environment).values() { found.append(action) }
    #expect(found == [.locationChanged(places[0]), .locationChanged(places[2])])
  }

  struct Player: Equatable, Sendable {
    var avatarURL: String
  }

  struct AvatarEnvironment: Sendable {
    var currentPlayer: @Sendable () -> Effect<Player, Never>
    var download: @Sendable () -> Effect<String, Never>
    var loadAvatar: @Sendable (String) -> Effect<String, Never>
    var loadFromDisk: @Sendable () -> Effect<String, LoadError>
  }

  private let avatars = AvatarEnvironment(
    currentPlayer: { Effect(value: Player(avatarURL: "blob.png")) },
    download: { Effect(value: "downloaded") },
    loadAvatar: { Effect(value: "avatar of \($0)") },
    loadFromDisk: { Effect(error: LoadError()) }
  )

  @Test func `a value of one effect starts another effect`() async {
    #expect(await avatar(avatars).value() == "avatar of blob.png")
  }

  private func avatar(_ environment: AvatarEnvironment) -> Effect<String, Never> {
    environment.currentPlayer()
      .flatMap { environment.loadAvatar($0.avatarURL) }
  }

  @Test func `another effect replaces a failed effect`() async {
    #expect(await image(avatars).value() == "downloaded")
  }

  private func image(_ environment: AvatarEnvironment) -> Effect<String, Never> {
    environment.loadFromDisk()
      .catch { _ in environment.download() }
  }

  struct DiskClient: Sendable {
    var load: @Sendable () -> Int
  }

  struct DiskEnvironment: Sendable {
    var fileClient: DiskClient
  }

  @Test func `a value is computed when the effect is started`() async {
    enum Action: Equatable {
      case loaded(Int)
    }
    func load(_ environment: DiskEnvironment) -> Effect<Action, Never> {
      Effect.sync { environment.fileClient.load() }.map(Action.loaded)
    }
    let environment = DiskEnvironment(fileClient: DiskClient(load: { 7 }))
    #expect(await load(environment).value() == .loaded(7))
  }

  enum DiskError: Error, Equatable {
    case full
  }

  struct Disk: Sendable {
    var freeBytes = 0
    var hasRoom: Bool { freeBytes > 0 }
  }

  @Test func `a sync effect fails with the error that its function throws`() async throws {
    func read(_ url: URL) -> Effect<Result<Data, any Error>, Never> {
      Effect.sync { try Data(contentsOf: url) }.catchToEffect()
    }
    let missing = try #require(await read(URL(filePath: "/no-such-folder/file")).value())
    #expect(throws: CocoaError.self) { try missing.get() }
    func free(_ disk: Disk) -> Effect<Int, DiskError> {
      Effect.sync { () throws(DiskError) in
        guard disk.hasRoom else { throw DiskError.full }
        return disk.freeBytes
      }
    }
    #expect(try await free(Disk(freeBytes: 5)).value() == 5)
    await #expect(throws: DiskError.full) { try await free(Disk()).value() }
  }

  struct MessagesID: Hashable {}

  struct MessageEnvironment: Sendable {
    var messages: @Sendable () -> AsyncStream<String>
  }

  @Test func `an effect can be made from a sequence`() {
    enum Action: Equatable {
      case messageReceived(String)
      case onAppear
    }
    let reducer = Reducer<[String], Action, MessageEnvironment> { state, action, environment in
      switch action {
      case .onAppear:
        return Effect(environment.messages())
          .map(Action.messageReceived)
          .cancellable(id: MessagesID())
      case .messageReceived(let message):
        state.append(message)
        return .none
      }
    }
    let store = TestStore(
      initialState: [],
      reducer: reducer,
      environment: MessageEnvironment(
        messages: {
          AsyncStream {
            $0.yield("Hello")
            $0.finish()
          }
        }
      )
    )
    store.send(.onAppear)
    store.receive(.messageReceived("Hello")) { $0 = ["Hello"] }
  }

  struct ApiClient: Sendable {
    var currentPlayer: @Sendable () -> Effect<String, LoadError>
  }

  struct ApiEnvironment: Sendable {
    var apiClient: ApiClient
    var mainQueue: SchedulerOf<DispatchQueue>
  }

  @Test func `a failure becomes a value`() async {
    enum Action: Equatable {
      case currentPlayerResponse(Result<String, LoadError>)
    }
    func player(_ environment: ApiEnvironment) -> Effect<Action, Never> {
      environment.apiClient.currentPlayer()
        .receive(on: environment.mainQueue)
        .catchToEffect()
        .map(Action.currentPlayerResponse)
    }
    let environment = ApiEnvironment(
      apiClient: ApiClient(currentPlayer: { Effect(error: LoadError()) }),
      mainQueue: .immediate
    )
    let action = await player(environment).value()
    #expect(action == .currentPlayerResponse(.failure(LoadError())))
  }

  struct LoadError: Error, Equatable {}

  struct Game: Equatable, Sendable {
    init(_ data: Data) throws(LoadError) {
      if data.isEmpty { throw LoadError() }
    }
  }

  struct GameEnvironment: Sendable {
    var loadGame: @Sendable () -> Effect<Data, LoadError>
  }

  @Test func `an effect fails if its transform throws`() async {
    func game(_ environment: GameEnvironment) -> Effect<Game, LoadError> {
      environment.loadGame()
        .tryMap { (data) throws(LoadError) in try Game(data) }
    }
    let environment = GameEnvironment(loadGame: { Effect(value: Data()) })
    await #expect(throws: LoadError()) { try await game(environment).value() }
  }

  struct SavedGamesEnvironment: Sendable {
    var savedGames: @Sendable () -> Effect<Result<SavedGames, any Error>, Never>
  }

  @Test func `an effect unwraps a result`() async throws {
    func games(_ environment: SavedGamesEnvironment) -> Effect<SavedGames, any Error> {
      environment.savedGames()  // Effect<Result<SavedGames, any Error>, Never>
        .tryMap { try $0.get() }  // Effect<SavedGames, any Error>
    }
    let environment = SavedGamesEnvironment(
      savedGames: { Effect(value: .success(SavedGames(count: 2))) }
    )
    #expect(try await games(environment).value() == SavedGames(count: 2))
  }

  enum Counter {
    struct State: Equatable {
      var count = 2
      var fact: String?
    }

    enum Action: Equatable {
      case factButtonTapped
      case factResponse(Result<String, LoadError>)
    }

    struct Environment: Sendable {
      var fact: @Sendable (Int) -> Effect<String, LoadError>
      var mainQueue: SchedulerOf<DispatchQueue>
    }
  }

  @Test func `a button tap requests a fact`() {
    let reducer = Reducer<Counter.State, Counter.Action, Counter.Environment> {
      state,
      action,
      environment in
      switch action {
      case .factButtonTapped:
        return environment.fact(state.count)
          .receive(on: environment.mainQueue)
          .catchToEffect()
          .map(Counter.Action.factResponse)
      case .factResponse(let fact):
        state.fact = try? fact.get()
        return .none
      }
    }
    let store = TestStore(
      initialState: Counter.State(),
      reducer: reducer,
      environment: Counter.Environment(fact: { Effect(value: "\($0)") }, mainQueue: .immediate)
    )
    store.send(.factButtonTapped)
    store.receive(.factResponse(.success("2"))) { $0.fact = "2" }
  }

  struct StoreKitClient: Sendable {
    enum Event: Equatable, Sendable {
      case purchased
    }

    var observer: Effect<Event, Never>
  }

  struct StoreKitEnvironment: Sendable {
    var storeKit: StoreKitClient
  }

  @Test func `a test sends values through a subject`() {
    enum Action: Equatable {
      case onAppear
      case paymentTransaction(StoreKitClient.Event)
    }
    let reducer = Reducer<Int, Action, StoreKitEnvironment> { _, action, environment in
      action == .onAppear
        ? environment.storeKit.observer.map(Action.paymentTransaction) : .none
    }
    let store = TestStore(
      initialState: 0,
      reducer: reducer,
      environment: StoreKitEnvironment(storeKit: StoreKitClient(observer: .none))
    )
    var environment: StoreKitEnvironment {
      get { store.environment }
      set { store.environment = newValue }
    }
    let transactions = Subject<StoreKitClient.Event, Never>()
    environment.storeKit.observer = transactions.effect
    store.send(.onAppear)
    transactions.send(.purchased)
    store.receive(.paymentTransaction(.purchased))
    transactions.send(completion: .finished)
  }

  @Test func `a subject of Void values sends without an argument`() {
    struct SessionEnvironment: Sendable {
      var logouts: Effect<Void, Never> = .none
    }
    var environment = SessionEnvironment()
    let logouts = Subject<Void, Never>()
    environment.logouts = logouts.effect
    let count = Recorder(0)
    let cancellable = environment.logouts.sink { count.update { $0 += 1 } }
    logouts.send()
    cancellable.cancel()
    #expect(count.value == 1)
  }
}
