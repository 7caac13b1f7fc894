// SPDX-License-Identifier: MIT

import Feature
import Foundation
import Lockstep
import LockstepTesting
import Testing

/// Each of these tests passes, and yet the run must fail.
@Suite(.serialized) struct LostTests {
  /// A screen that holds itself.
  private final class Screen {
    let store = TestStore(
      initialState: Document(),
      reducer: documentReducer,
      environment: .failing
    )
    var parent: Screen?
  }

  @Test func `a store that is not released`() {
    let screen = Screen()
    screen.parent = screen
    screen.store.environment.load = { Effect(value: "On time") }
    screen.store.send(.loadButtonTapped)
  }

  @Test func `a store that is not released, and not used after it was finished`() {
    let screen = Screen()
    screen.parent = screen
    screen.store.finish()
  }

  @Test func `a report from a thread that belongs to no test`() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        reportIssue("Nobody is there to hear this")
        continuation.resume()
      }
    }
  }
}
