// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// Tests `assert(…steps:)`.
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
    var mainQueue: SchedulerOf<DispatchQueue> = DispatchQueue.test
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

  @Test func `a step sends an action`() {
    assert(
      initialValue: [2, 3, 5, 7],
      reducer: Self.reducer,
      environment: Environment(),
      steps: Step(.send, .deleteFavoritePrimes([2])) {
        $0 = [2, 3, 7]
      }
    )
  }

  @Test func `a test can send and receive actions in a list of steps`() {
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

  @Test func `actions are received in the order in which they were sent`() {
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
    let heading = "Another action was received before the expected one"
    #expect(issues.first?.message.hasPrefix(heading) == true)
  }

  @Test func `a step asserts a fire-and-forget effect`() {
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

  @Test func `the steps of a store`() {
    let didSave = Recorder(false)
    assert(
      initialValue: [2, 3, 5, 7],
      reducer: Self.reducer,
      environment: Environment(),
      steps:
        .environment { $0.save = { _ in .fireAndForget(name: "save") { didSave.set(true) } } },
      .send(.saveButtonTapped),
      .fireAndForget("save"),
      Step(.send, .loadButtonTapped),
      .receive(/Action.loadedFavoritePrimes, [2, 31]) { $0 = [2, 31] }
    )
    #expect(didSave.value)
  }

  @Test func `effects started without exhaustivity are not pending`() {
    assert(
      initialValue: [2, 3, 5, 7],
      reducer: Self.reducer,
      environment: Environment(),
      steps:
        .withExhaustivity(.off, .send(.loadButtonTapped), .send(.saveButtonTapped)),
      .send(.deleteFavoritePrimes([0])) { $0 = [31] },
      .withExhaustivity(.off, .send(.waitButtonTapped), .send(.saveButtonTapped)),
      .send(.deleteFavoritePrimes([0])) { $0 = [] }
    )
    let issues = withReportedIssues {
      assert(
        initialValue: [2, 3, 5, 7],
        reducer: Self.reducer,
        environment: Environment(),
        steps:
          .send(.loadButtonTapped),
        .withExhaustivity(.off, .send(.saveButtonTapped)),
        .send(.saveButtonTapped)
      )
    }
    #expect(
      issues.map(\.message) == ["Assertion failed to handle 1 pending effect(s)"]
    )
  }

  @Test func `the failure names the missing fire-and-forget effect`() {
    let issues = withReportedIssues {
      assert(
        initialValue: [2, 3, 5, 7],
        reducer: Self.reducer,
        environment: Environment(save: { _ in .fireAndForget(name: "save") {} }),
        steps:
          .send(.saveButtonTapped),
        .fireAndForget("upload"),
        .fireAndForget("save")
      )
    }
    #expect(issues.count == 1)
    let heading = """
      Expected a fire-and-forget effect named "upload", but no unasserted one has finished.
      """
    #expect(issues.first?.message.hasPrefix(heading) == true)
  }

  @Test func `a step can wait for a thread that advances the test scheduler`() {
    let mainQueue = DispatchQueue.test
    assert(
      initialValue: [2, 3, 5, 7],
      reducer: Self.reducer,
      environment: Environment(mainQueue: mainQueue),
      steps:
        .send(.waitButtonTapped),
      .do { DispatchQueue.global().sync { mainQueue.advance(by: 1) } },
      .receive(.loadedFavoritePrimes([])) { $0 = [] }
    )
  }

  @Test func `a reducer without dependencies needs no environment argument`() {
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

  @Test func `the assertion cancels effects that are still running at the end`() {
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
}

/// Waits until the task is cancelled.
private func forever() async {
  for await _ in AsyncStream<Never>.makeStream().stream {}
}
