// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/ComingFromTheComposableArchitecture.md`.

struct NumberState: Equatable {
  var fact: String?
  var number = 0
}

enum NumberAction: Equatable {
  case factButtonTapped
  case factResponse(String)
  case stepperChanged(Int)
}

struct NumberEnvironment: Sendable {
  var fact: @Sendable (Int) async -> String
}

let numberReducer = Reducer<NumberState, NumberAction, NumberEnvironment> {
  state,
  action,
  environment in
  switch action {
  case .factButtonTapped:
    return .task { [number = state.number] in
      .factResponse(await environment.fact(number))
    }
  case .factResponse(let fact):
    state.fact = fact
    return .none
  case .stepperChanged(let number):
    state.number = number
    return .none
  }
}

@Test func askingForAFact() {
  let store = TestStore(
    initialState: NumberState(),
    reducer: numberReducer,
    environment: NumberEnvironment(fact: { "\($0) is prime." })
  )
  store.send(.stepperChanged(7)) { $0.number = 7 }
  store.send(.factButtonTapped)
  store.receive(/NumberAction.factResponse) { $0.fact = "7 is prime." }
}
