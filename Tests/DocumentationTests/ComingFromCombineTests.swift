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

struct NotebookClient: Sendable {
  var didEnterBackground: @Sendable () -> Effect<Void, Never>
}

enum Notebook {
  struct State: Equatable {
    var isLocked = false
  }

  enum Action: Equatable {
    case appeared
    case disappeared
    case enteredBackground
  }

  struct BackgroundID: Hashable {}

  static let reducer = Reducer<State, Action, NotebookClient> { state, action, client in
    switch action {
    case .appeared:
      return client.didEnterBackground()
        .map { _ in .enteredBackground }
        .cancellable(id: BackgroundID())
    case .disappeared:
      return .cancel(id: BackgroundID())
    case .enteredBackground:
      state.isLocked = true
      return .none
    }
  }
}

@Test func `an app in the background locks itself after a minute`() {
  let center = NotificationCenter()
  let store = TestStore(
    initialState: Notebook.State(),
    reducer: Notebook.reducer,
    environment: NotebookClient(didEnterBackground: { center.effect(for: .didEnterBackground) })
  )
  store.send(.appeared)
  center.post(name: .didEnterBackground, object: nil)
  store.receive(.enteredBackground) { $0.isLocked = true }
  store.send(.disappeared)
  center.post(name: .didEnterBackground, object: nil)
}

struct SearchClient: Sendable {
  var results: @Sendable (_ query: String, _ language: String) -> Effect<[String], Never>

  static let failing = Self(
    results: { query, _ in .failing("SearchClient.results(\(query)) is unimplemented") }
  )
}

enum Search {
  struct State: Equatable {
    var query = ""
    var language = "en"
    var results: [String] = []
  }

  enum Action: Equatable {
    case queryChanged(String)
    case languageChanged(String)
    case response([String])
  }

  struct SearchID: Hashable {}

  static let reducer = Reducer<State, Action, SearchClient> { state, action, client in
    switch action {
    case .queryChanged(let query):
      state.query = query
    case .languageChanged(let language):
      state.language = language
    case .response(let results):
      state.results = results
      return .none
    }
    return client.results(state.query, state.language)
      .map(Action.response)
      .cancellable(id: SearchID(), cancelInFlight: true)
  }
}

@Test func `an older search cannot replace a newer one`() {
  let slow = Subject<[String], Never>()
  let store = TestStore(
    initialState: Search.State(),
    reducer: Search.reducer,
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
    initialState: CounterFeature.State(),
    reducer: CounterFeature.reducer,
    environment: FactClient(fetch: { "\($0) is a good number." })
  )
  store.send(.incrementButtonTapped)
  store.send(.incrementButtonTapped)
  #expect(store.count == 2)
}
