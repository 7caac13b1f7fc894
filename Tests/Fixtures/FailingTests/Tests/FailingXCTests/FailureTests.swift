// SPDX-License-Identifier: MIT

import Feature
import Foundation
import Lockstep
import LockstepTesting
import XCTest

/// One test for each kind of failure.
final class FailureTests: XCTestCase {
  func testWrongState() {
    let store = makeStore(wordLimit: 100)
    store.send(.titleChanged("On time")) {
      $0.title = "On time"
      $0.words = 3
    }
  }

  func testClosureThatChangesNothing() {
    let store = makeStore(wordLimit: 100)
    store.send(.titleChanged("")) { $0.title = "" }
  }

  func testClosureThatThrows() {
    let store = makeStore(Document(note: nil), wordLimit: 100)
    store.send(.titleChanged("On time")) {
      $0.title = "On time"
      try unwrap(&$0.note) { $0 = "" }
    }
  }

  func testUnexpectedReceivedAction() {
    let store = makeStore()
    store.environment.load = { Effect(value: "On time") }
    store.send(.loadButtonTapped)
  }

  func testActionSentTooEarly() {
    let store = makeStore(wordLimit: 100)
    store.environment.load = { Effect(value: "On time") }
    store.send(.loadButtonTapped)
    store.send(.titleChanged("In time")) {
      $0.title = "In time"
      $0.words = 2
    }
  }

  func testMissingAction() {
    let store = makeStore()
    store.environment.load = { .none }
    store.send(.loadButtonTapped)
    store.receive(.loaded(title: "On time")) { $0.title = "On time" }
  }

  func testWrongAction() {
    let store = makeStore()
    store.environment.load = { Effect(value: "In time") }
    store.send(.loadButtonTapped)
    store.receive(.loaded(title: "On time")) { $0.title = "In time" }
  }

  func testUnassertedFireAndForgetEffect() {
    let store = makeStore()
    store.environment.save = { _ in .fireAndForget(name: "save") {} }
    store.send(.saveButtonTapped)
  }

  func testMissingFireAndForgetEffect() {
    let store = makeStore()
    store.environment.save = { _ in .none }
    store.send(.saveButtonTapped)
    store.fireAndForget("save")
  }

  func testRunningEffect() {
    let store = makeStore()
    store.environment.mainQueue = DispatchQueue.test.eraseToAnyScheduler()
    store.send(.autosaveButtonTapped)
  }

  func testStrayChildAction() {
    let store = makeStore()
    store.send(.note(.clearButtonTapped))
  }

  func testFailingDependency() {
    let store = makeStore()
    store.send(.titleChanged("On time")) {
      $0.title = "On time"
      $0.words = 2
    }
  }

  func testDependencyThatReportsByItself() {
    let store = makeStore()
    store.environment.wordLimit = {
      reportIssue("There is no limit.")
      return 0
    }
    store.send(.titleChanged("On time")) { $0.title = "On time" }
    store.environment.share = { _ in reportIssue("Nobody is there to share with.") }
    store.send(.shareButtonTapped)
    store.fireAndForget("share")
  }

  func testFailingDependencyInEffect() {
    let store = makeStore()
    store.send(.shareButtonTapped)
    store.fireAndForget("share")
  }

  func testFailingEffect() {
    let store = makeStore(Document(title: "On time"))
    store.send(.saveButtonTapped)
  }

  func testEffectThatThrows() {
    let store = makeStore()
    store.environment.load = { .task { throw CocoaError(.fileNoSuchFile) } }
    store.send(.loadButtonTapped)
  }

  func testFailingScheduler() {
    let store = makeStore()
    store.send(.autosaveButtonTapped)
  }

  func testLoopGuard() {
    let store = makeStore(actionLimit: 20)
    store.send(.repeatButtonTapped)
    for _ in 1...20 { store.receive(.repeatButtonTapped) }
  }

  func testEscapedTask() {
    let store = makeStore()
    let (requests, continuation) = AsyncStream.makeStream(of: String.self)
    store.environment.share = { _ in Task { for await _ in requests {} } }
    store.send(.shareButtonTapped)
    store.fireAndForget("share")
    store.finish()
    continuation.finish()
  }

  func testWrongCase() {
    let store = makeStore()
    store.environment.load = { Effect(value: "On time") }
    store.send(.loadButtonTapped)
    store.receive(/DocumentAction.note) { $0.title = "On time" }
  }

  func testMissingActionWhileAnEffectWaits() {
    let store = makeStore()
    store.environment.load = waitForever
    store.environment.mainQueue = DispatchQueue.test.eraseToAnyScheduler()
    store.send(.loadButtonTapped)
    store.send(.autosaveButtonTapped)
    store.receive(.loaded(title: "On time")) { $0.title = "On time" }
    store.skipRunning()
  }

