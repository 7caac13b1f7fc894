// SPDX-License-Identifier: MIT

import Feature
import Foundation
import Lockstep
import LockstepTesting
import Testing

/// One test for each kind of failure.
@Suite(.serialized) struct FailureTests {
  @Test func `wrong state`() {
    let store = makeStore(wordLimit: 100)
    store.send(.titleChanged("On time")) {
      $0.title = "On time"
      $0.words = 3
    }
  }

  @Test func `a closure that throws`() {
    let store = makeStore(Document(note: nil), wordLimit: 100)
    store.send(.titleChanged("On time")) {
      $0.title = "On time"
      try unwrap(&$0.note) { $0 = "" }
    }
  }

  @Test func `an unexpected received action`() {
    let store = makeStore()
    store.environment.load = { Effect(value: "On time") }
    store.send(.loadButtonTapped)
  }

  @Test func `an action sent before the received one is asserted`() {
    let store = makeStore(wordLimit: 100)
    store.environment.load = { Effect(value: "On time") }
    store.send(.loadButtonTapped)
    store.send(.titleChanged("In time")) {
      $0.title = "In time"
      $0.words = 2
    }
  }

  @Test func `a missing action`() {
    let store = makeStore()
    store.environment.load = { .none }
    store.send(.loadButtonTapped)
    store.receive(.loaded(title: "On time")) { $0.title = "On time" }
  }

  @Test func `a wrong action`() {
    let store = makeStore()
    store.environment.load = { Effect(value: "In time") }
    store.send(.loadButtonTapped)
    store.receive(.loaded(title: "On time")) { $0.title = "In time" }
  }

  @Test func `an unasserted fire-and-forget effect`() {
    let store = makeStore()
    store.environment.save = { _ in .fireAndForget("save") {} }
    store.send(.saveButtonTapped)
  }

  @Test func `a fire-and-forget effect that did not run`() {
    let store = makeStore()
    store.environment.save = { _ in .none }
    store.send(.saveButtonTapped)
    store.fireAndForget("save")
  }

  @Test func `an effect that is running at the end`() {
    let store = makeStore()
    store.environment.mainQueue = DispatchQueue.test.eraseToAnyScheduler()
    store.send(.autosaveButtonTapped)
  }

  @Test func `an action for a child that is not there`() {
    let store = makeStore()
    store.send(.note(.clearButtonTapped))
  }

  @Test func `a failing dependency`() {
    let store = makeStore()
    store.send(.titleChanged("On time")) {
      $0.title = "On time"
      $0.words = 2
    }
  }

  @Test func `a failing dependency in an effect`() {
    let store = makeStore()
    store.send(.shareButtonTapped)
    store.fireAndForget("share")
  }

  @Test func `a failing effect`() {
    let store = makeStore(Document(title: "On time"))
    store.send(.saveButtonTapped)
  }

  @Test func `a failing scheduler`() {
    let store = makeStore()
    store.send(.autosaveButtonTapped)
  }

  @Test func `a chain of actions that does not end`() {
    let store = makeStore(actionLimit: 20)
    store.send(.repeatButtonTapped)
    for _ in 1...20 { store.receive(.repeatButtonTapped) }
  }

  @Test func `a task that outlives its effect`() {
    let store = makeStore()
    let (requests, continuation) = AsyncStream.makeStream(of: String.self)
    store.environment.share = { _ in Task { for await _ in requests {} } }
    store.send(.shareButtonTapped)
    store.fireAndForget("share")
    store.finish()
    continuation.finish()
  }

  @Test(.schedules(100, seed: 6)) func `a schedule that fails`() {
    let store = makeStore()
    store.send(.raceButtonTapped)
    store.skipReceived()
    #expect(store.state.title == "First, second")
  }

  @Test func `an unimplemented endpoint outside of a store`() {
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
