// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// The assertion with a list of steps, and its short messages.
@Suite struct StepTests {
  enum Action: Equatable {
    case deleteFavoritePrimes(IndexSet)
    case loadButtonTapped
    case loadedFavoritePrimes([Int])
    case saveButtonTapped
    case waitButtonTapped
  }

  struct Environment: Sendable {
    var load: @Sendable () -> Effect<[Int], Never> = { .sync { [2, 31] } }
    var save: @Sendable ([Int]) -> Effect<Never, Never> = { _ in .fireAndForget {} }
    var mainQueue: AnySchedulerOf<DispatchQueue> = DispatchQueue.test.eraseToAnyScheduler()
  }

  static let reducer = Reducer<[Int], Action, Environment> { state, action, environment in
    switch action {
    case .deleteFavoritePrimes(let indices):
      for index in indices.reversed() { state.remove(at: index) }
      return .none
    case .loadButtonTapped:
      return environment.load().map(Action.loadedFavoritePrimes)
    case .loadedFavoritePrimes(let primes):
      state = primes
      return .none
    case .saveButtonTapped:
      return environment.save(state).fireAndForget()
    case .waitButtonTapped:
      return Effect(value: .loadedFavoritePrimes([]))
        .delay(for: 1, scheduler: environment.mainQueue)
    }
  }

  @Test func `sending`() {
    assert(
      initialValue: [2, 3, 5, 7],
      reducer: Self.reducer,
      environment: Environment(),
      steps: Step(.send, .deleteFavoritePrimes([2])) {
        $0 = [2, 3, 7]
      }
    )
  }

  @Test func `sending and receiving`() {
    assert(
      initialValue: [2, 3, 5, 7],
      reducer: Self.reducer,
      environment: Environment(),
      steps:
        Step(.send, .loadButtonTapped) { _ in },
      Step(.receive, .loadedFavoritePrimes([2, 31])) {
        $0 = [2, 31]
      },
      Step(.send(.loadButtonTapped)),
      Step(.receive(.loadedFavoritePrimes([2, 31])) { _ in })
    )
  }

  @Test func `what waits is received in its order, the oldest first`() {
    let reducer = Reducer<[String], String, Void> { state, action, _ in
      state.append(action)
      switch action {
      case "a": return .merge(Effect(value: "b"), Effect(value: "c"))
      case "b": return Effect(value: "d")
      default: return .none
      }
    }
    assert(
      initialValue: [],
      reducer: reducer,
      environment: (),
      steps:
        Step(.send, "a") { $0 = ["a"] },
      Step(.receive, "b") { $0 = ["a", "b"] },
      Step(.receive, "c") { $0 = ["a", "b", "c"] },
      Step(.receive, "d") { $0 = ["a", "b", "c", "d"] }
    )
    let issues = withReportedIssues {
      assert(
        initialValue: [],
        reducer: reducer,
        environment: (),
        steps:
          Step(.send, "a") { $0 = ["a"] },
        Step(.receive, "c") { $0 = ["a", "b"] },
        Step(.receive, "c") { $0 = ["a", "b", "c"] },
        Step(.receive, "d") { $0 = ["a", "b", "c", "d"] }
      )
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.hasPrefix("Received an unexpected action: …") == true)
  }

  @Test func `fire and forget`() {
    let didSave = Recorder(false)
    assert(
      initialValue: [2, 3, 5, 7],
      reducer: Self.reducer,
      environment: Environment(save: { _ in .fireAndForget { didSave.set(true) } }),
      steps:
        Step(.send(.saveButtonTapped) { _ in }),
      Step(.fireAndForget)
    )
    #expect(didSave.value)
  }

  @Test func `a reducer without dependencies`() {
    struct PrimeModalState: Equatable {
      var count: Int
      var favoritePrimes: [Int]
    }
    enum PrimeModalAction: Equatable {
      case saveFavoritePrimeTapped, removeFavoritePrimeTapped
    }
    let primeModalReducer = Reducer<PrimeModalState, PrimeModalAction, Void> { state, action, _ in
      switch action {
      case .saveFavoritePrimeTapped: state.favoritePrimes.append(state.count)
      case .removeFavoritePrimeTapped: state.favoritePrimes.removeAll { $0 == state.count }
      }
      return .none
    }
    assert(
      initialValue: PrimeModalState(count: 2, favoritePrimes: [3, 5]),
      reducer: primeModalReducer,
      steps:
        Step(.send, .saveFavoritePrimeTapped) {
          $0.favoritePrimes = [3, 5, 2]
        },
      Step(.send, .removeFavoritePrimeTapped) {
        $0.favoritePrimes = [3, 5]
      }
    )
  }

  // MARK: Failures

  @Test func `an action is sent before effects are handled`() {
    let line: UInt = #line + 7
    let issues = withReportedIssues {
      assert(
        initialValue: [],
        reducer: Self.reducer,
        environment: Environment(),
        steps: Step(.send, .loadButtonTapped),
        Step(.send, .saveButtonTapped),
        Step(.fireAndForget)
      )
    }
    // The action that was not received is skipped, so that later steps go on from its state.
    #expect(texts(issues) == ["\(line): Action sent before handling 1 pending effect(s)"])
  }

  @Test func `there is nothing to receive`() {
    let line: UInt = #line + 6
    let issues = withReportedIssues {
      assert(
        initialValue: [],
        reducer: Self.reducer,
        environment: Environment(),
        steps: Step(.receive, .loadedFavoritePrimes([])) { $0 = [1] }
      )
    }
    #expect(texts(issues) == ["\(line): No pending effects to receive from"])
  }

