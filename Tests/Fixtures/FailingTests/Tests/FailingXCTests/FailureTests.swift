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
    store.environment.save = { _ in .fireAndForget("save") {} }
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

  func testFailingDependencyInEffect() {
    let store = makeStore()
    store.send(.shareButtonTapped)
    store.fireAndForget("share")
  }

  func testFailingEffect() {
    let store = makeStore(Document(title: "On time"))
    store.send(.saveButtonTapped)
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

  func testScheduleThatFails() {
    explore(schedules: 100, seed: 6) {
      let store = makeStore()
      store.send(.raceButtonTapped)
      store.skipReceived()
      XCTAssertEqual(store.state.title, "First, second")
    }
  }

  func testUnimplementedEndpoint() {
    _ = DocumentClient.failing.wordLimit()
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