  func testActionOutOfTime() async {
    let store = makeStore()
    store.environment.load = waitForever
    store.send(.loadButtonTapped)
    await store.receive(.loaded(title: "On time"), timeout: .zero) { $0.title = "On time" }
    store.skipRunning()
  }

  func testFireAndForgetEffectOutOfTime() async {
    let store = makeStore()
    store.environment.load = waitForever
    store.send(.loadButtonTapped)
    await store.fireAndForget("save", timeout: .zero)
    store.skipRunning()
  }

  func testEffectOutOfTime() async {
    let store = makeStore()
    store.environment.load = waitForever
    store.send(.loadButtonTapped)
    await store.finish(timeout: .zero)
  }

  func testEscapedTaskOutOfTime() async {
    let store = makeStore()
    let (requests, continuation) = AsyncStream.makeStream(of: String.self)
    store.environment.share = { _ in Task { for await _ in requests {} } }
    store.send(.shareButtonTapped)
    store.fireAndForget("share")
    await store.finish(timeout: .zero)
    continuation.finish()
  }

  func testEffectThatNeverRests() {
    let store = makeStore()
    store.environment.share = { _ in
      while Task.isCancelled == false { await Task.yield() }
    }
    store.send(.shareButtonTapped)
  }

  func testStepsInAList() {
    let store = makeStore(wordLimit: 100)
    store.environment.load = { Effect(value: "On time") }
    store.assert(
      .send(.titleChanged("In time")) { $0.title = "In time" },
      .send(.loadButtonTapped),
      .receive(.loaded(title: "In time")) { $0.title = "On time" },
      .receive(.loaded(title: "On time")),
      .fireAndForget,
      .fireAndForget("save"),
      .do { throw Offline() },
      .environment { _ in throw Offline() }
    )
  }

  func testAssertionWithSteps() {
    var client = DocumentClient.failing
    client.load = { Effect(value: "On time") }
    client.save = { _ in waitForever().fireAndForget() }
    assert(
      initialValue: Document(),
      reducer: documentReducer,
      environment: client,
      steps:
        Step(.receive, .loaded(title: "On time")),
      Step(.fireAndForget),
      Step(.send, .loadButtonTapped),
      Step(.send, .loadButtonTapped),
      Step(.fireAndForget),
      Step(.send, .loadButtonTapped),
      Step(.receive, .loaded(title: "In time")) { $0.words = 2 },
      Step(.send, .saveButtonTapped),
      Step(.receive, .loaded(title: "On time"))
    )
  }

  func testScheduleThatFails() {
    explore(schedules: 100, seed: 6) {
      let store = makeStore()
      store.send(.raceButtonTapped)
      store.skipReceived()
      XCTAssertEqual(store.state.title, "First, second")
    }
  }

  func testOrderThatFails() {
    explore(.every()) {
      let store = makeStore()
      store.send(.raceButtonTapped)
      store.skipReceived()
      XCTAssertEqual(store.state.title, "First, second")
    }
  }

  func testFireAndForgetEffectOfAnotherName() {
    let store = makeStore()
    store.environment.share = { _ in }
    store.send(.shareButtonTapped)
    store.fireAndForget("save")
    store.fireAndForget("share")
  }

  func testMissingActionAmongOthers() {
    let store = makeStore()
    store.environment.load = { Effect(value: "On time") }
    store.exhaustivity.remove(.receivedActions)
    store.send(.loadButtonTapped)
    store.receive(.repeatButtonTapped)
  }

  func testExplorationWhoseSchedulesAllFail() {
    explore(schedules: 100) {
      let store = makeStore(wordLimit: 100)
      store.send(.titleChanged("On time")) { $0.title = "On time" }
    }
  }

  func testExplorationWithoutStore() {
    explore(schedules: 100) {}
  }

  func testUnimplementedEndpoint() {
    _ = DocumentClient.failing.wordLimit()
  }
}

private struct Offline: Error {}

/// An effect that is suspended outside of the store until it is cancelled.
@Sendable private func waitForever() -> Effect<String, Never> {
  .task(name: "load") {
    for await _ in AsyncStream<Never>.makeStream().stream {}
    return ""
  }
}

private func makeStore(
  _ document: Document = Document(),
  wordLimit: Int? = nil,
  actionLimit: Int = 10_000
) -> TestStore<Document, DocumentAction, DocumentClient> {
  var client = DocumentClient.failing
  if let wordLimit { client.wordLimit = { wordLimit } }
  return TestStore(
    initialState: document,
    reducer: documentReducer,
    environment: client,
    actionLimit: actionLimit
  )
}
