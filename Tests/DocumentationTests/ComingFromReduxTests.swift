// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/ComingFromRedux.md`.

struct Cart: Equatable {
  var isOrdering = false
  var items: [String] = []
  var receipt: Int?
}

enum CartAction: Equatable {
  case itemAdded(String)
  case orderButtonTapped
  case orderResponse(Int)
}

struct CartEnvironment: Sendable {
  var order: @Sendable ([String]) async -> Int
}

let cartReducer = Reducer<Cart, CartAction, CartEnvironment> { cart, action, environment in
  switch action {
  case .itemAdded(let item):
    cart.items.append(item)
    return .none
  case .orderButtonTapped:
    cart.isOrdering = true
    return .task { [items = cart.items] in
      .orderResponse(await environment.order(items))
    }
  case .orderResponse(let receipt):
    cart = Cart(receipt: receipt)
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
  let changes = Recorder<[CartAction]>([])
  let store = TestStore(
    initialState: Cart(),
    reducer: cartReducer.telling { action in changes.update { $0.append(action) } },
    environment: CartEnvironment(order: { $0.count })
  )
  store.send(.itemAdded("Cube")) { $0.items = ["Cube"] }
  store.send(.orderButtonTapped) { $0.isOrdering = true }
  store.receive(.orderResponse(1)) { $0 = Cart(receipt: 1) }
  #expect(changes.value == [.itemAdded("Cube"), .orderButtonTapped, .orderResponse(1)])
}
