// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/ComingFromCombine.md`.

extension NotificationCenter {
  func effect(for name: Notification.Name) -> Effect<Void, Never> {
    .run { subscriber in
      // The token goes nowhere but back to the center, so it may cross threads.
      nonisolated(unsafe) let token = self.addObserver(
        forName: name,
        object: nil,
        queue: nil
      ) { _ in
        subscriber.send(())
      }
      return AnyCancellable { self.removeObserver(token) }
    }
  }
}

extension Notification.Name {
  static let didEnterBackground = Self("didEnterBackground")
}

struct Notebook: Equatable {
  var isLocked = false
}

enum NotebookAction: Equatable {
  case appeared
  case disappeared
  case enteredBackground
}

struct NotebookClient: Sendable {
  var didEnterBackground: @Sendable () -> Effect<Void, Never>
}

struct BackgroundID: Hashable {}

let notebookReducer = Reducer<Notebook, NotebookAction, NotebookClient> {
  notebook,
  action,
  client in
  switch action {
  case .appeared:
    return client.didEnterBackground()
      .map { _ in .enteredBackground }
      .cancellable(id: BackgroundID())
  case .disappeared:
    return .cancel(id: BackgroundID())
  case .enteredBackground:
    notebook.isLocked = true
    return .none
  }
}

@Test func `an app in the background locks itself after a minute`() {
  let center = NotificationCenter()
  let store = TestStore(
    initialState: Notebook(),
    reducer: notebookReducer,
    environment: NotebookClient(didEnterBackground: { center.effect(for: .didEnterBackground) })
  )
  store.send(.appeared)
  center.post(name: .didEnterBackground, object: nil)
  store.receive(.enteredBackground) { $0.isLocked = true }
  store.send(.disappeared)
  center.post(name: .didEnterBackground, object: nil)
}

struct Search: Equatable {
  var query = ""
  var language = "en"
  var results: [String] = []
}

enum SearchAction: Equatable {
  case queryChanged(String)
  case languageChanged(String)
  case response([String])
}

struct SearchClient: Sendable {
  var results: @Sendable (_ query: String, _ language: String) -> Effect<[String], Never>

  static let failing = Self(
    results: { query, _ in .failing("SearchClient.results(\(query)) is unimplemented") }
  )
}

struct SearchID: Hashable {}

let searchReducer = Reducer<Search, SearchAction, SearchClient> { search, action, client in
  switch action {
  case .queryChanged(let query):
    search.query = query
  case .languageChanged(let language):
    search.language = language
  case .response(let results):
    search.results = results
    return .none
  }
  return client.results(search.query, search.language)
    .map(SearchAction.response)
    .cancellable(id: SearchID(), cancelInFlight: true)
}

@Test func `an older search cannot replace a newer one`() {
  let slow = Subject<[String], Never>()
  let store = TestStore(
    initialState: Search(),
    reducer: searchReducer,
    environment: SearchClient.failing
  )
  store.environment.results = { _, _ in slow.effect }
  store.send(.queryChanged("blob")) { $0.query = "blob" }
  store.environment.results = { query, language in Effect(value: ["\(query) in \(language)"]) }
  store.send(.languageChanged("de")) { $0.language = "de" }
  slow.send(["blob in en"])
  store.receive(.response(["blob in de"])) { $0.results = ["blob in de"] }
}

// A block of `Sources/Lockstep/Lockstep.docc/Lockstep.md`.

@Test @MainActor func `a store counts each tap`() {
  let store = Store(
    initialState: CounterState(),
    reducer: counterReducer,
    environment: FactClient(fetch: { "\($0) is a good number." })
  )
  store.send(.incrementButtonTapped)
  store.send(.incrementButtonTapped)
  #expect(store.count == 2)
}
