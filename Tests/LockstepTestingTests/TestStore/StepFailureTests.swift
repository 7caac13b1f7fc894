// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// Tests the complete failures of `assert(…steps:)` and their lines.
@Suite struct StepFailureTests {
  private typealias Action = StepTests.Action
  private typealias Environment = StepTests.Environment

  private static let reducer = StepTests.reducer
  private static let file = "LockstepTestingTests/StepFailureTests.swift"

  @Test func `sending an action before asserting a received action fails`() {
    let line: UInt = #line + 7
    let reported = reports {
      assert(
        initialValue: [],
        reducer: Self.reducer,
        environment: Environment(),
        steps: Step(.send, .loadButtonTapped),
        Step(.send, .saveButtonTapped),
        Step(.fireAndForget)
      )
    }
    // The unasserted action is skipped, so later steps start from the state after it.
    #expect(
      reported == [
        "\(line): Action sent before handling 1 pending effect(s)",
        """
        \(line): note: Received, but not asserted: [
          Action.loadedFavoritePrimes(
            [
              2,
              31,
            ]
          ),
        ]

        Before this step, assert each action with 'Step(.receive(…))'.

        Step(.receive(.loadedFavoritePrimes([2, 31])) { $0 = [2, 31] })

        Action.loadedFavoritePrimes([2, 31]) was skipped: this step begins with the state after it.
        """,
      ]
    )
  }

  @Test func `a receive step fails if no effect is pending`() {
    let line: UInt = #line + 6
    let reported = reports {
      assert(
        initialValue: [],
        reducer: Self.reducer,
        environment: Environment(),
        steps: Step(.receive, .loadedFavoritePrimes([])) { $0 = [1] }
      )
    }
    #expect(
      reported == [
        "\(line): No pending effects to receive from",
        """
        \(line): note: Expected: Action.loadedFavoritePrimes(
          []
        )

        First make an effect send it, or remove this step.
        """,
      ]
    )
  }

  @Test func `a receive step names a finished fire-and-forget effect if there is no action`() {
    let line: UInt = #line + 8
    let reported = reports {
      assert(
        initialValue: [],
        reducer: Self.reducer,
        environment: Environment(save: { _ in .fireAndForget(name: "save") {} }),
        steps:
          Step(.send, .saveButtonTapped),
        Step(.receive, .saveButtonTapped),
        Step(.fireAndForget)
      )
    }
    #expect(
      reported == [
        "\(line): No pending effects to receive from",
        """
        \(line): note: Expected: Action.saveButtonTapped

        Run, but not asserted:

        • fireAndForget "save", made at \(Self.file):\(line - 3)

        First make an effect send it, or remove this step.
        """,
      ]
    )
  }

  @Test func `an effect waits`() {
    let line: UInt = #line + 7
    let reported = reports {
      assert(
        initialValue: [],
        reducer: Self.reducer,
        environment: Environment(save: { _ in .fireAndForget(name: "save") { await forever() } }),
        steps: Step(.send, .waitButtonTapped),
        Step(.receive, .loadedFavoritePrimes([])),
        Step(.send, .saveButtonTapped),
        Step(.fireAndForget)
      )
    }
    let delay = """
      • delay, made at LockstepTestingTests/StepTests.swift:38
        started by Action.waitButtonTapped, in the step at \(Self.file):\(line - 1)
        waits on test scheduler until 1 s (DispatchQueue, 1 s from now)
      """
    let running = """
      Still running, and what each is waiting for:

      \(delay)
      • fireAndForget "save", made at \(Self.file):\(line - 2)
        started by Action.saveButtonTapped, in the step at \(Self.file):\(line + 1)
        suspended outside the store

      Usual causes of a suspension outside the store: a real sleep, the network, a detached task, \
      the main actor, Dispatch, a stream that has not finished, or a \
      continuation or callback that nobody has resumed or called. Only \
      steps of a 'TestStore' can wait for it.
      """
    let remedy = """
      Supply dependencies that respond immediately, or send the action that cancels the effect. With a 'TestStore', a \
      test can move time between two steps.
      """
    #expect(
      reported == [
        "\(line): Timed out waiting for the effect to complete",
        """
        \(line): note: Expected: Action.loadedFavoritePrimes(
          []
        )

        Still running, and what each is waiting for:

        \(delay)

        These steps do not wait. \(remedy)
        """,
        "\(line + 1): Action sent before handling 1 pending effect(s)",
        """
        \(line + 1): note: Still running, and what each is waiting for:

        \(delay)

        Before this step, let each effect come to its end. \(remedy)
        """,
        "\(line + 2): Timed out waiting for the effect to complete",
        """
        \(line + 2): note: Each 'Step(.fireAndForget)' asserts one fire-and-forget effect that has finished; none is left.

        \(running)

        These steps do not wait. \(remedy)
        """,
        "\(line - 5): Assertion failed to handle 2 pending effect(s)",
        """
        \(line - 5): note: \(running)

        At the end of the steps, let each effect come to its end. \(remedy)
        """,
      ]
    )
  }

  @Test func `effects left at the end are reported at the line of the assertion`() {
    let saved = Recorder<[Int]>([])
    let line: UInt = #line + 2
    let reported = reports {
      assert(
        initialValue: [2, 3, 5, 7],
        reducer: Self.reducer,
        environment: Environment(save: { primes in .fireAndForget { saved.set(primes) } }),
        steps: Step(.send(.saveButtonTapped) { _ in })
      )
    }
    #expect(
      reported == [
        "\(line): Assertion failed to handle 1 pending effect(s)",
        """
        \(line): note: Run, but not asserted:

        • fireAndForget, made at \(Self.file):\(line + 3)

        At the end of the steps, assert each fire-and-forget effect with 'Step(.fireAndForget)'.
        """,
      ]
    )
    // The effect still runs.
    #expect(saved.value == [2, 3, 5, 7])
  }

  @Test func `a fire-and-forget step fails if no effect has finished`() {
    let line: UInt = #line + 6
    let reported = reports {
      assert(
        initialValue: [],
        reducer: Self.reducer,
        environment: Environment(),
        steps: Step(.fireAndForget)
      )
    }
    #expect(
      reported == [
        "\(line): No pending effects to run",
        """
        \(line): note: Each 'Step(.fireAndForget)' asserts one fire-and-forget effect that has finished; none is left.

        First run one, or remove this step.
        """,
      ]
    )
  }

  @Test func `a fire-and-forget step fails if the effect sends an action`() {
    let line: UInt = #line + 7
    let reported = reports {
      assert(
        initialValue: [],
        reducer: Self.reducer,
        environment: Environment(),
        steps: Step(.send, .loadButtonTapped),
        Step(.fireAndForget),
        Step(.send, .deleteFavoritePrimes([0])) { $0 = [31] }
      )
    }
    #expect(
      reported == [
        """
        \(line): Expected a fire-and-forget effect, but the effect sent an action: …

        Received: Action.loadedFavoritePrimes(
          [
            2,
            31,
          ]
        )

        Assert it before this step:

        Step(.receive(.loadedFavoritePrimes([2, 31])) { $0 = [2, 31] })

        Action.loadedFavoritePrimes([2, 31]) was skipped: the next step begins with the state after it.
        """
      ]
    )
  }

  @Test func `an unexpected action is reported without its state change`() {
    let line: UInt = #line + 7
    let reported = reports {
      assert(
        initialValue: [],
        reducer: Self.reducer,
        environment: Environment(),
        steps: Step(.send, .loadButtonTapped),
        Step(.receive, .loadedFavoritePrimes([2])) { $0 = [2] }
      )
    }
    #expect(
      reported == [
        """
        \(line): Received an unexpected action: …

          Action.loadedFavoritePrimes(
            [
              … (1 unchanged)
        +     31,
            ]
          )

        (Expected: -, Actual: +)

        Fix the effect that sends it, or expect in this step what was received:

        Step(.receive(.loadedFavoritePrimes([2, 31])) { $0 = [2, 31] })
        """
      ]
    )
  }

  @Test func `a task that outlives its effect is reported at the end`() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    var environment = Environment()
    environment.save = { _ in
      .fireAndForget(name: "save", fileID: "Feature/Feature.swift", line: 1) { () async in
        Task { for await _ in stream {} }
      }
    }
    let line: UInt = #line + 2
    let reported = reports {
      assert(
        initialValue: [],
        reducer: Self.reducer,
        environment: environment,
        steps: Step(.send, .saveButtonTapped),
        Step(.fireAndForget)
      )
    }
    continuation.finish()
    #expect(
      reported == [
        """
        \(line): 1 effect left a task behind that is still running at the end: …

        • fireAndForget "save", made at Feature/Feature.swift:1
          started by Action.saveButtonTapped, in the step at \(Self.file):\(line + 4)

        Usual cause: 'Task { }' in the body of the effect. Such a task is not cancelled with the \
        effect, and only 'await store.finish(timeout:)' waits for it. Await its value in the body, or use a task \
        group or 'async let'.
        """
      ]
    )
  }

  /// Returns the failures of `body`, each followed by its notes.
  private func reports(_ body: () -> Void) -> [String] {
    let reporter = StepReporter()
    IssueReporting.withReporter(reporter, operation: body)
    return reporter.texts.value
  }
}

/// Collects failures and their notes.
private struct StepReporter: IssueReporter {
  let texts = Recorder<[String]>([])

  func report(_ issue: ReportedIssue) {
    texts.update { $0.append("\(issue.location.line): \(issue.message)") }
  }

  func note(_ note: ReportedIssue) {
    texts.update { $0.append("\(note.location.line): note: \(note.message)") }
  }
}

/// Waits until the task is cancelled.
private func forever() async {
  for await _ in AsyncStream<Never>.makeStream().stream {}
}
