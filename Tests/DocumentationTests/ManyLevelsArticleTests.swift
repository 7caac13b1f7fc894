// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/EnvironmentsOfManyLevels.md`.

enum Guide {
  struct State: Equatable {
    var isPlaying = false
    var room = 1
  }

  enum Action: Equatable {
    case ended
    case playButtonTapped
  }

  struct Environment: Sendable {
    var mainQueue: SchedulerOf<DispatchQueue>
    var play: @Sendable (_ room: Int) async -> Void
  }

  static let reducer = Reducer<State, Action, Environment> { guide, action, environment in
    switch action {
    case .ended:
      guide.isPlaying = false
      return .none
    case .playButtonTapped:
      guide.isPlaying = true
      return .merge(
        .fireAndForget(name: "play") { [room = guide.room] in await environment.play(room) },
        Effect(value: .ended).deferred(for: 30, scheduler: environment.mainQueue)
      )
    }
  }
}

extension Guide.Environment {
  static let failing = Self(
    mainQueue: .failing("Guide.Environment.mainQueue"),
    play: unimplemented("Guide.Environment.play")
  )

  static let noop = Self(mainQueue: .noop, play: { _ in })
}

enum Tour {
  struct State: Equatable, Identifiable {
    let id: Int
    var guide = Guide.State()
    var rooms: [Int] = []
    var ticket: UUID?
  }

  enum Action: Equatable {
    case guide(Guide.Action)
    case roomsResponse([Int])
    case startButtonTapped
  }

  struct Environment: Sendable {
    var guide: Guide.Environment
    var rooms: @Sendable () async -> [Int]
    var uuid: UUIDGenerator
  }

  static let reducer = Reducer<State, Action, Environment>.combine(
    Guide.reducer.environment(\.guide).pullback(state: \.guide, action: /Action.guide),
    Reducer { tour, action, environment in
      switch action {
      case .guide:
        return .none
      case .roomsResponse(let rooms):
        tour.rooms = rooms
        tour.guide.room = rooms.first ?? 1
        return .none
      case .startButtonTapped:
        tour.ticket = environment.uuid()
        return .task { .roomsResponse(await environment.rooms()) }
      }
    }
  )
}

extension Tour.Environment {
  static let failing = Self(
    guide: .failing,
    rooms: unimplemented("Tour.Environment.rooms", placeholder: []),
    uuid: .failing
  )
}

struct MuseumServer: Sendable {
  var get: @Sendable (_ path: String) async -> String
}

extension MuseumServer {
  static let failing = Self(get: unimplemented("MuseumServer.get", placeholder: ""))

  /// A client made from another one: it notes each request.
  func logging(to log: @escaping @Sendable (String) -> Void) -> Self {
    Self(get: { path in
      log(path)
      return await get(path)
    })
  }
}

enum MuseumApp {
  struct State: Equatable {
    var tours: IdentifiedArrayOf<Tour.State> = [Tour.State(id: 1)]
  }

  enum Action: Equatable {
    case tour(id: Int, action: Tour.Action)
  }

  struct Environment: Sendable {
    var mainQueue: SchedulerOf<DispatchQueue>
    var server: MuseumServer
    var uuid: UUIDGenerator

    var tour: Tour.Environment {
      Tour.Environment(
        guide: Guide.Environment(
          mainQueue: mainQueue,
          play: { [server] room in _ = await server.get("/rooms/\(room)/audio") }
        ),
        rooms: { [server] in
          await server.get("/rooms").split(separator: ",").compactMap { Int($0) }
        },
        uuid: uuid
      )
    }
  }
}

extension MuseumApp.Environment {
  static let failing = Self(
    mainQueue: .failing("MuseumApp.Environment.mainQueue"),
    server: .failing,
    uuid: .failing
  )
}

extension MuseumApp {
  static let reducer =
    Tour.reducer
    .environment { (environment: Environment) in environment.tour }
    .forEach(state: \State.tours, action: /Action.tour)
}

enum Cloakroom {
  struct Environment: Sendable {
    // Bad: a generator that counts is made for each action.
    var freshNumbers: UUIDGenerator { .incrementing }

    // Good: all actions share the one that the environment was created with.
    let numbers = UUIDGenerator.incrementing
  }
}

