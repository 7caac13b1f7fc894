// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// Stores run on different threads, and their effects use each other's stores.
///
/// Threads that waited for each other in a cycle crashed the process with "Recursive call to lock Mutex".
@Suite(.timeLimit(.minutes(60))) struct MutualStoreTests {
  enum Action: Equatable {
    case begin
    case beginAsynchronously
    case sleep
    case called
  }

  struct Environment: Sendable {
    var mainQueue: SchedulerOf<DispatchQueue> = .failing
    var call: @Sendable () -> Void
  }

  static let reducer = Reducer<[Action], Action, Environment> { log, action, environment in
    log.append(action)
    switch action {
    case .begin:
      return .fireAndForget { environment.call() }
    case .beginAsynchronously:
      return .fireAndForget { () async in environment.call() }
    case .sleep:
      return .fireAndForget {
        try? await environment.mainQueue.sleep(for: 1)
        environment.call()
      }
    case .called:
      return .none
    }
  }

  /// Stores that effects use; a test creates all of them before it sends an action.
  ///
  /// The conformance is `@unchecked` because stores are not `Sendable`. The tests use them on other threads
  /// deliberately. The properties do not change after the stores are created.
  private final class Stores: @unchecked Sendable {
    var tested: [TestStore<[Action], Action, Environment>] = []
    var manual: ManualStore<[Action], Action>?

    /// Adds a test store with `line` as its location, whose effects run `call`.
    func add(
      line: Int,
      mainQueue: SchedulerOf<DispatchQueue> = .failing,
      _ call: @escaping @Sendable () -> Void
    ) {
      let store = TestStore(
        initialState: [],
        reducer: reducer,
        environment: Environment(mainQueue: mainQueue, call: call),
        at: place(line)
      )
      store.exhaustivity = .off
      tested.append(store)
    }

    /// Finishes the stores and returns their logs.
    var logs: [[Action]] {
      for store in tested { store.finish() }
      return tested.map(\.state) + (manual.map { [$0.store.state] } ?? [])
    }
  }

  private static func place(_ line: Int) -> SourceLocation {
    SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
  }

  /// Creates a barrier for `count` threads, each of which runs a step of a store.
  private static func makeMeeting(of count: Int) -> DispatchGroup {
    let meeting = DispatchGroup()
    for _ in 1...count { meeting.enter() }
    return meeting
  }

  private static func meet(at meeting: DispatchGroup) {
    meeting.leave()
    meeting.wait()
  }

  /// Runs each closure on its own thread and waits for all of them.
  private static func onThreads(_ work: (@Sendable () -> Void)...) {
    let end = DispatchGroup()
    for work in work {
      end.enter()
      Thread.detachNewThread {
        work()
        end.leave()
      }
    }
    end.wait()
  }

  /// Returns the issue that the last waiting store reports at its step.
  private static func circle(at step: UInt, _ lines: UInt...) -> ReportedIssue {
    let stores = lines.map { "• created at RegressionTests/MutualStoreTests.swift:\($0)" }
    let message = """
      Stores on different threads wait for one another: …

      \(stores.joined(separator: "\n"))

      An effect of each store uses the next store, which another thread is using, and an effect of the last store uses \
      the first. To break the deadlock, this store ran while its own thread was using it, so the order of events is \
      undefined.

      Do not use a store in an effect. Send values between features through a subject in the environment, or let the \
      test forward received actions from one store to the other.
      """
    return ReportedIssue(message, at: CodeLocation(line: step, column: 1))
  }

  @Test(arguments: [Action.begin, .beginAsynchronously])
  func `two test stores that wait for each other report it and continue`(_ begin: Action) {
    let (stores, meeting) = (Stores(), Self.makeMeeting(of: 2))
    let issues = withReportedIssues {
      stores.add(line: 1) {
        Self.meet(at: meeting)
        stores.tested[1].send(.called)
      }
      stores.add(line: 2) {
        Self.meet(at: meeting)
        stores.tested[0].send(.called)
      }
      Self.onThreads(
        { stores.tested[0].send(begin, at: Self.place(11)) },
        { stores.tested[1].send(begin, at: Self.place(12)) }
      )
      #expect(stores.logs == [[begin, .called], [begin, .called]])
    }
    #expect(
      issues == [Self.circle(at: 12, 1, 2)] || issues == [Self.circle(at: 11, 2, 1)],
      "\(issues)"
    )
  }

  @Test func `three test stores in a circle report it once`() {
    let (stores, meeting) = (Stores(), Self.makeMeeting(of: 3))
    let issues = withReportedIssues {
      for number in 0..<3 {
        stores.add(line: number + 1) {
          Self.meet(at: meeting)
          stores.tested[(number + 1) % 3].send(.called)
        }
      }
      Self.onThreads(
        { stores.tested[0].send(.begin, at: Self.place(10)) },
        { stores.tested[1].send(.begin, at: Self.place(11)) },
        { stores.tested[2].send(.begin, at: Self.place(12)) }
      )
      #expect(stores.logs == Array(repeating: [.begin, .called], count: 3))
    }
    let possible = [
      Self.circle(at: 12, 1, 2, 3), Self.circle(at: 10, 2, 3, 1), Self.circle(at: 11, 3, 1, 2),
    ]
    #expect(possible.contains { issues == [$0] }, "\(issues)")
  }

  @Test func `a test store and a manual store that wait for each other report it`() {
    let (stores, meeting) = (Stores(), Self.makeMeeting(of: 2))
    let issues = withReportedIssues {
      stores.add(line: 1) {
        Self.meet(at: meeting)
        stores.manual?.send(.called)
      }
      stores.manual = ManualStore(
        initialState: [],
        reducer: Self.reducer,
        environment: Environment {
          Self.meet(at: meeting)
          stores.tested[0].send(.called)
        },
        line: 2
      )
      Self.onThreads(
        { stores.tested[0].send(.begin, at: Self.place(11)) },
        { stores.manual?.send(.begin) }
      )
      #expect(stores.logs == [[.begin, .called], [.begin, .called]])
    }
    // A manual store has no steps, so its issue has the location where the test store was created.
    #expect(
      issues == [Self.circle(at: 1, 1, 2)] || issues == [Self.circle(at: 11, 2, 1)],
      "\(issues)"
    )
  }

  @Test func `a scheduler advance and a step that wait for each other report it`() {
    let (stores, meeting) = (Stores(), Self.makeMeeting(of: 2))
    let mainQueue = DispatchQueue.test
    let issues = withReportedIssues {
      stores.add(line: 1, mainQueue: mainQueue) {
        Self.meet(at: meeting)
        stores.tested[1].send(.called)
      }
      stores.add(line: 2) {
        Self.meet(at: meeting)
        stores.tested[0].send(.called)
      }
      stores.tested[0].send(.sleep)
      Self.onThreads(
        { mainQueue.advance(by: 1, line: 11, column: 1) },
        { stores.tested[1].send(.begin, at: Self.place(12)) }
      )
      #expect(stores.logs == [[.sleep, .called], [.begin, .called]])
    }
    #expect(
      issues == [Self.circle(at: 12, 1, 2)] || issues == [Self.circle(at: 11, 2, 1)],
      "\(issues)"
    )
  }

  @Test func `stores that advance one scheduler on different threads do not wait for each other`() {
    let (stores, meeting) = (Stores(), Self.makeMeeting(of: 2))
    let mainQueue = DispatchQueue.test
    let calls = Recorder([0, 0])
    for number in 0..<2 {
      stores.add(line: 1, mainQueue: mainQueue) {
        calls.update { $0[number] += 1 }
        guard calls.value[number] == 1 else { return }
        Self.meet(at: meeting)
        mainQueue.advance(by: 1)
      }
      stores.tested[number].send(.sleep)
    }
    Self.onThreads(
      { stores.tested[0].send(.begin) },
      { stores.tested[1].send(.begin) }
    )
    #expect(stores.logs == [[.sleep, .begin], [.sleep, .begin]])
    #expect(calls.value == [2, 2])
  }
}
