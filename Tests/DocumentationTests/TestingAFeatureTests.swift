// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

@Test func `a delivered parcel is not asked about again`() {
  let remembered = Recorder("")
  var parcels = Parcels.failing
  parcels.remember = { number in .fireAndForget(name: "remember") { remembered.set(number) } }
  parcels.status = { _ in .delivered }
  let store = TestStore(
    initialState: Tracking.State(number: "4711"),
    reducer: Tracking.reducer,
    environment: parcels
  )
  store.send(.trackButtonTapped) {
    $0.isLoading = true
  }
  store.fireAndForget("remember")
  #expect(remembered.value == "4711")
  store.receive(.statusResponse(.delivered)) {
    $0.isLoading = false
    $0.status = .delivered
  }
}

@Test func `a parcel is tracked until it is delivered`() {
  let mainQueue = DispatchQueue.test
  let store = TestStore(
    initialState: Tracking.State(number: "4711"),
    reducer: Tracking.reducer,
    environment: Parcels(
      mainQueue: mainQueue,
      remember: { _ in .none },
      status: { _ in .onItsWay(stops: 2) }
    )
  )
  store.send(.trackButtonTapped) {
    $0.isLoading = true
  }
  store.receive(.statusResponse(.onItsWay(stops: 2))) {
    $0.isLoading = false
    $0.status = .onItsWay(stops: 2)
  }

  store.environment.status = { _ in .delivered }
  mainQueue.advance(by: 60)
  store.receive(.refreshTimeCame)
  store.receive(.statusResponse(.delivered)) {
    $0.status = .delivered
  }
}

/// The messages of the article are those that its blocks give.
@Suite struct TestingAFeatureTests {
  private static let article =
    "Sources/LockstepTesting/LockstepTesting.docc/Articles/TestingAFeature.md"

  /// The reports of the article's blocks, in order, each once.
  private var messages: [String] {
    let issues = [
      nothingSupplied, noOutput, forgottenField, failingTime, waiting, changingNothing,
    ]
    return issues.flatMap { issues in
      issues.map(\.message).reduce(into: [String]()) { messages, message in
        if messages.contains(message) == false { messages.append(message) }
      }
    }
  }

  @Test func `the messages match the article`() throws {
    let blocks = try MarkdownFile(Self.article).blocks(in: "text")
    #expect(messages == blocks)
  }

  private let nothingSupplied = withReportedIssues {
    let store = TestStore(
      initialState: Tracking.State(number: "4711"),
      reducer: Tracking.reducer,
      environment: .failing
    )
    store.send(.trackButtonTapped)
  }

  private let noOutput = withReportedIssues {
    let remembered = Recorder("")
    var parcels = Parcels.failing
    parcels.remember = { number in .fireAndForget(name: "remember") { remembered.set(number) } }
    parcels.status = { _ in .delivered }
    let store = TestStore(
      initialState: Tracking.State(number: "4711"),
      reducer: Tracking.reducer,
      environment: parcels
    )
    store.send(.trackButtonTapped) {
      $0.isLoading = true
    }
  }

  private let forgottenField = withReportedIssues {
    var parcels = Parcels.failing
    parcels.remember = { _ in .fireAndForget(name: "remember") {} }
    parcels.status = { _ in .delivered }
    let store = TestStore(
      initialState: Tracking.State(number: "4711"),
      reducer: Tracking.reducer,
      environment: parcels
    )
    store.send(.trackButtonTapped) {
      $0.isLoading = true
    }
    store.fireAndForget("remember")
    store.receive(.statusResponse(.delivered)) {
      $0.status = .delivered
    }
  }

  private let failingTime = withReportedIssues {
    let store = TestStore(
      initialState: Tracking.State(number: "4711"),
      reducer: Tracking.reducer,
      environment: Parcels(
        mainQueue: .failing("mainQueue"),
        remember: { _ in .none },
        status: { _ in .onItsWay(stops: 2) }
      )
    )
    store.send(.trackButtonTapped) {
      $0.isLoading = true
    }
    store.receive(.statusResponse(.onItsWay(stops: 2))) {
      $0.isLoading = false
      $0.status = .onItsWay(stops: 2)
    }
  }

  private let waiting = withReportedIssues {
    let mainQueue = DispatchQueue.test
    let store = TestStore(
      initialState: Tracking.State(number: "4711"),
      reducer: Tracking.reducer,
      environment: Parcels(
        mainQueue: mainQueue,
        remember: { _ in .none },
        status: { _ in .onItsWay(stops: 2) }
      )
    )
    store.send(.trackButtonTapped) {
      $0.isLoading = true
    }
    store.receive(.statusResponse(.onItsWay(stops: 2))) {
      $0.isLoading = false
      $0.status = .onItsWay(stops: 2)
    }
  }

  private let changingNothing = withReportedIssues {
    let mainQueue = DispatchQueue.test
    let store = TestStore(
      initialState: Tracking.State(number: "4711"),
      reducer: Tracking.reducer,
      environment: Parcels(
        mainQueue: mainQueue,
        remember: { _ in .none },
        status: { _ in .onItsWay(stops: 2) }
      )
    )
    store.send(.trackButtonTapped) {
      $0.isLoading = true
    }
    store.receive(.statusResponse(.onItsWay(stops: 2))) {
      $0.isLoading = false
      $0.status = .onItsWay(stops: 2)
    }
    store.environment.status = { _ in .delivered }
    mainQueue.advance(by: 60)
    store.receive(.refreshTimeCame) {
      $0.isLoading = false
    }
    store.receive(.statusResponse(.delivered)) {
      $0.status = .delivered
    }
  }

  @Test func `a missing dependency fails at the line of the step`() {
    #expect(Set(nothingSupplied.map(\.location.line)) == [84])
  }
}

@Test func `only the loading state is asserted`() {
  let store = TestStore(
    initialState: Tracking.State(number: "4711"),
    reducer: Tracking.reducer,
    environment: Parcels(
      mainQueue: .failing("mainQueue"),
      remember: { _ in .none },
      status: { _ in .delivered }
    )
  )
  store.ignore(\.isLoading)
  store.send(.trackButtonTapped)
  store.receive(.statusResponse(.delivered)) {
    $0.status = .delivered
  }
}
