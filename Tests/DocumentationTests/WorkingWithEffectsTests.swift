// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/WorkingWithEffects.md`.

struct ServerError: Error, Equatable {
  var reason: String
}

enum ProfilePage {
  struct State: Equatable {
    var friends: [String] = []
    var message: String?
    var name = ""
  }

  enum Action: Equatable {
    case appeared
    case friendsResponse(Result<[String], ServerError>)
    case nameResponse(Result<String, ServerError>)
  }

  struct Environment: Sendable {
    var friends: @Sendable () async throws(ServerError) -> [String]
    var name: @Sendable () async throws(ServerError) -> String
    var playSound: @Sendable () -> Void
  }

  static let reducer = Reducer<State, Action, Environment> { page, action, environment in
    switch action {
    case .appeared:
      return .merge(
        Effect<String, ServerError>.task { () throws(ServerError) in try await environment.name() }
          .catchToEffect()
          .map(Action.nameResponse),
        Effect<[String], ServerError>.task { () throws(ServerError) in
          try await environment.friends()
        }
        .catchToEffect()
        .map(Action.friendsResponse),
        .fireAndForget(name: "sound") { environment.playSound() }
      )

    case .friendsResponse(.success(let friends)):
      page.friends = friends

    case .nameResponse(.success(let name)):
      page.name = name

    case .friendsResponse(.failure(let error)), .nameResponse(.failure(let error)):
      page.message = error.reason
    }
    return .none
  }
}

@Test func `an opened profile plays its sound`() {
  let played = Recorder(false)
  let store = TestStore(
    initialState: ProfilePage.State(),
    reducer: ProfilePage.reducer,
    environment: ProfilePage.Environment(
      friends: { () throws(ServerError) in throw ServerError(reason: "No connection") },
      name: { "Blob" },
      playSound: { played.set(true) }
    )
  )
  store.send(.appeared)
  store.receive(.nameResponse(.success("Blob"))) { $0.name = "Blob" }
  store.receive(.friendsResponse(.failure(ServerError(reason: "No connection")))) {
    $0.message = "No connection"
  }
  store.fireAndForget("sound")
  #expect(played.value)
}

@Suite struct WorkingWithEffectsTests {
  enum News {
    struct State: Equatable {
      var articles: [String] = []
      var error: ServerError?
      var isLoading = false
    }

    enum Action: Equatable {
      case loadButtonTapped
      case response(Result<[String], ServerError>)
      case stopButtonTapped
    }

    struct Environment: Sendable {
      var load: @Sendable () async throws(ServerError) -> [String]
    }

    struct LoadID: Hashable {}

    static let reducer = Reducer<State, Action, Environment> { news, action, environment in
      switch action {
      case .loadButtonTapped:
        news.error = nil
        news.isLoading = true
        return Effect<[String], ServerError>.task { () throws(ServerError) in
          try await environment.load()
        }
        .catchToEffect()
        .map(Action.response)
        .cancellable(id: LoadID(), whenRunning: .ignoreNew)

      case .response(.success(let articles)):
        news.articles = articles
        news.isLoading = false

      case .response(.failure(let error)):
        news.error = error
        news.isLoading = false

      case .stopButtonTapped:
        news.isLoading = false
        return .cancel(id: LoadID())
      }
      return .none
    }
  }

  @Test func `only one request for articles runs at a time`() {
    let clock = DispatchQueue.test
    let fails = Recorder(true)
    let store = TestStore(
      initialState: News.State(),
      reducer: News.reducer,
      environment: News.Environment(load: { () async throws(ServerError) in
        try? await clock.sleep(for: 1)
        if fails.value { throw ServerError(reason: "No connection") }
        return ["Hello"]
      })
    )
    store.send(.loadButtonTapped) { $0.isLoading = true }
    store.send(.loadButtonTapped)
    clock.advance(by: 1)
    store.receive(.response(.failure(ServerError(reason: "No connection")))) {
      $0.error = ServerError(reason: "No connection")
      $0.isLoading = false
    }
    fails.set(false)
    store.send(.loadButtonTapped) {
      $0.error = nil
      $0.isLoading = true
    }
    store.send(.stopButtonTapped) { $0.isLoading = false }
    store.send(.loadButtonTapped) { $0.isLoading = true }
    clock.advance(by: 1)
    store.receive(.response(.success(["Hello"]))) {
      $0.articles = ["Hello"]
      $0.isLoading = false
    }
  }

  enum Chat {
    struct State: Equatable {
      var messages: [String] = []
    }

    enum Action: Equatable {
      case appeared
      case messageReceived(String)
    }

    struct Environment: Sendable {
      var messages: @Sendable () -> AsyncStream<String>
    }

    static let reducer = Reducer<State, Action, Environment> { chat, action, environment in
      switch action {
      case .appeared:
        return .run { send in
          for await message in environment.messages() {
            send(.messageReceived(message))
          }
        }
      case .messageReceived(let message):
        chat.messages.append(message)
        return .none
      }
    }
  }

  @Test func `messages become actions`() {
    let store = TestStore(
      initialState: Chat.State(),
      reducer: Chat.reducer,
      environment: Chat.Environment(
        messages: {
          AsyncStream {
            $0.yield("Hello")
            $0.finish()
          }
        }
      )
    )
    store.send(.appeared)
    store.receive(.messageReceived("Hello")) { $0.messages = ["Hello"] }
  }

  func polling(_ status: Effect<Int, Never>) -> Effect<Int, Never> {
    .concatenate(status, .lazy { polling(status) })
  }

  @Test func `an effect repeats itself`() async {
    let count = Recorder(0)
    let status = Effect<Int, Never>.sync {
      count.update { $0 += 1 }
      return count.value
    }
    var found: [Int] = []
    for await number in polling(status).prefix(3).values() { found.append(number) }
    #expect(found == [1, 2, 3])
  }

  @Test func `a test awaits an effect without a store`() async {
    let numbers = Effect<Int, Never>.merge(Effect(value: 1), Effect(value: 2))
    var found: [Int] = []
    for await number in numbers.map({ $0 * 10 }).values() {
      found.append(number)
    }
    #expect(found == [10, 20])
  }
}
