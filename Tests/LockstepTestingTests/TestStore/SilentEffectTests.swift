// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// Tests the failures about effects that send no action but are not fire-and-forget effects.
@Suite struct SilentEffectTests {
  private static let file = "LockstepTestingTests/SilentEffectTests.swift"

  private enum Action: Equatable {
    case effect(String)
    case saved
  }

  private static let line: UInt = #line + 5

  private static let reducer = Reducer<Int, Action, Void> { _, action, _ in
    switch action {
    case .effect("save"):
      .run(name: "save") { (_: Send<Action>) async in }
    case .effect("unnamed"):
      .run { (_: Send<Action>) async in }
    case .effect("filtered"):
      Effect.task(name: "filtered") { 1 }.compactMap { $0 == 1 ? nil : Action.saved }
    case .effect("sends"):
      .task(name: "save") { .saved }
    case .effect("callback"):
      .run(name: "save") { subscriber in
        subscriber.send(completion: .finished)
        return AnyCancellable {}
      }
    case .effect("cancelled"):
      .merge(.run(name: "save") { (_: Send<Action>) async in await forever() }.cancellable(id: 1))
    case .effect: .cancel(id: 1)
    case .saved: .none
    }
  }

  private func messages(_ steps: (TestStore<Int, Action, Void>) -> Void) -> [String] {
    withReportedIssues {
      steps(TestStore(initialState: 0, reducer: Self.reducer, environment: ()))
    }
    .map(\.message)
  }

  /// Returns the failure of a `fireAndForget` step, with `text` in the middle.
  private func message(_ name: String?, _ text: String) -> String {
    """
    Expected a fire-and-forget effect\(name.map { " named \"\($0)\"" } ?? ""), but no unasserted one has finished.

    Each 'fireAndForget()' asserts one fire-and-forget effect that has finished; none is left.
    \(text.isEmpty ? "" : "\n\(text)\n")
    No running effect could still do so.

    First run \(name == nil ? "one" : "it"), or remove this step.
    """
  }

  @Test(arguments: [
    ("save", "run \"save\"", "(name: \"save\")", 0), ("unnamed", "run", "", 2),
    ("filtered", "task \"filtered\"", "(name: \"filtered\")", 4),
    ("callback", "run \"save\"", "(name: \"save\")", 8),
  ])
  func `the failure names a silent effect and suggests a fire-and-forget effect`(
    action: String,
    effect: String,
    name: String,
    offset: UInt
  ) {
    let messages = messages { store in
      store.send(.effect(action))
      store.fireAndForget()
    }
    #expect(
      messages == [
        message(
          nil,
          """
          1 effect ended without sending an action, but is not a fire-and-forget effect:

          • \(effect), made at \(Self.file):\(Self.line + offset)

          A test asserts an effect that sends nothing only if it is made with

          .fireAndForget\(name) { … }
          """
        )
      ]
    )
  }

  @Test func `the failure lists only silent effects with the expected name or without a name`() {
    let messages = messages { store in
      store.send(.effect("filtered"))
      store.send(.effect("save"))
      store.send(.effect("unnamed"))
      store.fireAndForget("save")
    }
    #expect(
      messages == [
        message(
          "save",
          """
          2 effects ended without sending an action, but are not fire-and-forget effects:

          • run "save", made at \(Self.file):\(Self.line)
          • run, made at \(Self.file):\(Self.line + 2)

          A test asserts an effect that sends nothing only if it is made with

          .fireAndForget(name: "save") { … }
          """
        )
      ]
    )
  }

  @Test func `the failure does not list effects that sent an action or were cancelled as silent`() {
    let messages = messages { store in
      store.send(.effect("sends"))
      store.receive(.saved)
      store.send(.effect("cancelled"))
      store.send(.effect("cancel"))
      store.fireAndForget("save")
    }
    let line: UInt = #line - 3
    #expect(
      messages == [
        """
        Expected a fire-and-forget effect named "save", but no unasserted one has finished.

        Each 'fireAndForget()' asserts one fire-and-forget effect that has finished; none is left.

        No running effect could still do so.

        Cancelled by their ids, so that they send nothing more:

        • run "save", made at \(Self.file):\(Self.line + 13), under the id 1
          started by Action.effect("cancelled"), in the step at \(Self.file):\(line - 1)
          cancelled by Action.effect("cancel"), in the step at \(Self.file):\(line)
          with its effect cancel, made at \(Self.file):\(Self.line + 14)

        First run it, or remove this step.
        """
      ]
    )
  }

  @Test func `a list of steps with an initial value names a silent effect`() {
    let notes = Recorder<[String]>([])
    let reporter = NoteReporter(notes: notes)
    IssueReporting.withReporter(reporter) {
      assert(
        initialValue: 0,
        reducer: Self.reducer,
        steps: Step(.send, .effect("save")),
        Step(.fireAndForget)
      )
    }
    #expect(
      notes.value == [
        "No pending effects to run",
        """
        Each 'Step(.fireAndForget)' asserts one fire-and-forget effect that has finished; none is left.

        1 effect ended without sending an action, but is not a fire-and-forget effect:

        • run "save", made at \(Self.file):\(Self.line)

        A test asserts an effect that sends nothing only if it is made with

        .fireAndForget(name: "save") { … }

        First run one, or remove this step.
        """,
      ]
    )
  }

  /// Collects the texts of issues and notes.
  private struct NoteReporter: IssueReporter {
    let notes: Recorder<[String]>

    func report(_ issue: ReportedIssue) { notes.update { $0.append(issue.message) } }
    func note(_ note: ReportedIssue) { notes.update { $0.append(note.message) } }
  }
}

/// Waits until the task is cancelled.
private func forever() async {
  try? await Task.sleep(for: .seconds(3_600))
}
