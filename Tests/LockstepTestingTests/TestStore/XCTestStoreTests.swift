// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import XCTest

/// Tests test stores in synchronous XCTest methods.
final class XCTestStoreTests: XCTestCase {
  func testAsynchronousEffectsInASynchronousMethod() {
    let mainQueue = DispatchQueue.test
    var environment = CounterEnvironment.failing
    environment.mainQueue = mainQueue
    environment.fact = { count in
      .task { () async throws(FactError) in
        await withTaskGroup(of: Int.self) { group in
          for number in 1...count { group.addTask { number } }
          return "\(await group.reduce(0, +))"
        }
      }
    }
    let store = TestStore(
      initialState: CounterState(count: 100),
      reducer: counterReducer,
      environment: environment
    )
    store.send(.factButtonTapped)
    mainQueue.advance()
    store.receive(.factResponse(.success("5050"))) { $0.fact = "5050" }
    store.assert(
      .send(.startButtonTapped),
      .do { mainQueue.advance(by: 1) },
      .receive(.timerTicked) { $0.count = 101 },
      .send(.stopButtonTapped)
    )
  }

  func testAnUpdateThatUnwraps() {
    struct State: Equatable {
      var alert: String?
    }
    let reducer = Reducer<State, Bool, Void> { state, isAppending, _ in
      state.alert = isAppending ? (state.alert ?? "") + "!" : nil
      return .none
    }
    let store = TestStore(
      initialState: State(alert: "Hello"),
      reducer: reducer,
      environment: ()
    )
    store.send(true) { try XCTUnwrap(&$0.alert) { $0 += "!" } }
    store.send(false) { $0.alert = nil }
    let issues = withReportedIssues {
      let store = TestStore(initialState: State(), reducer: reducer, environment: ())
      store.send(true) { try XCTUnwrap(&$0.alert) { $0 += "!" } }
    }
    XCTAssertEqual(
      issues.map(\.message),
      [
        """
        The closure of this step threw an error: Expected a value of type 'String', but found 'nil'.

        The state was not compared. Fix the closure, or catch the error in it.
        """
      ]
    )
  }
}
