// SPDX-License-Identifier: MIT

// Mistakes in tests.

import Lockstep
import LockstepTesting

@MainActor func received() async {
  let store = TestStore(
    initialState: Parent(),
    reducer: parentReducer,
    environment: Environment()
  )
  store.receive(\.child.response)
  store.receive(\.child.response, 3)
  store.receive(\.child.response) { $0.name = "" }
  store.receive(\.row[id: 1].tapped)
  await store.receive(\.child.response, timeout: .seconds(1))
  await store.receive(\.child.response, 3, timeout: .seconds(1))
  await store.receive(\.child.response, timeout: .seconds(1)) { $0.name = "" }
  store.assert(.receive(\.child.response))
  store.assert(.send(.done), .send(.dnoe))
  store.receive(.dnoe)
  store.receive(/ParentAction.chidl)
  store.receive(/ParentAction.child, .tappd)
  store.receive(/ParentAction.child .. /ChildAction.respnse, 3)
}

@MainActor func receivedWithoutComparison() async {
  let store = TestStore(
    initialState: Parent(),
    reducer: plainReducer,
    environment: Environment()
  )
  store.receive(.loaded(1))
  store.receive(.loaded(1)) { $0.name = "" }
  store.receive(.done)
  store.receive(/PlainAction.done)
  await store.receive(.loaded(1), timeout: .seconds(1))
  store.assert(.receive(.loaded(1)))
}

@MainActor func changes() {
  let store = TestStore(
    initialState: Parent(),
    reducer: parentReducer,
    environment: Environment()
  )
  store.send(.done) { $0.nam = "" }
  store.send(.binding(.set(\.nam, "")))
  _ = store.scope(state: \.chidl, action: ParentAction.child)
  _ = store.scope(state: \.child, action: \.child)
  _ = store.scope(state: \.child, action: /ParentAction.child)
  store.ignore(\.nam)
  store.ignore(\.optional?.name)
}

func closuresInTheWrongOrder(
  _ scope: TestScope<Parent, ParentAction, Environment, Child, ChildAction>
) {
  scope.send(.tapped, parent: { $0.name = "" }, { $0.name = "" })
  scope.receive(.tapped, parent: { $0.name = "" }, { $0.name = "" })
}
