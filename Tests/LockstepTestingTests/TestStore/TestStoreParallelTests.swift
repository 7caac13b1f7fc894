// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// Tests that hundreds of simultaneous test stores share nothing.
@Suite struct TestStoreParallelTests {
  enum Action: Equatable {
    case start
    case cancel
    case ticked(Int)
    case summed(Int)
  }

  struct Environment: Sendable {
    var mainQueue: SchedulerOf<DispatchQueue>
    var number: Int
  }

  /// An id that all stores use.
  struct ID: Hashable {}

  static let reducer = Reducer<[Int], Action, Environment> { state, action, environment in
    let (mainQueue, number) = (environment.mainQueue, environment.number)
    switch action {
    case .start:
      return .merge(
        .run { send in
          for await instant in mainQueue.timer(interval: 1) {
            send(.ticked(Int(instant.nanoseconds / 1_000_000_000) * number))
          }
        }
        .cancellable(id: ID(), cancelInFlight: true),
        .task {
          await withTaskGroup(of: Int.self) { group in
            for value in 1...10 {
              group.addTask {
                await Task.yield()
                return value * number
              }
            }
            return .summed(await group.reduce(0, +))
          }
        }
      )
    case .cancel:
      return .cancel(id: ID())
    case .ticked(let value), .summed(let value):
      state.append(value)
      return .none
    }
  }

  /// Swift Testing runs the cases of a test in parallel.
  @Test(arguments: 1...100)
  func `a store does not affect a hundred stores in parallel tests`(number: Int) {
    check(number)
  }

  @Test(.timeLimit(.minutes(60)))
  func `two hundred stores that exist at the same time do not affect each other`() async {
    let gate = Gate(200)
    await withTaskGroup(of: [String].self) { group in
      for number in 1...200 {
        group.addTask {
          let play = Play(number)
          let texts = play.begin()
          await gate.pass()
          play.end()
          return texts
        }
      }
      for await texts in group { #expect(texts == ["An action was sent before"]) }
    }
  }

  private func check(_ number: Int) {
    let play = Play(number)
    let texts = play.begin()
    #expect(texts == ["An action was sent before"])
    play.end()
  }

  /// Runs the steps of a store in two halves.
  private struct Play {
    let number: Int
    let mainQueue = DispatchQueue.test
    let environment: Environment
    let store: TestStore<[Int], Action, Environment>

    init(_ number: Int) {
      self.number = number
      environment = Environment(mainQueue: mainQueue, number: number)
      store = TestStore(initialState: [], reducer: reducer, environment: environment)
    }

    /// Starts the effects of the store while another store fails, and returns that store's failures.
    func begin() -> [String] {
      let issues = withReportedIssues {
        let other = TestStore(initialState: [], reducer: reducer, environment: environment)
        other.send(.start)
        store.send(.start)
        // This cancels only the effects of `other`.
        other.send(.cancel)
      }
      return issues.map { String($0.message.prefix(25)) }
    }

    func end() {
      store.receive(.summed(55 * number)) { $0 = [55 * number] }
      mainQueue.advance(by: 2)
      store.receive(.ticked(number)) { $0.append(number) }
      store.receive(.ticked(2 * number)) { $0.append(2 * number) }
      store.send(.cancel)
      mainQueue.advance(by: 10)
      store.finish()
    }
  }

  /// Suspends callers until the expected number of callers has arrived.
  private actor Gate {
    private var missing: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) {
      missing = count
    }

    func pass() async {
      missing -= 1
      guard missing == 0 else {
        return await withCheckedContinuation { waiting.append($0) }
      }
      for continuation in waiting { continuation.resume() }
    }
  }
}
