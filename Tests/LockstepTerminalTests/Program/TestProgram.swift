// SPDX-License-Identifier: MIT

import Foundation
import LockstepTerminalTesting
import LockstepTestSupport
import Testing

/// A program of this package, ready to be started.
func testProgram(_ name: String, environment: [String: String] = [:]) -> Process {
  let process = Process()
  process.executableURL = builtProgram(name)
  // Neither the runtime nor a sanitizer is to report the crashes that are meant. Leaks are looked
  // for in the process that runs the tests.
  let sanitizer = "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0"
  process.environment = [
    "TERM": "xterm", "SWIFT_BACKTRACE": "enable=no",
    "ASAN_OPTIONS": sanitizer + ":detect_leaks=0", "TSAN_OPTIONS": sanitizer,
  ]
  .merging(environment) { $1 }
  // With which the thread sanitizer sees the order that locks make.
  process.environment?["LD_PRELOAD"] = ProcessInfo.processInfo.environment["LD_PRELOAD"]
  return process
}

/// Waits until a process is stopped, as a shell does; returns the signal that stopped it, if it was one.
func signalThatStopped(_ process: Process) -> Int32? {
  var status: Int32 = 0
  guard waitpid(process.processIdentifier, &status, WUNTRACED) == process.processIdentifier else {
    return nil
  }
  return status & 0xFF == 0x7F ? status >> 8 & 0xFF : nil
}
