// SPDX-License-Identifier: MIT

import Feature
import Lockstep
import LockstepTesting
import XCTest

/// A store that one test makes and another one uses: what it reports there names the one that made it.
final class SharedStoreTests: XCTestCase {
  nonisolated(unsafe) private static var store: TestStore<Document, DocumentAction, DocumentClient>?

  func testFirst() {
    let store = TestStore(
      initialState: Document(),
      reducer: documentReducer,
      environment: .failing
    )
    Self.store = store
    store.environment.wordLimit = { 100 }
    store.send(.titleChanged("In time"))
  }

  func testSecond() {
    Self.store?.send(.titleChanged("On time"))
    Self.store = nil
  }
}
