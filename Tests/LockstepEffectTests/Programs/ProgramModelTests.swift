// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Apps that nobody has thought of, made of all that effects can be made of, against a model that has one
/// queue and no locks.
@Suite struct ProgramModelTests {
  /// How many programs are run; more of them find rarer meetings.
  private static let count =
    ProcessInfo.processInfo.environment["LOCKSTEP_PROGRAMS"].flatMap(UInt64.init) ?? 1_000

  @Test(arguments: 0..<UInt64(8))
  func `a program does what a naive model of it does`(part: UInt64) {
    for seed in stride(from: part, to: Self.count, by: 8) {
      let program = Program(seed: seed)
      let model = NaiveProgramRun(program)
      guard model.isEndless == false else { continue }
      let log = program.run()
      guard log != model.log else { continue }
      Issue.record("program \(seed): \(log) is not \(model.log): \(program)")
      return
    }
  }

  @Test func `the programs do something`() {
    let runs = (0..<200).map { NaiveProgramRun(Program(seed: $0)) }
    #expect(runs.map(\.log.count).reduce(0, +) > 2_000)
    #expect(runs.count { $0.isEndless } < 20)
  }
}
