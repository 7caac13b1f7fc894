// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

@Suite struct WakeUpTests {
  @Test @MainActor func `a signal wakes all waiting tasks`() async {
    let (wakeUp, log) = (WakeUp(), Recorder<[String]>([]))
    let waiting = ["first", "second"].map { name in
      Task {
        await wakeUp.wait()
        log.update { $0.append(name) }
      }
    }
    // The main actor starts this task when both others wait.
    await Task {
      log.update { $0.append("signal") }
      wakeUp.signal()
    }.value
    for task in waiting { await task.value }
    #expect(log.value.first == "signal")
    #expect(log.value.dropFirst().sorted() == ["first", "second"])
  }
}
