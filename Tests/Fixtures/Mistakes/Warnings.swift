// SPDX-License-Identifier: MIT

// Mistakes of which the compiler warns. Scripts/check-mistakes turns these warnings into errors.

import Lockstep
import LockstepJournal
import LockstepTesting

@MainActor func awaitedSteps(_ store: TestStore<Child, ChildAction, Void>) async {
  await store.send(.tapped)
}

@MainActor func forgottenJournal(_ live: Store<Child, ChildAction>) {
  live.journal()
}
