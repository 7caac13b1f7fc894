// SPDX-License-Identifier: MIT

// Mistakes in the use of stores.

import Lockstep

@MainActor func scopes(of store: Store<Parent, ParentAction>) {
  _ = store.scope(state: \.chidl, action: ParentAction.child)
  _ = store.scope(state: \.child, action: ParentAction.chidl)
  _ = store.scope(state: \.child, action: \.child)
  _ = store.scope(state: \.child, action: /ParentAction.child)
  _ = store.scope(state: \.chidl)
  _ = store.scope(ifLet: \.optinal, action: ParentAction.child)
  _ = store.scope(ifLet: \.optional, action: \.child)
  store.scope(forEach: \.rowz, action: ParentAction.row) { _ in }
  store.scope(forEach: \.rows, action: \.row) { _ in }
  _ = store.scope(element: 1, of: \.rowz, action: ParentAction.row)
  _ = store.ifLet(\.optinal, action: ParentAction.child, then: { _ in })
}

@MainActor func actions(of store: Store<Parent, ParentAction>) {
  store.send(.dnoe)
  store.send(.child(.tappd))
  store.send(.binding(.set(\.nam, "")))
  store.send(.binding(.set(\.name, 1)))
  _ = store.chidl
  _ = store.state.chidl
}

struct Cube: CustomDebugOutputConvertible {
  var debugOutput: String { "Cube" }
}