  @Test func `an effect waits`() {
    let line: UInt = #line + 7
    let issues = withReportedIssues {
      assert(
        initialValue: [],
        reducer: Self.reducer,
        environment: Environment(save: { _ in .fireAndForget { await forever() } }),
        steps: Step(.send, .waitButtonTapped),
        Step(.receive, .loadedFavoritePrimes([])),
        Step(.send, .saveButtonTapped),
        Step(.fireAndForget)
      )
    }
    #expect(
      texts(issues) == [
        "\(line): Timed out waiting for the effect to complete",
        "\(line + 1): Action sent before handling 1 pending effect(s)",
        "\(line + 2): Timed out waiting for the effect to complete",
        "\(line - 5): Assertion failed to handle 2 pending effect(s)",
      ]
    )
  }

  @Test func `effects are not handled at the end, at the line of the assertion`() {
    let saved = Recorder<[Int]>([])
    let line: UInt = #line + 2
    let issues = withReportedIssues {
      assert(
        initialValue: [2, 3, 5, 7],
        reducer: Self.reducer,
        environment: Environment(save: { primes in .fireAndForget { saved.set(primes) } }),
        steps: Step(.send(.saveButtonTapped) { _ in })
      )
    }
    #expect(texts(issues) == ["\(line): Assertion failed to handle 1 pending effect(s)"])
    // It has had its effect all the same.
    #expect(saved.value == [2, 3, 5, 7])
  }

  @Test func `there is nothing to run`() {
    let line: UInt = #line + 6
    let issues = withReportedIssues {
      assert(
        initialValue: [],
        reducer: Self.reducer,
        environment: Environment(),
        steps: Step(.fireAndForget)
      )
    }
    #expect(texts(issues) == ["\(line): No pending effects to run"])
  }

  @Test func `an effect sends although it should be silent`() {
    let line: UInt = #line + 7
    let issues = withReportedIssues {
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
      texts(issues) == [
        """
        \(line): A fire-and-forget effect was expected, but the effect sent an action: …

        Received: Action.loadedFavoritePrimes(
          [
            2,
            31,
          ]
        )

        Assert it with 'Step(.receive(…))'. It was skipped.
        """
      ]
    )
  }

  @Test func `another action, and another state`() {
    let line: UInt = #line + 7
    let issues = withReportedIssues {
      assert(
        initialValue: [],
        reducer: Self.reducer,
        environment: Environment(),
        steps: Step(.send, .loadButtonTapped),
        Step(.receive, .loadedFavoritePrimes([2])) { $0 = [2] }
      )
    }
    #expect(
      issues.map { $0.message.prefix { $0 != "\n" } } == [
        "Received an unexpected action: …", "A state change does not match expectation: …",
      ]
    )
    #expect(issues.map(\.location.line) == [line, line])
  }

  @Test func `an effect that owes several things counts once`() {
    let reducer = Reducer<Int, Int, AnySchedulerOf<DispatchQueue>> { state, action, mainQueue in
      state += action
      guard action == 1 else { return .none }
      return .merge(
        // Two actions and its end.
        .run { send in
          send(2)
          send(3)
          await forever()
        },
        // Two actions, in work that has come to its end.
        .run { send in
          send(4)
          await Task.yield()
          send(5)
        },
        // One action each.
        Effect(value: 6),
        Effect(value: 7),
        .fireAndForget {},
        Effect(value: 8).delay(for: 1, scheduler: mainQueue)
      )
    }
    let line: UInt = #line + 2
    let issues = withReportedIssues {
      assert(
        initialValue: 0,
        reducer: reducer,
        environment: DispatchQueue.test.eraseToAnyScheduler(),
        steps: Step(.send, 1) { $0 = 1 }
      )
    }
    #expect(texts(issues) == ["\(line): Assertion failed to handle 6 pending effect(s)"])
  }

  @Test func `nothing is left running`() {
    let token = Recorder(0)
    withKnownIssue {
      assert(
        initialValue: 0,
        reducer: Reducer<Int, Int, Recorder<Int>> { _, _, token in
          .fireAndForget {
            token.set(1)
            await forever()
            token.set(2)
          }
        },
        environment: token,
        steps: Step(.send, 1)
      )
    }
    #expect(token.value == 2)
  }

  @Test func `what a step to send finds pending: actions are skipped, other effects count again`() {
    let line: UInt = #line + 7
    let issues = withReportedIssues {
      assert(
        initialValue: [],
        reducer: Self.reducer,
        environment: Environment(),
        steps: Step(.send, .saveButtonTapped),
        Step(.send, .loadButtonTapped),
        Step(.send, .deleteFavoritePrimes([0])) { $0 = [31] }
      )
    }
    #expect(
      texts(issues) == [
        "\(line): Action sent before handling 1 pending effect(s)",
        "\(line + 1): Action sent before handling 2 pending effect(s)",
        "\(line - 5): Assertion failed to handle 1 pending effect(s)",
      ]
    )
  }

  @Test func `a task that an effect leaves behind`() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    var environment = Environment()
    environment.save = { _ in
      .fireAndForget("save", fileID: "Feature/Feature.swift", line: 1) { () async in
        Task { for await _ in stream {} }
      }
    }
    let line: UInt = #line + 2
    let issues = withReportedIssues {
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
      texts(issues) == [
        """
        \(line): 1 effect left a task behind that is still running at the end: …

        • fireAndForget "save", made at Feature/Feature.swift:1

        Usual cause: 'Task { }' in the body of the effect. Such a task is not cancelled with the \
        effect, and only 'await store.finish(timeout:)' waits for it. Await its value in the body, or use a task \
        group or 'async let'.
        """
      ]
    )
  }

  private func texts(_ issues: [ReportedIssue]) -> [String] {
    issues.map { "\($0.location.line): \($0.message)" }
  }
}

/// Waits until the task is cancelled.
private func forever() async {
  for await _ in AsyncStream<Never>.makeStream().stream {}
}