@Suite struct ManyLevelsArticleTests {
  @Test func `a tour starts in its first room`() {
    let mainQueue = DispatchQueue.test
    let played = Recorder<[Int]>([])
    var environment = Tour.Environment.failing
    environment.rooms = { [4, 2] }
    environment.uuid = .incrementing
    let store = TestStore(
      initialState: Tour.State(id: 1),
      reducer: Tour.reducer,
      environment: environment
    )
    store.send(.startButtonTapped) { $0.ticket = UUID(0) }
    store.receive(.roomsResponse([4, 2])) {
      $0.guide.room = 4
      $0.rooms = [4, 2]
    }

    store.environment.guide.mainQueue = mainQueue
    store.environment.guide.play = { room in played.update { $0.append(room) } }
    store.send(.guide(.playButtonTapped)) { $0.guide.isPlaying = true }
    store.fireAndForget("play")
    #expect(played.value == [4])
    mainQueue.advance(by: 30)
    store.receive(.guide(.ended)) { $0.guide.isPlaying = false }
  }

  @Test func `the museum asks its server`() {
    let log = Recorder<[String]>([])
    var environment = MuseumApp.Environment.failing
    environment.server = MuseumServer(get: { _ in "4,2" })
      .logging { path in log.update { $0.append(path) } }
    environment.uuid = .incrementing
    let store = TestStore(
      initialState: MuseumApp.State(),
      reducer: MuseumApp.reducer,
      environment: environment
    )
    store.send(.tour(id: 1, action: .startButtonTapped)) {
      $0.tours[id: 1]?.ticket = UUID(0)
    }
    store.receive(.tour(id: 1, action: .roomsResponse([4, 2]))) {
      $0.tours[id: 1]?.guide.room = 4
      $0.tours[id: 1]?.rooms = [4, 2]
    }
    #expect(log.value == ["/rooms"])
  }

  @Test func `two test schedulers have independent times`() {
    let mainQueue = DispatchQueue.test
    let other = DispatchQueue.test
    var environment = Tour.Environment.failing
    environment.guide = .noop
    environment.guide.mainQueue = mainQueue
    let store = TestStore(
      initialState: Tour.State(id: 1),
      reducer: Tour.reducer,
      environment: environment
    )
    store.send(.guide(.playButtonTapped)) { $0.guide.isPlaying = true }
    store.fireAndForget("play")
    other.advance(by: 60)
    #expect(store.state.guide.isPlaying)
    mainQueue.advance(by: 30)
    store.receive(.guide(.ended)) { $0.guide.isPlaying = false }
  }

  @Test func `the audio of a room comes from the server`() {
    let log = Recorder<[String]>([])
    let mainQueue = DispatchQueue.test
    var environment = MuseumApp.Environment.failing
    environment.mainQueue = mainQueue
    environment.server.get = { path in
      log.update { $0.append(path) }
      return ""
    }
    let store = TestStore(
      initialState: MuseumApp.State(),
      reducer: MuseumApp.reducer,
      environment: environment
    )
    store.send(.tour(id: 1, action: .guide(.playButtonTapped))) {
      $0.tours[id: 1]?.guide.isPlaying = true
    }
    store.fireAndForget("play")
    #expect(log.value == ["/rooms/1/audio"])
    mainQueue.run()
    store.receive(.tour(id: 1, action: .guide(.ended))) {
      $0.tours[id: 1]?.guide.isPlaying = false
    }
  }

  @Test func `the failure of a missing endpoint matches the article`() throws {
    let issues = withReportedIssues {
      var environment = Tour.Environment.failing
      environment.uuid = .incrementing
      let store = TestStore(
        initialState: Tour.State(id: 1),
        reducer: Tour.reducer,
        environment: environment
      )
      store.send(.startButtonTapped) { $0.ticket = UUID(0) }
      store.receive(.roomsResponse([]))
    }
    let article = try MarkdownFile(
      "Sources/Lockstep/Lockstep.docc/Articles/EnvironmentsOfManyLevels.md"
    )
    let line = /\.swift:\d+/
    #expect(
      issues.map { $0.message.replacing(line, with: ".swift") }
        == article.blocks(in: "text").map { $0.replacing(line, with: ".swift") }
    )
  }

  @Test func `a generator that is made for each action starts over`() {
    let reducer = Reducer<[UUID], Void, UUIDGenerator> { numbers, _, makeNumber in
      numbers.append(makeNumber())
      return .none
    }
    let bad = TestStore(
      initialState: [],
      reducer:
        reducer
        .environment { (environment: Cloakroom.Environment) in environment.freshNumbers }
        .pullback(state: \.self, action: .self),
      environment: Cloakroom.Environment()
    )
    bad.send(()) { $0 = [UUID(0)] }
    bad.send(()) { $0 = [UUID(0), UUID(0)] }

    let good = TestStore(
      initialState: [],
      reducer:
        reducer
        .environment { (environment: Cloakroom.Environment) in environment.numbers }
        .pullback(state: \.self, action: .self),
      environment: Cloakroom.Environment()
    )
    good.send(()) { $0 = [UUID(0)] }
    good.send(()) { $0 = [UUID(0), UUID(1)] }
  }
}
