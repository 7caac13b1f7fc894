// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

private struct ProfileState: Equatable {
  var text = ""
}

private struct ProfileClient: Sendable {
  var name: @Sendable () async -> String
  var friends: @Sendable () async -> Int
}

private enum ProfileAction: Equatable {
  case appeared
  case loaded(name: String, friends: Int)
}

private let profileReducer = Reducer<ProfileState, ProfileAction, ProfileClient> {
  state,
  action,
  client in
  switch action {
  case .appeared:
    return .task {
      async let name = client.name()
      async let friends = client.friends()
      return await .loaded(name: name, friends: friends)
    }
  case .loaded(let name, let friends):
    state.text = "\(name) has \(friends) friends"
    return .none
  }
}

private enum EagerProfileAction: Equatable {
  case appeared
  case friendsLoaded(Int)
  case nameLoaded(String)
}

private let eagerProfileReducer = Reducer<ProfileState, EagerProfileAction, ProfileClient> {
  state,
  action,
  client in
  switch action {
  case .appeared:
    return .merge(
      .task { .nameLoaded(await client.name()) },
      .task { .friendsLoaded(await client.friends()) }
    )
  case .friendsLoaded(let count):
    state.text += " has \(count) friends"
    return .none
  case .nameLoaded(let name):
    state.text = name
    return .none
  }
}

// The blocks of `Documentation/ScheduleExploration.md`.

@Test(.schedules(1_000)) func appearing() {
  let store = TestStore(
    initialState: ProfileState(),
    reducer: profileReducer,
    environment: ProfileClient(name: { "Blob" }, friends: { 3 })
  )
  store.send(.appeared)
  store.receive(.loaded(name: "Blob", friends: 3)) { $0.text = "Blob has 3 friends" }
}

func appearingEagerly() {
  explore {
    let store = TestStore(
      initialState: ProfileState(),
      reducer: eagerProfileReducer,
      environment: ProfileClient(name: { "Blob" }, friends: { 3 })
    )
    store.send(.appeared)
    store.receive(.nameLoaded("Blob")) { $0.text = "Blob" }
    store.receive(.friendsLoaded(3)) { $0.text = "Blob has 3 friends" }
  }
}

@Suite struct ScheduleExplorationTests {
  @Test func `the message is the one that the exploration gives`() throws {
    let issues = withReportedIssues(appearingEagerly)
    let blocks = try MarkdownFile("Documentation/ScheduleExploration.md").blocks(in: "text")
    #expect(issues.last.map { [$0.message] } == blocks)
  }
}
