// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/ComingFromRedux.md`.

enum Cart {
  struct State: Equatable {
    var isOrdering = false
    var items: [String] = []
    var receipt: Int?
  }

  enum Action: Equatable {
    case itemAdded(String)
    case orderButtonTapped
    case orderResponse(Int)
  }

  struct Environment: Sendable {
    var order: @Sendable ([String]) async -> Int
  }

  static let reducer = Reducer<State, Action, Environment> { state, action, environment in
    switch action {
    case .itemAdded(let item):
      state.items.append(item)
    case .orderButtonTapped:
      state.isOrdering = true
      return .task { [items = state.items] in
        .orderResponse(await environment.order(items))
      }
    case .orderResponse(let receipt):
      state = State(receipt: receipt)
    }
    return .none
  }
}

extension Reducer where State: Equatable & SendableMetatype {
  func telling(of change: @escaping @Sendable (Action) -> Void) -> Self {
    Self(around: self) { state, action, environment, run in
      let previous = state
      let effect = run(&state, action, environment)
      if state != previous { change(action) }
      return effect
    }
  }
}

@Test func `an order empties the cart`() {
  let changes = Recorder<[Cart.Action]>([])
  let store = TestStore(
    initialState: Cart.State(),
    reducer: Cart.reducer.telling { action in changes.update { $0.append(action) } },
    environment: Cart.Environment(order: { $0.count })
  )
  store.send(.itemAdded("Cube")) { $0.items = ["Cube"] }
  store.send(.orderButtonTapped) { $0.isOrdering = true }
  store.receive(.orderResponse(1)) { $0 = Cart.State(receipt: 1) }
  #expect(changes.value == [.itemAdded("Cube"), .orderButtonTapped, .orderResponse(1)])
}
