// SPDX-License-Identifier: MIT

// Two delays that meet: a banner is shown when the one before expires, and is hidden with it.

import Foundation
import Lockstep
import LockstepTesting

extension Race {
  static let bannerExpires = Race(
    "banner expires",
    symptom: "The last banner is hidden.",
    forms: [
      Form("an upload that ends in the instant in which the first banner expires") { variant in
        let mainQueue = DispatchQueue.test
        let store = TestStore(
          initialState: BannerState(),
          reducer: variant.reducer,
          environment: BannerEnvironment(
            uploadDuration: 2,
            mainQueue: mainQueue
          )
        )
        store.send(.saved("first")) { $0.banner = "first" }
        store.send(.uploadTapped)
        mainQueue.advance(by: 2)
        store.skipReceived()
        check(store.state.banner == "second", "The last banner is hidden.")
        store.skipRunning()
      },
      Form("an upload that ends shortly after the first banner expires") { variant in
        let mainQueue = DispatchQueue.test
        let store = TestStore(
          initialState: BannerState(),
          reducer: variant.reducer,
          environment: BannerEnvironment(
            uploadDuration: 1,
            mainQueue: mainQueue
          )
        )
        store.send(.saved("first")) { $0.banner = "first" }
        mainQueue.advance(by: 1.2)
        store.send(.uploadTapped)
        mainQueue.advance(by: 1)
        store.skipReceived()
        check(store.state.banner == "second", "The last banner is hidden.")
        store.skipRunning()
      },
      Form("two sends, the second when the first banner expires") { variant in
        let mainQueue = DispatchQueue.test
        let store = TestStore(
          initialState: BannerState(),
          reducer: variant.reducer,
          environment: BannerEnvironment(
            uploadDuration: 1,
            mainQueue: mainQueue
          )
        )
        store.exhaustivity.remove(.receivedActions)
        store.send(.saved("first")) { $0.banner = "first" }
        mainQueue.advance(by: 2)
        store.send(.saved("second")) { $0.banner = "second" }
        store.skipReceived()
        check(store.state.banner == "second", "The last banner is hidden.")
        store.skipRunning()
      },
    ]
  )
}

extension Race.Variant {
  fileprivate var reducer: Reducer<BannerState, BannerAction, BannerEnvironment> {
    Reducer { state, action, environment in
      switch action {
      case .uploadTapped:
        return Effect(value: .saved("second"))
          .delay(for: environment.uploadDuration, scheduler: environment.mainQueue)
      case .saved(let name):
        state.banner = name
        let expiry = Effect<BannerAction, Never>(value: .bannerExpired)
          .delay(for: 2, scheduler: environment.mainQueue)
        return self == .fixed ? expiry.cancellable(id: "banner", cancelInFlight: true) : expiry
      case .bannerExpired:
        state.banner = nil
        return .none
      }
    }
  }
}

private struct BannerEnvironment: Sendable {
  var uploadDuration: SchedulerStride
  var mainQueue: SchedulerOf<DispatchQueue>
}

private struct BannerState: Equatable {
  var banner: String?
}

private enum BannerAction: Equatable {
  case bannerExpired
  case saved(String)
  case uploadTapped
}
