// SPDX-License-Identifier: MIT

// A block of `Sources/LockstepTesting/LockstepTesting.docc/Articles/TestingAFeature.md`.

import Lockstep
import LockstepTesting
import XCTest

final class TrackingTests: XCTestCase {
  private var parcels = Parcels.failing
  private lazy var store = TestStore(
    initialState: Tracking.State(number: "4711"),
    reducer: Tracking.reducer,
    environment: parcels
  )

  func testDeliveredParcel() {
    parcels.remember = { _ in .none }
    parcels.status = { _ in .delivered }
    store.send(.trackButtonTapped) {
      $0.isLoading = true
    }
    store.receive(.statusResponse(.delivered)) {
      $0.isLoading = false
      $0.status = .delivered
    }
  }
}
