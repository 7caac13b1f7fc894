// SPDX-License-Identifier: MIT

// Names and forms of the Composable Architecture.

import Lockstep
import LockstepTesting

struct Home: Equatable {
  var child: Child?
  var count = 0
  var path: StackState<Child> = []
  var rows: IdentifiedArrayOf<Row> = []
}

enum HomeAction: Equatable {
  case child(ChildAction)
  case loaded(Int)
  case failed
  case path(StackAction<Child, ChildAction>)
  case rows(Int, RowAction)
}

enum BoundAction: BindableAction {
  case binding(BindingAction<Home>)
}

let homeReducer = Reducer<Home, HomeAction, Void> { _, _, _ in .none }

let optionalChild = homeReducer.ifLet(\.child, action: \.child)

let optionalChildInClosure =
  homeReducer
  .ifLet(\.child, action: \.child) { childReducer }

let presentedChild =
  homeReducer
  .ifLet(\.$child, action: \.child) { childReducer }

let caseOfEnum =
  homeReducer
  .ifCaseLet(\.child, action: \.child) { childReducer }

let stack = homeReducer.forEach(\.path, action: \.path)

let stackInClosure =
  homeReducer
  .forEach(\.path, action: \.path) { childReducer }

let changes = homeReducer._printChanges()

let dismissing = Reducer<Home, HomeAction, Void> { _, _, _ in
  .run { send in
    send(.loaded(1))
    await dismiss()
  }
}

func load() async throws -> Int { 1 }

let catching = Reducer<Home, HomeAction, Void> { _, _, _ in
  .run { send in
    send(.loaded(try await load()))
  } catch: { error, send in
    send(.failed)
  }
}

let catchingInSwitch = Reducer<Home, HomeAction, Void> { state, action, _ in
  switch action {
  case .child:
    return .run { send in
      await send(.loaded(try await load()))
    } catch: { _, send in
      await send(.failed)
    }
  default:
    return .none
  }
}

let locking = Reducer<Home, HomeAction, Void> { state, _, _ in
  state.$count.withLock { $0 += 1 }
  return .none
}

@MainActor func stores() async {
  let live = Store(initialState: Home()) { homeReducer }
  _ = live
}

@MainActor func sending(_ live: Store<Home, HomeAction>) {
  live.send(\.child.tapped)
}

@MainActor func testStores() async {
  let store = TestStore(initialState: Home()) { homeReducer }
  _ = store
}

@MainActor func steps(_ store: TestStore<Home, HomeAction, Void>) async {
  store.exhaustivity = .on
  await store.send(\.path[id: 0].tapped)
  await store.send(\.path[id: 0].response, 1)
  await store.send(\.child.tapped) { $0.count = 1 }
  store.assert { $0.count = 1 }
}
