// SPDX-License-Identifier: MIT

import Lockstep
import Testing

@testable import LockstepTesting

/// An effect finishes without a value while a wait for it begins.
///
/// If the effect finished after the check and before the wait registered, the wait lasted until its timeout.
@Suite struct EndWhileAskedTests {
  @Test func `a wait ends if an effect finishes between the check and the start of the wait`() async
  {
    let subscriber = Recorder<Effect<Int, Never>.Subscriber?>(nil)
    let store = TestStore(
      initialState: 0,
      reducer: Reducer<Int, Int, Void> { _, _, _ in
        .run {
          subscriber.set($0)
          return AnyCancellable {}
        }
      },
      environment: ()
    )
    store.send(1)
    let ledger = store.core.ledger
    let wait = await ledger.wait(
      atMost: .seconds(60),
      at: CodeLocation(),
      isolation: #isolation
    ) {
      guard ledger.hasRunningEffects else { return true }
      subscriber.value?.send(completion: .finished)
      return false
    }
    #expect(wait == nil)
    store.finish()
  }
}
