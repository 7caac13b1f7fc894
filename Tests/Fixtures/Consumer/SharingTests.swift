// SPDX-License-Identifier: MIT

import ConsumerFeature
import Dispatch
import Lockstep
import LockstepTesting
import Testing

@Suite nonisolated struct SharingTests {
  @Test func `a shared list is saved once for both owners`() {
    let clock = DispatchQueue.test
    let saved = Recorder<[[Int]]>([])
    let store = TestStore(
      initialState: Studio(),
      reducer: studioReducer,
      environment: StudioEnvironment(
        clock: clock,
        save: { takes in saved.update { $0.append(takes) } }
      )
    )
    store.send(.booth(.recordTapped)) {
      $0.booth.isOpen = true
      $0.takes = [1]
    }
    clock.advance(by: 1)
    store.receive(.booth(.ticked)) { $0.booth.seconds = 1 }
    store.send(.booth(.saveTapped)) { $0.booth.isSaving = true }
    store.receive(.booth(.saved)) { $0.booth.isSaving = false }
    store.send(.booth(.recordTapped)) { $0.booth.isOpen = false }
    store.send(.path(.push(Track(index: 0)))) { $0.path = [Track(index: 0)] }
    store.send(.path(.element(id: 0, action: .louderTapped))) { $0.takes = [2] }
    store.send(.path(.element(id: 0, action: .removeTapped))) { $0.takes = [] }
    store.receive(.path(.popFrom(id: 0))) { $0.path = [] }
    #expect(saved.value == [[1]])
  }

  @Test func `attempts wait longer each time`() {
    let clock = DispatchQueue.test
    let attempts = Recorder(0)
    let store = TestStore(
      initialState: 0,
      reducer: Reducer<Int, Int, Void> { state, action, _ in
        guard action == 0 else {
          state = action
          return .none
        }
        return patient(clock) { () throws(SaveError) in
          attempts.update { $0 += 1 }
          if attempts.value < 3 { throw SaveError() }
          return attempts.value
        }
        .catch { _ in Effect(value: -1) }
      },
      environment: ()
    )
    store.send(0)
    clock.advance(by: 3)
    store.receive(3) { $0 = 3 }
  }
}
