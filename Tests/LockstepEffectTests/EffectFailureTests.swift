// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@Suite struct EffectFailureTests {
  // MARK: Each type of failure

  @Test func `effects that cannot fail send their values through every conversion`() {
    typealias Numbers = Effect<Int, Never>
    let effects: [Numbers] = [
      Numbers(value: 1), .sync { 1 }, .task { 1 }, .run { send in send(1) },
      .future { $0(.success(1)) },
      .lazy { Numbers(value: 1) },
      Numbers(Elements<Never>(values: [1])),
      Numbers.run { subscriber in
        subscriber.send(1)
        subscriber.send(completion: .finished)
        return AnyCancellable {}
      },
    ]
    for effect in effects {
      #expect(picture(effect) == "1 |")
      #expect(picture(effect.setFailureType(to: Problem.self).mapError { $0 }) == "1 |")
      #expect(picture(effect.catchToEffect().map { "\($0)" }) == "success(1) |")
      let caught: Effect<Int, Problem> = effect.catch(impossible)
      #expect(picture(caught) == "1 |")
      #expect(picture(effect.tryMap { $0 + 1 } as Numbers) == "2 |")
    }
  }

  @Test func `effects with a concrete failure type fail through every conversion`() {
    typealias Numbers = Effect<Int, Problem>
    let effects: [Numbers] = [
      Numbers(error: Problem()), .sync { () throws(Problem) in throw Problem() },
      .task { () async throws(Problem) in throw Problem() },
      .run { (_: Send<Int>) async throws(Problem) in throw Problem() },
      .future { $0(.failure(Problem())) },
      .lazy { Numbers(error: Problem()) },
      Numbers(Elements<Problem>(values: [], failure: Problem())),
      Numbers(value: 1).tryMap { (_) throws(Problem) in throw Problem() },
      Effect<Int, Never>(value: 1).tryMap { (_) throws(Problem) in throw Problem() },
      Numbers.run { subscriber in
        subscriber.send(completion: .failure(Problem()))
        return AnyCancellable {}
      },
    ]
    for effect in effects {
      #expect(picture(effect) == "x(problem 1) |")
      #expect(picture(effect.mapError { Problem(code: $0.code + 1) }) == "x(problem 2) |")
      let caught: Effect<Int, Never> = effect.catch { Effect(value: $0.code * 100) }
      #expect(picture(caught) == "100 |")
      #expect(picture(effect.replaceError(with: 7)) == "7 |")
      #expect(picture(effect.ignoreFailure()) == "|")
      #expect(picture(effect.mapError { $0 as any Error }) == "x(problem 1) |")
    }
  }

  @Test func `effects that can fail with any error fail through every conversion`() {
    typealias Numbers = Effect<Int, any Error>
    let effects: [Numbers] = [
      Numbers(error: Problem()), .sync { throw Problem() },
      .task { throw Problem() },
      .run { (_: Send<Int>) async throws in throw Problem() },
      .future { $0(.failure(Problem())) },
      Numbers(Elements<any Error>(values: [], failure: Problem())),
      Numbers(value: 1).tryMap { _ in throw Problem() },
      Effect<Int, Never>(value: 1).tryMap { _ in throw Problem() },
    ]
    for effect in effects {
      #expect(picture(effect) == "x(problem 1) |")
      let typed = effect.mapError { $0 as? Problem ?? Problem(code: 9) }
      #expect(picture(typed.catchToEffect()) == "failure(problem 1) |")
    }
  }

  @Test func `effects without values complete`() {
    typealias Nothing = Effect<Never, Problem>
    let effects: [Nothing] = [
      .none, .fireAndForget {}, .fireAndForget { await Task.yield() }, .run { _ in },
      Effect<Int, Problem>(value: 1).ignoreOutput(), Effect<Int, Never>(value: 1).fireAndForget(),
      .lazy { .none },
    ]
    for effect in effects {
      #expect(picture(effect) == "|")
      let numbers: Effect<Int, Problem> = effect.map(impossible)
      #expect(picture(.concatenate(numbers, Effect(value: 1))) == "1 |")
      #expect(picture(.concatenate(effect, Nothing(error: Problem()))) == "x(problem 1) |")
    }
  }

  // MARK: Errors that the type does not carry

  private static let kinds = ["task", "run", "fireAndForget", "async fireAndForget"]

  @Test(arguments: kinds) func `an error that the failure type cannot represent is reported`(
    kind: String
  ) {
    let effect = Self.throwing(kind, Problem())
    let issues = withReportedIssues { #expect(picture(effect) == "|") }
    let line = Self.lines[kind] ?? 0
    #expect(issues.map(\.message) == [Self.message(kind, error: "problem 1")])
    #expect(
      issues.map(\.location.description) == ["LockstepEffectTests/EffectFailureTests.swift:\(line)"]
    )
  }

  @Test(arguments: kinds)
  func `a cancellation error is reported if the effect was not cancelled`(kind: String) {
    let effect = Self.throwing(kind, CancellationError())
    let issues = withReportedIssues { #expect(picture(effect) == "|") }
    #expect(
      issues.map(\.message) == [
        Self.message(kind, error: "CancellationError(), although the effect was not cancelled")
      ]
    )
  }

  @Test(arguments: ["task", "run", "async fireAndForget"])
  func `a cancellation error is not reported if the effect was cancelled`(kind: String) {
    let hasThrown = Recorder(false)
    let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    let effect = Self.throwing(kind) {
      await clock.pause(for: 1)
      hasThrown.set(true)
      try Task.checkCancellation()
      return Problem()
    }
    let issues = withReportedIssues {
      let run = EffectRun(effect.cancellable(id: 1))
      run.start(.cancel(id: 1))
      #expect(run.picture == "| |")
    }
    #expect(hasThrown.value)
    #expect(issues == [])
  }

  @Test(arguments: ["task", "run", "async fireAndForget"])
  func `another error of a cancelled effect is reported`(kind: String) {
    let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    let effect = Self.throwing(kind) {
      await clock.pause(for: 1)
      return Problem()
    }
    let issues = withReportedIssues {
      let run = EffectRun(effect.cancellable(id: 1))
      run.start(.cancel(id: 1))
      #expect(run.picture == "| |")
    }
    #expect(issues.map(\.message) == [Self.message(kind, error: "problem 1")])
  }

  @Test(arguments: ["task", "run", "async fireAndForget"])
  func `the error of an unimplemented dependency is reported once`(kind: String) {
    let effect = Self.throwing(kind) {
      do {
        return try unimplemented("Client.load") as Problem
      } catch {
        return error
      }
    }
    let issues = withReportedIssues { #expect(picture(effect) == "|") }
    #expect(
      issues.map(\.firstLine) == ["Client.load is unimplemented"]
    )
  }

  @Test func `a cancellation error is a failure if the failure type can represent it`() {
    typealias Numbers = Effect<Int, any Error>
    #expect(picture(Numbers.task { throw CancellationError() }) == "x(CancellationError()) |")
    let cancelsChild = Numbers.run { send in
      send(1)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try Task.checkCancellation() }
        group.cancelAll()
        try await group.waitForAll()
      }
    }
    #expect(picture(cancelsChild) == "1 x(CancellationError()) |")
    #expect(
      picture(
        Effect<Int, CancellationError>.task { () throws(CancellationError) in
          throw CancellationError()
        }
      ) == "x(CancellationError()) |"
    )
    let run = EffectRun(
      Numbers.task {
        await TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0)).pause(for: 1)
        throw CancellationError()
      }
      .cancellable(id: 1)
    )
    run.start(.cancel(id: 1))
    #expect(run.picture == "| |")
  }

  private static func message(_ kind: String, error: String) -> String {
    """
    An effect threw an error that its failure type cannot represent.

    Effect: \(kind.split(separator: " ").last ?? "") "the name", made at \
    LockstepEffectTests/EffectFailureTests.swift:\(lines[kind] ?? 0)
    Error: \(error)

    Catch the error in the effect, or create an effect that can fail and handle the failure with 'catchToEffect()' or \
    'catch(_:)'.
    """
  }

  private static func throwing(_ kind: String, _ error: any Error) -> Effect<Int, Never> {
    kind == "fireAndForget"
      ? .fireAndForget(name: "the name", line: lines[kind] ?? 0) { () throws -> Void in throw error
      }
      : throwing(kind) { throw error }
  }

  private static let firstLine: UInt = #line
  private static let lines: [String: UInt] = [
    "task": firstLine + 12, "run": firstLine + 14, "fireAndForget": 7,
    "async fireAndForget": firstLine + 16,
  ]

  private static func throwing(
    _ kind: String,
    _ error: @escaping @Sendable () async throws -> any Error
  ) -> Effect<Int, Never> {
    switch kind {
    case "task":
      .task(name: "the name") { () async throws -> Int in throw try await error() }
    case "run":
      .run(name: "the name") { (_: Send<Int>) async throws -> Void in throw try await error() }
    default:
      .fireAndForget(name: "the name") { () async throws -> Void in throw try await error() }
    }
  }
}

private func impossible<Value>(_ never: Never) -> Value {}
