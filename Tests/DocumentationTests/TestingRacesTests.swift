// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/LockstepTesting/LockstepTesting.docc/Articles/TestingRaces.md`.

struct Profile: Equatable {
  var name = ""
}

enum ProfileAction: Equatable {
  case appeared
  case cacheResponse(String)
  case serverResponse(String)
}

struct ProfileClient: Sendable {
  var cachedName: @Sendable () async -> String
  var name: @Sendable () async -> String
}

let profileReducer = Reducer<Profile, ProfileAction, ProfileClient> { profile, action, client in
  switch action {
  case .appeared:
    return .merge(
      .task { .cacheResponse(await client.cachedName()) },
      .task { .serverResponse(await client.name()) }
    )
  case .cacheResponse(let name), .serverResponse(let name):
    profile.name = name
    return .none
  }
}

struct MendedProfile: Equatable {
  var name = ""
  var isFresh = false
}

let mendedProfileReducer = Reducer<MendedProfile, ProfileAction, ProfileClient> {
  profile,
  action,
  client in
  switch action {
  case .appeared:
    return .merge(
      .task { .cacheResponse(await client.cachedName()) },
      .task { .serverResponse(await client.name()) }
    )
  case .cacheResponse(let name):
    if profile.isFresh == false { profile.name = name }
    return .none
  case .serverResponse(let name):
    profile.name = name
    profile.isFresh = true
    return .none
  }
}

@Test func appearing() {
  let store = TestStore(
    initialState: Profile(),
    reducer: profileReducer,
    environment: ProfileClient(cachedName: { "Blob" }, name: { "Blob Jr." })
  )
  store.send(.appeared)
  store.receive(.cacheResponse("Blob")) { $0.name = "Blob" }
  store.receive(.serverResponse("Blob Jr.")) { $0.name = "Blob Jr." }
}

@Test(.schedules(1_000)) func appearingInAnyOrder() {
  let store = TestStore(
    initialState: MendedProfile(),
    reducer: mendedProfileReducer,
    environment: ProfileClient(cachedName: { "Blob" }, name: { "Blob Jr." })
  )
  store.send(.appeared)
  store.skipReceived()
  #expect(store.state == MendedProfile(name: "Blob Jr.", isFresh: true))
}

private func exploring() {
  explore {
    let store = TestStore(
      initialState: Profile(),
      reducer: profileReducer,
      environment: ProfileClient(cachedName: { "Blob" }, name: { "Blob Jr." })
    )
    store.send(.appeared)
    store.skipReceived()
    #expect(store.state.name == "Blob Jr.")
  }
}

enum NoticeAction: Equatable {
  case expired
  case saved(String)
  case uploadTapped
}

let noticeReducer = Reducer<String?, NoticeAction, AnySchedulerOf<DispatchQueue>> {
  notice,
  action,
  mainQueue in
  switch action {
  case .expired:
    notice = nil
    return .none
  case .saved(let file):
    notice = "Saved \(file)"
    return Effect(value: .expired).delay(for: 2, scheduler: mainQueue)
  case .uploadTapped:
    return Effect(value: .saved("b")).delay(for: 2, scheduler: mainQueue)
  }
}

private func exploringAnInstant() {
  explore {
    let mainQueue = DispatchQueue.test
    let store = TestStore(
      initialState: nil,
      reducer: noticeReducer,
      environment: mainQueue.eraseToAnyScheduler()
    )
    store.send(.saved("a")) { $0 = "Saved a" }
    store.send(.uploadTapped)
    mainQueue.advance(by: 2)
    store.skipReceived()
    #expect(store.state == "Saved b")
    store.skipRunning()
  }
}

@Suite struct TestingRacesTests {
  @Test func `the message is the one that the exploration gives`() throws {
    let messages = Recorder<[String]>([])
    let failures = Recorder(0)
    withKnownIssue {
      exploring()
    } matching: { issue in
      if case .expectationFailed = issue.kind { failures.update { $0 += 1 } }
      messages.update { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    let article = "Sources/LockstepTesting/LockstepTesting.docc/Articles/TestingRaces.md"
    #expect(try messages.value == MarkdownFile(article).blocks(in: "text"))
    #expect(failures.value == 1)
  }

  @Test func `two delays that meet`() {
    let messages = Recorder<[String]>([])
    withKnownIssue {
      exploringAnInstant()
    } matching: { issue in
      messages.update { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    #expect(messages.value.count == 1)
    #expect(
      messages.value.first?.contains("usual order, first in, first out, which passes: …") == true
    )
  }
}
