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

  @Test func `a closure that changes nothing`() {
    let store = makeStore(wordLimit: 100)
    store.send(.titleChanged("")) { $0.title = "" }
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
    store.environment.save = { _ in .fireAndForget(name: "save") {} }
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

  @Test func `a dependency that reports by itself`() {
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

  @Test func `a failing dependency in an effect`() {
    let store = makeStore()
    store.send(.shareButtonTapped)
    store.fireAndForget("share")
  }

  @Test func `a failing effect`() {
    let store = makeStore(Document(title: "On time"))
    store.send(.saveButtonTapped)
  }

  @Test func `an effect that throws`() {
    let store = makeStore()
    store.environment.load = { .task { throw CocoaError(.fileNoSuchFile) } }
    store.send(.loadButtonTapped)
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

  @Test func `an action that is not of the expected case`() {
    let store = makeStore()
    store.environment.load = { Effect(value: "On time") }
    store.send(.loadButtonTapped)
    store.receive(/DocumentAction.note) { $0.title = "On time" }
  }

  @Test func `a missing action while an effect waits`() {
    let store = makeStore()
    store.environment.load = waitForever
    store.environment.mainQueue = DispatchQueue.test.eraseToAnyScheduler()
    store.send(.loadButtonTapped)
    store.send(.autosaveButtonTapped)
    store.receive(.loaded(title: "On time")) { $0.title = "On time" }
    store.skipRunning()
  }

  @Test func `an action that does not come in time`() async {
    let store = makeStore()
    store.environment.load = waitForever
    store.send(.loadButtonTapped)
    await store.receive(.loaded(title: "On time"), timeout: .zero) { $0.title = "On time" }
    store.skipRunning()
  }

  @Test func `a fire-and-forget effect that does not run in time`() async {
    let store = makeStore()
    store.environment.load = waitForever
    store.send(.loadButtonTapped)
    await store.fireAndForget("save", timeout: .zero)
    store.skipRunning()
  }

  @Test func `an effect that does not end in time`() async {
    let store = makeStore()
    store.environment.load = waitForever
    store.send(.loadButtonTapped)
    await store.finish(timeout: .zero)
  }

  @Test func `a task that outlives its effect and the time to wait`() async {
    let store = makeStore()
    let (requests, continuation) = AsyncStream.makeStream(of: String.self)
    store.environment.share = { _ in Task { for await _ in requests {} } }
    store.send(.shareButtonTapped)
    store.fireAndForget("share")
    await store.finish(timeout: .zero)
    continuation.finish()
  }

  @Test func `an effect that never rests`() {
    let store = makeStore()
    store.environment.share = { _ in
      while Task.isCancelled == false { await Task.yield() }
    }
    store.send(.shareButtonTapped)
  }

  @Test func `steps in a list`() {
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

  @Test func `an assertion with a list of steps`() {
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

  @Test(.schedules(100, seed: 6)) func `a schedule that fails`() {
    let store = makeStore()
    store.send(.raceButtonTapped)
    store.skipReceived()
    #expect(store.state.title == "First, second")
  }

  @Test(.schedules(.every())) func `an order that fails`() {
    let store = makeStore()
    store.send(.raceButtonTapped)
    store.skipReceived()
    #expect(store.state.title == "First, second")
  }

  @Test func `a fire-and-forget effect of another name`() {
    let store = makeStore()
    store.environment.share = { _ in }
    store.send(.shareButtonTapped)
    store.fireAndForget("save")
    store.fireAndForget("share")
  }

  @Test func `an action that is missing among others`() {
    let store = makeStore()
    store.environment.load = { Effect(value: "On time") }
    store.exhaustivity.remove(.receivedActions)
    store.send(.loadButtonTapped)
    store.receive(.repeatButtonTapped)
  }

  @Test func `an exploration whose schedules all fail`() {
    explore(schedules: 100) {
      let store = makeStore(wordLimit: 100)
      store.send(.titleChanged("On time")) { $0.title = "On time" }
    }
  }

  @Test func `an exploration without a store`() {
    explore(schedules: 100) {}
  }

  @Test func `an unimplemented endpoint outside of a store`() {
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
