// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/LockstepTesting/LockstepTesting.docc/Articles/TestingRaces.md`.

struct CityClient: Sendable {
  var search: @Sendable (String) async throws -> [String]
}

enum Cities {
  struct State: Equatable {
    var query = ""
    var results: [String] = []
  }

  enum Action: Equatable {
    case response([String])
    case typed(String)
  }

  static let reducer = Reducer<State, Action, CityClient> { state, action, client in
    switch action {
    case .response(let results):
      state.results = results
      return .none
    case .typed(let query):
      state.query = query
      return .task { .response(try await client.search(query)) }
    }
  }
}

extension Cities {
  struct SearchID: Hashable, Sendable {}

  static let fixedReducer = Reducer<State, Action, CityClient> { state, action, client in
    switch action {
    case .response(let results):
      state.results = results
      return .none
    case .typed(let query):
      state.query = query
      return Effect.task { .response(try await client.search(query)) }
        .cancellable(id: SearchID(), cancelInFlight: true)
    }
  }
}

@Test func `the list is that of the last query`() {
  let store = TestStore(
    initialState: Cities.State(),
    reducer: Cities.reducer,
    environment: CityClient { query in [query] }
  )
  store.exhaustivity.remove(.receivedActions)
  store.send(.typed("a")) { $0.query = "a" }
  store.send(.typed("ab")) { $0.query = "ab" }
  store.skipReceived()
  #expect(store.state.results == ["ab"])
}

@Test(.schedules(1_000)) func `the list is that of the last query in any order`() {
  let store = TestStore(
    initialState: Cities.State(),
    reducer: Cities.fixedReducer,
    environment: CityClient { query in [query] }
  )
  store.exhaustivity.remove(.receivedActions)
  store.send(.typed("a")) { $0.query = "a" }
  store.send(.typed("ab")) { $0.query = "ab" }
  store.skipReceived()
  #expect(store.state.results == ["ab"])
}

private func exploring() {
  explore {
    let store = TestStore(
      initialState: Cities.State(),
      reducer: Cities.reducer,
      environment: CityClient { query in [query] }
    )
    store.exhaustivity.remove(.receivedActions)
    store.send(.typed("a")) { $0.query = "a" }
    store.send(.typed("ab")) { $0.query = "ab" }
    store.skipReceived()
    #expect(store.state.results == ["ab"])
  }
}

private func exploringLateAnswers() {
  explore {
    let mainQueue = DispatchQueue.test
    let clock = mainQueue
    let store = TestStore(
      initialState: Cities.State(),
      reducer: Cities.reducer,
      environment: CityClient { query in
        try await clock.sleep(for: 1)
        return [query]
      }
    )
    store.exhaustivity.remove(.receivedActions)
    store.send(.typed("a")) { $0.query = "a" }
    mainQueue.advance(by: 0.1)
    store.send(.typed("ab")) { $0.query = "ab" }
    mainQueue.advance(by: 1)
    store.skipReceived()
    #expect(store.state.results == ["ab"])
  }
}

private func exploringChance() -> Exploration {
  explore {
    let mainQueue = DispatchQueue.test
    let clock = mainQueue
    let schedule = Schedule.current
    let store = TestStore(
      initialState: Cities.State(),
      reducer: Cities.fixedReducer,
      environment: CityClient { query in
        try await clock.sleep(for: schedule.delay(upTo: .seconds(2)))
        return schedule.fails(oneIn: 4) ? [] : [query]
      }
    )
    store.exhaustivity.remove(.receivedActions)
    store.send(.typed("a")) { $0.query = "a" }
    mainQueue.advance(by: 1)
    store.send(.typed("ab")) { $0.query = "ab" }
    mainQueue.run()
    store.skipReceived()
    #expect([[], ["ab"]].contains(store.state.results))
  }
}

@Suite struct TestingRacesTests {
  private static let article =
    "Sources/LockstepTesting/LockstepTesting.docc/Articles/TestingRaces.md"

  private static func comments(_ body: () -> Void) -> [String] {
    let messages = Recorder<[String]>([])
    withKnownIssue {
      body()
    } matching: { issue in
      messages.update { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    return messages.value
  }

  @Test func `the message of the exploration matches the article`() throws {
    #expect(try Self.comments(exploring) == [MarkdownFile(Self.article).blocks(in: "text")[0]])
  }

  @Test func `the race is found with late answers as well`() throws {
    let message = try #require(Self.comments(exploringLateAnswers).first)
    #expect(message.contains("first-in, first-out (FIFO) order, which passes: …"))
    #expect(message.contains("The failure becomes certain with action"))
  }

  @Test func `every order of the fixed search passes`() throws {
    let exploration = explore(.every(limit: 10_000)) {
      let store = TestStore(
        initialState: Cities.State(),
        reducer: Cities.fixedReducer,
        environment: CityClient { query in [query] }
      )
      store.exhaustivity.remove(.receivedActions)
      store.send(.typed("a")) { $0.query = "a" }
      store.send(.typed("ab")) { $0.query = "ab" }
      store.skipReceived()
      #expect(store.state.results == ["ab"])
    }
    print(exploration)
    #expect(exploration.distinctOrders > 1)
    #expect(exploration.isComplete)
    #expect(try exploration.description == MarkdownFile(Self.article).blocks(in: "text")[1])
  }

  @Test func `the schedule picks the delay and the failure of each answer`() {
    let exploration = exploringChance()
    #expect(exploration.distinctOrders > 2)
  }
}
