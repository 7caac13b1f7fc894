// SPDX-License-Identifier: MIT

import Feature
import Lockstep
import LockstepTesting
import XCTest

/// Stores in properties of a test case, which XCTest keeps until the process ends.
final class HeldStoreTests: XCTestCase {
  private let constant = TestStore(
    initialState: Document(),
    reducer: documentReducer,
    environment: .failing
  )
  private var variable: TestStore<Document, DocumentAction, DocumentClient>?

  override func setUp() {
    variable = TestStore(
      initialState: Document(),
      reducer: documentReducer,
      environment: .failing
    )
  }

  func testStoreFromBeforeTheTest() {
    constant.environment.load = { Effect(value: "On time") }
    constant.send(.loadButtonTapped)
  }

  func testStoreFromSetUp() {
    variable?.environment.load = { Effect(value: "On time") }
    variable?.send(.loadButtonTapped)
  }

  func testStoreThatIsNotReleased() {
    /// A screen that holds itself.
    final class Screen {
      let store: TestStore<Document, DocumentAction, DocumentClient>
      var parent: Screen?

      init(_ store: TestStore<Document, DocumentAction, DocumentClient>) {
        self.store = store
        parent = self
      }
    }
    let store = TestStore(
      initialState: Document(),
      reducer: documentReducer,
      environment: .failing
    )
    store.environment.load = { Effect(value: "On time") }
    store.send(.loadButtonTapped)
    _ = Screen(store)
  }
}
