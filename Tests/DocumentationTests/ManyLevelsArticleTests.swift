// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/EnvironmentsOfManyLevels.md`.

struct GuideEnvironment: Sendable {
  var mainQueue: SchedulerOf<DispatchQueue>
  var play: @Sendable (_ room: Int) async -> Void
}

extension GuideEnvironment {
  static let failing = Self(
    mainQueue: .failing("GuideEnvironment.mainQueue"),
    play: unimplemented("GuideEnvironment.play")
  )

  static let noop = Self(mainQueue: .noop, play: { _ in })
}

struct Guide: Equatable {
  var isPlaying = false
  var room = 1
}

enum GuideAction: Equatable {
  case ended
  case playButtonTapped
}

let guideReducer = Reducer<Guide, GuideAction, GuideEnvironment> { guide, action, environment in
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

struct TourEnvironment: Sendable {
  var guide: GuideEnvironment
  var rooms: @Sendable () async -> [Int]
  var uuid: UUIDGenerator
}

extension TourEnvironment {
  static let failing = Self(
    guide: .failing,
    rooms: unimplemented("TourEnvironment.rooms", placeholder: []),
    uuid: .failing
  )
}

struct Tour: Equatable, Identifiable {
  let id: Int
  var guide = Guide()
  var rooms: [Int] = []
  var ticket: UUID?
}

enum TourAction: Equatable {
  case guide(GuideAction)
  case roomsResponse([Int])
  case startButtonTapped
}

let tourReducer = Reducer<Tour, TourAction, TourEnvironment>.combine(
  guideReducer.environment(\.guide).pullback(state: \.guide, action: /TourAction.guide),
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

struct MuseumEnvironment: Sendable {
  var mainQueue: SchedulerOf<DispatchQueue>
  var server: MuseumServer
  var uuid: UUIDGenerator

  var tour: TourEnvironment {
    TourEnvironment(
      guide: GuideEnvironment(
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

extension MuseumEnvironment {
  static let failing = Self(
    mainQueue: .failing("MuseumEnvironment.mainQueue"),
    server: .failing,
    uuid: .failing
  )
}

struct MuseumApp: Equatable {
  var tours: IdentifiedArrayOf<Tour> = [Tour(id: 1)]
}

enum MuseumAction: Equatable {
  case tour(id: Int, action: TourAction)
}

let museumReducer =
  tourReducer
  .environment { (environment: MuseumEnvironment) in environment.tour }
  .forEach(state: \MuseumApp.tours, action: /MuseumAction.tour)

struct CloakroomEnvironment: Sendable {
  // Bad: a generator that counts is made for each action.
  var freshNumbers: UUIDGenerator { .incrementing }

  // Good: all actions share the one that the environment was created with.
  let numbers = UUIDGenerator.incrementing
}

@Suite struct ManyLevelsArticleTests {
  @Test func `a tour starts in its first room`() {
    let mainQueue = DispatchQueue.test
    let played = Recorder<[Int]>([])
    var environment = TourEnvironment.failing
    environment.rooms = { [4, 2] }
    environment.uuid = .incrementing
    let store = TestStore(initialState: Tour(id: 1), reducer: tourReducer, environment: environment)
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
    var environment = MuseumEnvironment.failing
    environment.server = MuseumServer(get: { _ in "4,2" })
      .logging { path in log.update { $0.append(path) } }
    environment.uuid = .incrementing
    let store = TestStore(
      initialState: MuseumApp(),
      reducer: museumReducer,
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
    var environment = TourEnvironment.failing
    environment.guide = .noop
    environment.guide.mainQueue = mainQueue
    let store = TestStore(initialState: Tour(id: 1), reducer: tourReducer, environment: environment)
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
    var environment = MuseumEnvironment.failing
    environment.mainQueue = mainQueue
    environment.server.get = { path in
      log.update { $0.append(path) }
      return ""
    }
    let store = TestStore(
      initialState: MuseumApp(),
      reducer: museumReducer,
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

  @Test func `the failure of a missing endpoint is the one in the article`() throws {
    let issues = withReportedIssues {
      var environment = TourEnvironment.failing
      environment.uuid = .incrementing
      let store = TestStore(
        initialState: Tour(id: 1),
        reducer: tourReducer,
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
        .environment { (environment: CloakroomEnvironment) in environment.freshNumbers }
        .pullback(state: \.self, action: .self),
      environment: CloakroomEnvironment()
    )
    bad.send(()) { $0 = [UUID(0)] }
    bad.send(()) { $0 = [UUID(0), UUID(0)] }

    let good = TestStore(
      initialState: [],
      reducer:
        reducer
        .environment { (environment: CloakroomEnvironment) in environment.numbers }
        .pullback(state: \.self, action: .self),
      environment: CloakroomEnvironment()
    )
    good.send(()) { $0 = [UUID(0)] }
    good.send(()) { $0 = [UUID(0), UUID(1)] }
  }
}
