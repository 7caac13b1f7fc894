// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import XCTest

/// XCTest keeps test cases until the process ends, and with them the stores in their properties; they
/// are checked when the test has ended.
final class HeldStoreTests: XCTestCase {
  /// A helper that drives the feature for the tests.
  private struct Robot {
    let store = HeldStoreTests.makeStore()
  }

  private let constant = HeldStoreTests.makeStore()
  private let robot = Robot()
  private var variable: TestStore<CounterState, CounterAction, CounterEnvironment>?
  private var isCapturing = false
  private var captured: [String] = []

  private static func makeStore() -> TestStore<CounterState, CounterAction, CounterEnvironment> {
    TestStore(initialState: CounterState(), reducer: counterReducer, environment: .failing)
  }

  override func recordFailure(
    withDescription description: String,
    inFile filePath: String,
    atLine lineNumber: Int,
    expected: Bool
  ) {
    guard isCapturing else {
      super.recordFailure(
        withDescription: description,
        inFile: filePath,
        atLine: lineNumber,
        expected: expected
      )
      return
    }
    captured.append("\(lineNumber): \(description)")
  }

  private func message(_ line: Int) -> String {
    """
    \(line): failed - The store received 1 unexpected action after this one: …

    Unhandled actions: [
      CounterAction.incrementButtonTapped,
    ]

    Assert it with 'receive':

    store.receive(.incrementButtonTapped) {
      $0.count = 0
      $0.history = [-1]
    }

    How this came about:

      2. CounterAction.incrementButtonTapped
         at once, by turn 1
      1. CounterAction.decrementAndIncrement
         by 'send' at LockstepTestingTests/HeldStoreTests.swift:\(line)
    """
  }

  private var expected: [String] = []

  override func setUp() {
    variable = Self.makeStore()
    isCapturing = true
  }

  override func tearDown() {
    isCapturing = false
    XCTAssertEqual(captured, expected)
  }

  func testStoreFromBeforeTheTest() {
    expected = [message(#line + 1)]
    constant.send(.decrementAndIncrement) { $0.count = -1 }
  }

  func testStoreWithinAPropertyFromBeforeTheTest() {
    expected = [message(#line + 1)]
    robot.store.send(.decrementAndIncrement) { $0.count = -1 }
  }

  func testStoreFromSetUp() {
    expected = [message(#line + 1)]
    variable?.send(.decrementAndIncrement) { $0.count = -1 }
  }

  func testStoreThatIsReleased() {
    expected = [message(#line + 1)]
    variable?.send(.decrementAndIncrement) { $0.count = -1 }
    variable = nil
    isCapturing = false
    XCTAssertEqual(captured, expected)
  }

  func testStoreThatWasFinished() {
    variable?.send(.decrementAndIncrement) { $0.count = -1 }
    variable?.receive(.incrementButtonTapped) {
      $0.count = 0
      $0.history = [-1]
    }
    variable?.finish()
  }
}
