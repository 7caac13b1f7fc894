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

enum NumberView {
  struct ViewState: Equatable {
    var text: String

    init(state: NumberState) {
      text = state.fact ?? "\(state.number)"
    }
  }

  enum ViewAction {
    case infoButtonTapped
    case stepped(Int)
  }
}

extension NumberAction {
  init(viewAction: NumberView.ViewAction) {
    switch viewAction {
    case .infoButtonTapped: self = .factButtonTapped
    case .stepped(let number): self = .stepperChanged(number)
    }
  }
}

@Test func showingAFact() {
  let store = TestStore(
    initialState: NumberState(),
    reducer: numberReducer,
    environment: NumberEnvironment(fact: { "\($0) is prime." })
  )
  .scope(state: NumberView.ViewState.init, action: NumberAction.init)

  store.send(.stepped(7)) { $0.text = "7" }
  store.send(.infoButtonTapped)
  store.receive(.factResponse("7 is prime.")) { $0.text = "7 is prime." }
}

@Test func `the other ways to receive an action of the feature`() {
  let store = TestStore(
    initialState: NumberState(),
    reducer: numberReducer,
    environment: NumberEnvironment(fact: { "\($0) is prime." })
  )
  .scope(state: NumberView.ViewState.init, action: NumberAction.init)
  store.send(.infoButtonTapped)
  store.whole.receive(/NumberAction.factResponse) { $0.text = "0 is prime." }
}
