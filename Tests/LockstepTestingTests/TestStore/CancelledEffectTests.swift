// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// A test that waits for an effect that was cancelled by its id says so.
@Suite struct CancelledEffectTests {
  private struct Search: Equatable {
    var query = ""
  }

  private enum Action: Equatable {
    case typed(String)
    case found(String)
    case closed
  }

  private struct SearchID: Hashable {}

  private enum AppAction: Equatable {
    case left(Action)
    case right(Action)
    case closed
  }

  private struct App: Equatable {
    var left = Search()
    var right = Search()
  }

  private let queue = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))

  private var search: Reducer<Search, Action, Void> {
    Reducer { [queue] search, action, _ in
      switch action {
      case .typed(let query):
        search.query = query
        return Effect(value: .found(query))
          .deferred(for: 1, scheduler: queue, fileID: "Feature/Search.swift", line: 7)
          .cancellable(id: SearchID(), cancelInFlight: true)
      case .found: return .none
      case .closed: return .cancel(id: SearchID(), fileID: "Feature/Search.swift", line: 12)
      }
    }
  }

  private func makeStore() -> TestStore<App, AppAction, Void> {
    TestStore(
      initialState: App(),
      reducer: .combine(
        search.pullback(state: \.left, action: /AppAction.left),
        search.pullback(state: \.right, action: /AppAction.right),
        Reducer { _, action, _ in
          action == .closed
            ? .cancel(ids: [SearchID()], fileID: "Feature/App.swift", line: 20) : .none
        }
      ),
      environment: ()
    )
  }

  @Test func `a failed receive lists effects cancelled by restarts, features and parents`() {
    let issues = withReportedIssues {
      let store = makeStore()
      store.send(.left(.typed("a")), at: .step(1)) { $0.left.query = "a" }
      store.send(.left(.typed("ab")), at: .step(2)) {
        $0.left.query = "ab"
      }
      store.send(.right(.typed("c")), at: .step(3)) {
        $0.right.query = "c"
      }
      store.send(.left(.closed), at: .step(4))
      store.send(.closed, at: .step(5))
      queue.advance(by: 1)
      store.receive(.left(.found("ab")))
    }
    #expect(
      issues.map(\.message) == [
        """
        Expected to receive an action, but no effect has sent one.

        Expected: AppAction.left(
          Action.found(
            "ab"
          )
        )

        No running effect could still do so.

        Cancelled by their ids, so that they send nothing more:

        • deferred, made at Feature/Search.swift:7, under the id SearchID()
          started by AppAction.left(Action.typed("a")), in the step at Tests/Step.swift:1
          cancelled by AppAction.left(Action.typed("ab")), in the step at Tests/Step.swift:2
          with its effect deferred, made at Feature/Search.swift:7
        • deferred, made at Feature/Search.swift:7, under the id SearchID()
          started by AppAction.left(Action.typed("ab")), in the step at Tests/Step.swift:2
          cancelled by AppAction.left(Action.closed), in the step at Tests/Step.swift:4
          with its effect cancel, made at Feature/Search.swift:12
        • deferred, made at Feature/Search.swift:7, under the id SearchID()
          started by AppAction.right(Action.typed("c")), in the step at Tests/Step.swift:3
          cancelled by AppAction.closed, in the step at Tests/Step.swift:5
          with its effect cancel, made at Feature/App.swift:20

        First make an effect send it, or remove this step.
        """
      ]
    )
  }

  @Test func `a failed receive that receives another action lists the cancelled effect`() {
    let issues = withReportedIssues {
      let store = makeStore()
      store.send(.left(.typed("a")), at: .step(1)) { $0.left.query = "a" }
      store.send(.left(.typed("b")), at: .step(2)) { $0.left.query = "b" }
      queue.advance(by: 1)
      store.receive(.left(.found("a")))
    }
    #expect(
      issues.map(\.message) == [
        """
        Received an unexpected action: …

          AppAction.left(
            Action.found(
        -     "a"
        +     "b"
            )
          )

        (Expected: -, Actual: +)

        Cancelled by their ids, so that they send nothing more:

        • deferred, made at Feature/Search.swift:7, under the id SearchID()
          started by AppAction.left(Action.typed("a")), in the step at Tests/Step.swift:1
          cancelled by AppAction.left(Action.typed("b")), in the step at Tests/Step.swift:2
          with its effect deferred, made at Feature/Search.swift:7

        Fix the effect that sends it, or expect in this step what was received:

        store.receive(.left(.found("b")))
        """
      ]
    )
  }

  @Test func `a note of a list of steps lists the cancelled effect`() {
    var notes: [ReportedIssue] = []
    let issues = withReportedIssues {
      notes = NoteCollector.collect {
        assert(
          initialValue: Search(),
          reducer: search,
          steps: .withExhaustivity(
            .off,
            .send(.typed("a"), at: .step(1)) { $0.query = "a" },
            .send(.closed, at: .step(2)),
            .receive(.found("a"), at: .step(3))
          )
        )
      }
    }
    #expect(issues.map(\.message) == ["No pending effects to receive from"])
    #expect(
      notes.map(\.message) == [
        """
        Expected: Action.found(
          "a"
        )

        Cancelled by their ids, so that they send nothing more:

        • deferred, made at Feature/Search.swift:7, under the id SearchID()
          started by Action.typed("a"), in the step at Tests/Step.swift:1
          cancelled by Action.closed, in the step at Tests/Step.swift:2
          with its effect cancel, made at Feature/Search.swift:12

        First make an effect send it, or remove this step.
        """
      ]
    )
  }

  private enum Request: Equatable {
    case play
    case save
    case restart
    case clear
    case done(String)
  }

  /// The effects of two features that share an id without knowing of each other, and those that cancel without any
  /// place of their own.
  private var sharing: Reducer<Int, Request, Void> {
    .combine(
      Reducer { [queue] _, action, _ in
        guard action == .play else { return .none }
        return .fireAndForget(name: "play") {}
          .deferred(for: 1, scheduler: queue, fileID: "Feature/Player.swift", line: 3)
          .cancellable(id: "request", cancelInFlight: true)
      },
      Reducer { [queue] _, action, _ in
        switch action {
        case .save:
          .run(name: "save", fileID: "Feature/Editor.swift", line: 5) { _ in
            try? await queue.sleep(for: 1)
          }
          .cancellable(id: "request", cancelInFlight: true)
        case .restart:
          .concatenate(
            Effect(value: .done("a")),
            Effect(value: .done("b"))
              .cancellable(
                id: "request",
                cancelInFlight: true,
                fileID: "Feature/App.swift",
                line: 8
              )
          )
        case .clear:
          .none
            .cancellable(
              id: "request",
              cancelInFlight: true,
              fileID: "Feature/App.swift",
              line: 13
            )
        case .play, .done: .none
        }
      }
    )
  }

  /// The failure of a step that waits for a fire-and-forget effect that an action has cancelled.
  private func failure(after canceller: Request) -> [String] {
    let issues = withReportedIssues {
      let store = TestStore(initialState: 0, reducer: sharing, environment: ())
      store.exhaustivity.remove(.receivedActions)
      store.send(.play, at: .step(1))
      store.send(canceller, at: .step(2))
      store.fireAndForget("play")
      queue.advance(by: 1)
    }
    return issues.map(\.message)
  }

  @Test(
    arguments: [
      (Request.save, #"run "save", made at Feature/Editor.swift:5"#),
      (.restart, "cancellable, made at Feature/App.swift:8"),
      (.clear, "cancel, made at Feature/App.swift:13"),
    ]
  )
  private func `a fire-and-forget effect cancelled by another feature with the same id is listed`(
    _ canceller: Request,
    _ effect: String
  ) {
    let running =
      canceller == .save
      ? """
      Still running, and what each is waiting for:

      • run "save", made at Feature/Editor.swift:5
        started by Request.save, in the step at Tests/Step.swift:2
        waits on test scheduler until 1 s (Never, 1 s from now)
      """ : "No running effect could still do so."
    #expect(
      failure(after: canceller) == [
        """
        Expected a fire-and-forget effect named "play", but no unasserted one has finished.

        Each 'fireAndForget()' asserts one fire-and-forget effect that has finished; none is left.

        \(running)

        Cancelled by their ids, so that they send nothing more:

        • deferred, made at Feature/Player.swift:3, under the id "request"
          started by Request.play, in the step at Tests/Step.swift:1
          cancelled by Request.\(canceller), in the step at Tests/Step.swift:2
          with its effect \(effect)

        First run it, or remove this step.
        """
      ]
    )
  }

  @Test func `the last five cancelled effects are listed`() {
    let issues = withReportedIssues {
      let store = makeStore()
      for number in 1...8 {
        store.send(.left(.typed("\(number)"))) { $0.left.query = "\(number)" }
      }
      store.receive(.left(.found("1")))
      queue.advance(by: 1)
      store.receive(.left(.found("8")))
    }
    #expect(issues.count == 1)
    let lines = issues.first?.message.split(separator: "\n") ?? []
    #expect(lines.count { $0.contains("under the id") } == 5)
    #expect(lines.count { $0.contains(#"started by AppAction.left(Action.typed("3"))"#) } == 1)
    #expect(lines.count { $0.contains(#"started by AppAction.left(Action.typed("2"))"#) } == 0)
  }

  @Test func `effects that were not cancelled by id are not listed`() {
    let issues = withReportedIssues {
      let store = makeStore()
      store.send(.left(.typed("a"))) { $0.left.query = "a" }
      store.receive(.left(.found("b")))
      queue.advance(by: 1)
      store.receive(.left(.found("a")))
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("Cancelled by") == false)
  }
}
