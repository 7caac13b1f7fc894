// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/IsolationAndConcurrency.md`.

struct Visits: Equatable {
  var count = 0
}

enum VisitsAction: Equatable {
  case visited
}

let visitsReducer = Reducer<Visits, VisitsAction, Void> { visits, _, _ in
  visits.count += 1
  return .none
}

actor Museum {
  private lazy var store = Store(
    initialState: Visits(),
    reducer: visitsReducer,
    environment: (),
    isolation: self
  )

  func visit() -> Int {
    store.send(.visited)
    return store.count
  }
}

nonisolated struct Lamp: Equatable {
  var isOn = false
}

nonisolated enum LampAction: Equatable, Sendable {
  case tapped
}

nonisolated let lampReducer = Reducer<Lamp, LampAction, Void> { lamp, _, _ in
  lamp.isOn.toggle()
  return .none
}

extension Reducer<Visits, VisitsAction, Void> {
  /// Lets the first action listen to an effect.
  fileprivate func welcoming(_ visitors: Effect<VisitsAction, Never>) -> Self {
    .combine(
      self,
      Reducer { visits, _, _ in
        visits.count == 1 ? visitors : .none
      }
    )
  }
}

@Test @MainActor func `a sender reaches the store from another thread`() async {
  let store = Store(initialState: Visits(), reducer: visitsReducer, environment: ())
  let sender = store.sender
  await Task.detached { sender.send(.visited) }.value
  for await visits in store.states where visits.count == 1 { break }
  #expect(store.count == 1)
}

@Test @MainActor func `a subject reaches the store from another thread`() async {
  let visitors = Subject<VisitsAction, Never>()
  let store = Store(
    initialState: Visits(),
    reducer: visitsReducer.welcoming(visitors.effect),
    environment: ()
  )
  store.send(.visited)
  await Task.detached { visitors.send(.visited) }.value
  for await visits in store.states where visits.count == 2 { break }
  #expect(store.count == 2)
}

@Suite struct IsolationAndConcurrencyTests {
  @Test func `an actor has a store of its own`() async {
    let museum = Museum()
    #expect(await museum.visit() == 1)
    #expect(await museum.visit() == 2)
  }

  @Test func `a feature belongs to no actor`() {
    let store = TestStore(initialState: Lamp(), reducer: lampReducer, environment: ())
    store.send(.tapped) { $0.isOn = true }
  }
}
