// SPDX-License-Identifier: MIT

import Foundation
import LockstepTestSupport
import Testing

/// The main schedulers in separate programs, with each kind of `main`.
@Suite struct LiveSchedulerProcessTests {
  /// The output of a program in which each form of scheduled work ran in order, on the main actor and not too early,
  /// and in which no cancelled work ran.
  private let expected =
    ["DispatchQueue", "RunLoop", "OperationQueue", "ContinuousClock", "SuspendingClock"]
    .map { "\($0): at once, then, after 20, after 40, tick 1, tick 2, tick 3\n" }.joined() + "end\n"

  private func output(of program: String, _ arguments: String...) async throws -> String {
    let process = Process()
    process.executableURL = builtProgram(program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    let deadline = DispatchWorkItem { process.terminate() }
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do {
        try process.run()
        DispatchQueue.global().asyncAfter(deadline: .now() + 600, execute: deadline)
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
    deadline.cancel()
    #expect(process.terminationReason == .exit, "\(program) did not end in time")
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    return String(decoding: printed, as: UTF8.self)
  }

  @Test func `main schedulers run their work in a program with an asynchronous main`() async throws
  {
    let printed = try await output(of: "live-schedulers-async")
    #expect(printed == expected)
  }

  @Test func `main schedulers run their work if a synchronous main runs the main queue`()
    async throws
  {
    let printed = try await output(of: "live-schedulers-sync")
    #expect(printed == expected)
  }

  @Test func `main schedulers run their work if a synchronous main runs the main run loop`()
    async throws
  {
    let printed = try await output(of: "live-schedulers-sync", "run-loop")
    #expect(printed == expected)
  }
}
