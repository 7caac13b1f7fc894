// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/IsolationAndConcurrency.md`.

enum Visits {
  struct State: Equatable {
    var count = 0
  }

  enum Action: Equatable {
    case visited
  }

  static let reducer = Reducer<State, Action, Void>.withoutEffects { visits, _ in
    visits.count += 1
  }
}

actor Museum {
  private lazy var store = Store(
    initialState: Visits.State(),
    reducer: Visits.reducer,
    environment: (),
    isolation: self
  )

  func visit() -> Int {
    store.send(.visited)
    return store.count
  }
}

nonisolated enum Lamp {
  struct State: Equatable {
    var isOn = false
  }

  enum Action: Equatable, Sendable {
    case tapped
  }

  static let reducer = Reducer<State, Action, Void>.withoutEffects { lamp, _ in
    lamp.isOn.toggle()
  }
}

extension Reducer<Visits.State, Visits.Action, Void> {
  /// Lets the first action listen to an effect.
  fileprivate func welcoming(_ visitors: Effect<Visits.Action, Never>) -> Self {
    .combine(
      self,
      Reducer { visits, _, _ in
        visits.count == 1 ? visitors : .none
      }
    )
  }
}

@Test @MainActor func `a sender reaches the store from another thread`() async {
  let store = Store(initialState: Visits.State(), reducer: Visits.reducer, environment: ())
  let sender = store.sender
  await Task.detached { sender.send(.visited) }.value
  for await visits in store.states where visits.count == 1 { break }
  #expect(store.count == 1)
}

@Test @MainActor func `a subject reaches the store from another thread`() async {
  let visitors = Subject<Visits.Action, Never>()
  let store = Store(
    initialState: Visits.State(),
    reducer: Visits.reducer.welcoming(visitors.effect),
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
    let store = TestStore(initialState: Lamp.State(), reducer: Lamp.reducer, environment: ())
    store.send(.tapped) { $0.isOn = true }
  }
}
