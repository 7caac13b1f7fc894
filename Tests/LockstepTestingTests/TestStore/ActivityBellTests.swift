// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

@Suite struct ActivityBellTests {
  @Test @MainActor func `it wakes all who wait`() async {
    let (bell, log) = (ActivityBell(), Recorder<[String]>([]))
    let waiting = ["first", "second"].map { name in
      Task {
        await bell.wait()
        log.update { $0.append(name) }
      }
    }
    // The main actor begins it when both wait.
    await Task {
      log.update { $0.append("ring") }
      bell.ring()
    }.value
    for task in waiting { await task.value }
    #expect(log.value.first == "ring")
    #expect(log.value.dropFirst().sorted() == ["first", "second"])
  }
}
