// SPDX-License-Identifier: MIT

// Two delays that meet: a banner is shown in the instant in which the one before expires, and is hidden with it.

import Foundation
import Lockstep
import LockstepTesting

extension Race {
  static let bannerExpires = Race(
    "banner expires",
    symptom: "The last banner is hidden."
  ) { variant in
    let reducer = Reducer<BannerState, BannerAction, AnySchedulerOf<DispatchQueue>> {
      state,
      action,
      clock in
      switch action {
      case .uploadTapped:
        return Effect(value: .saved("second")).delay(for: 2, scheduler: clock)
      case .saved(let name):
        state.banner = name
        let expiry = Effect<BannerAction, Never>(value: .bannerExpired)
          .delay(for: 2, scheduler: clock)
        return variant == .fixed ? expiry.cancellable(id: "banner", cancelInFlight: true) : expiry
      case .bannerExpired:
        state.banner = nil
        return .none
      }
    }
    return {
      let clock = DispatchQueue.test
      let store = TestStore(
        initialState: BannerState(),
        reducer: reducer,
        environment: clock.eraseToAnyScheduler()
      )
      store.send(.saved("first")) { $0.banner = "first" }
      store.send(.uploadTapped)
      clock.advance(by: 2)
      store.skipReceived()
      check(store.state.banner == "second", "The last banner is hidden.")
      store.skipRunning()
    }
  }
}

private struct BannerState: Equatable {
  var banner: String?
}

private enum BannerAction: Equatable {
  case bannerExpired
  case saved(String)
  case uploadTapped
}
