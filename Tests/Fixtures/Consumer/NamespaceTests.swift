// SPDX-License-Identifier: MIT

import ConsumerFeature
import Dispatch
import Lockstep
import LockstepTesting
import Testing

@Suite nonisolated struct NamespaceTests {
  @Test func `a feature is an enum without cases`() {
    let clock = DispatchQueue.test
    let store = TestStore(
      initialState: Kitchen.State(),
      reducer: Kitchen.reducer,
      environment: Egg.Environment()
    )
    store.environment.clock = clock
    store.send(.timerTapped) { $0.egg = Egg.State() }
    store.send(.egg(.presented(.startTapped)))
    clock.advance(by: 2)
    store.receive(.egg(.presented(.ticked))) { $0.egg?.seconds = 1 }
    store.receive(.egg(.presented(.ticked))) { $0.egg?.seconds = 2 }
    clock.advance(by: 1)
    store.receive(.egg(.presented(.ticked))) {
      $0.egg?.seconds = 3
      $0.done = 3
    }
    store.receive(.egg(.dismiss)) { $0.egg = nil }
  }
}
