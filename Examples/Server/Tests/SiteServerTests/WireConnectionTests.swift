// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTesting
import Testing
import WireClient

@Suite struct WireConnectionTests {
  /// If a socket is closed twice, the second call closes a file that another thread has opened in between.
  @Test func `a refused connection closes only its own socket`() throws {
    let isFinished = Recorder(false)
    let (lost, readers) = (Recorder(0), DispatchGroup())
    for _ in 0..<2 {
      DispatchQueue.global().async(group: readers) {
        var byte: UInt8 = 0
        while isFinished.value == false {
          let file = open("/dev/zero", O_RDONLY)
          sched_yield()
          if read(file, &byte, 1) != 1 { lost.update { $0 += 1 } }
          close(file)
        }
      }
    }
    for _ in 0..<10_000 {
      // No server listens on this port.
      #expect(throws: WireError.self) { try WireConnection(port: 1) }
    }
    isFinished.set(true)
    readers.wait()
    #expect(lost.value == 0)
  }
}
