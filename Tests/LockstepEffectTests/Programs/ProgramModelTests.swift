// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Apps that nobody has thought of, made of many kinds of effects, against a model that has one queue and no locks.
@Suite struct ProgramModelTests {
  /// The number of programs that each kind of store runs; more of them find rarer meetings.
  private static let count =
    ProcessInfo.processInfo.environment["LOCKSTEP_PROGRAMS"].flatMap(UInt64.init) ?? 200

  /// The programs of one of the parts that run at the same time, with their outcomes; endless ones are left out.
  private static func programs(
    _ part: UInt64,
    tasksSleep: Bool = true
  ) -> some Sequence<(seed: UInt64, program: Program, outcome: Program.Outcome)> {
    stride(from: part, to: count, by: 8).lazy.compactMap { seed in
      let program = Program(seed: seed, tasksSleep: tasksSleep)
      let model = NaiveProgramRun(program)
      return model.isEndless ? nil : (seed, program, model.outcome)
    }
  }

  private static func report(
    _ seed: UInt64,
    _ program: Program,
    _ outcome: Program.Outcome,
    _ expected: Program.Outcome
  ) {
    Issue.record("program \(seed): \(outcome) is not \(expected): \(program)")
  }

  @Test(arguments: 0..<UInt64(8))
  func `a store without an actor does what a naive model of it does`(part: UInt64) {
    for (seed, program, expected) in Self.programs(part) {
      let outcome = program.runManually()
      if outcome != expected { return Self.report(seed, program, outcome, expected) }
    }
  }

  @Test(arguments: 0..<UInt64(8))
  func `a test store does what a naive model of it does`(part: UInt64) {
    for (seed, program, expected) in Self.programs(part) {
      let outcome = program.runInTest()
      if outcome != expected { return Self.report(seed, program, outcome, expected) }
    }
  }

  /// Tasks do not wait here.
  ///
  /// It is up to chance what happens first where they continue, and where they begin if they do not begin at once.
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test(arguments: 0..<UInt64(8))
  @MainActor func `a live store does what a naive model of it does`(part: UInt64) async {
    for (seed, program, expected) in Self.programs(part, tasksSleep: false) {
      let outcome = await program.runLive()
      if outcome != expected { return Self.report(seed, program, outcome, expected) }
    }
  }

  @Test(arguments: [true, false])
  func `the programs do all kinds of things`(tasksSleep: Bool) {
    let runs = (0..<1_000).map { NaiveProgramRun(Program(seed: $0, tasksSleep: tasksSleep)) }
    let finite = runs.filter { $0.isEndless == false }
    #expect(finite.count > 900)
    let logged = finite.reduce(0) { $0 + $1.outcome.log.count }
    #expect(logged > 10_000)
    #expect(finite.count { $0.outcome.unhandled > 0 } > 100)
    for meeting in NaiveProgramRun.Meeting.allCases where tasksSleep || meeting != .taskGoingOn {
      #expect(finite.count { $0.meetings[meeting] != nil } >= 5, "\(meeting)")
    }
  }
}
