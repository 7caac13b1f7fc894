// SPDX-License-Identifier: MIT

// The blocks of `Sources/LockstepTesting/LockstepTesting.docc/Articles/TestingAFeature.md`.

import Dispatch
import Lockstep

enum Tracking {
  struct State: Equatable {
    var number: String
    var isLoading = false
    var status: ParcelStatus?
  }

  enum Action: Equatable {
    case refreshTimeCame
    case statusResponse(ParcelStatus)
    case trackButtonTapped
  }
}

enum ParcelStatus: Equatable, Sendable {
  case onItsWay(stops: Int)
  case delivered
}

struct Parcels: Sendable {
  var mainQueue: SchedulerOf<DispatchQueue>
  var remember: @Sendable (String) -> Effect<Never, Never>
  var status: @Sendable (String) async -> ParcelStatus
}

extension Parcels {
  static let failing = Self(
    mainQueue: .failing("mainQueue"),
    remember: { .failing("Parcels.remember(\($0)) is unimplemented") },
    status: { unimplemented("Parcels.status(\($0))", placeholder: .delivered) }
  )
}

extension Tracking {
  static let reducer = Reducer<State, Action, Parcels> { state, action, parcels in
    switch action {
    case .refreshTimeCame:
      return .task(name: "status") { [number = state.number] in
        .statusResponse(await parcels.status(number))
      }

    case .statusResponse(let status):
      state.isLoading = false
      state.status = status
      guard status != .delivered else { return .none }
      return Effect(value: .refreshTimeCame).delay(for: 60, scheduler: parcels.mainQueue)

    case .trackButtonTapped:
      state.isLoading = true
      return .merge(
        parcels.remember(state.number).fireAndForget(),
        .task(name: "status") { [number = state.number] in
          .statusResponse(await parcels.status(number))
        }
      )
    }
  }
}
