// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing
import XCTest

/// The part of an exploration's failure about first-in, first-out (FIFO) order.
@Suite struct FIFOOrderTests {
  private struct Problem: Error {}

  private enum Action: Equatable {
    case start
    case finished(String)
  }

  private typealias Clock = SchedulerOf<DispatchQueue>

  private static let line: UInt = #line
  private static let reducer = Reducer<String, Action, Clock> { log, action, clock in
    switch action {
    case .start:
      return .merge(
        Effect(value: .finished("a")).delay(for: 1, scheduler: clock),
        Effect(value: .finished("b")).delay(for: 1, scheduler: clock)
      )
    case .finished(let name):
      log += name
      return .none
    }
  }

  /// The place of the effect in the reducer that sends a name, and of the step that starts both.
  private static func place(_ name: String) -> String {
    let offset: UInt = name == "a" ? 5 : name == "b" ? 6 : 28
    return "LockstepTestingTests/FIFOOrderTests.swift:\(line + offset)"
  }

  /// Runs the feature once; returns in which order its effects have ended.
  private static func play(_ check: (String) throws -> Void = { _ in }) rethrows {
    let clock = DispatchQueue.test
    let store = TestStore(
      initialState: "",
      reducer: reducer,
      environment: clock
    )
    store.send(.start)
    clock.advance(by: 1)
    store.skipReceived()
    try check(store.state)
  }

  /// The messages of an exploration whose first schedule is the first that takes the other order.
  private static func messages(_ check: @escaping (String) throws -> Void) -> [String] {
    let seed = firstSeed("ba")
    return withReportedIssues {
      _ = try? explore(schedules: 10, seed: seed, findsTurningPoint: false) { try play(check) }
    }
    .map(\.message)
  }

  private static func firstSeed(_ order: String) -> UInt64 {
    var seeds: [UInt64] = []
    for seed in 0..<100 as Range<UInt64> where seeds.isEmpty {
      explore(schedules: 1, seed: seed) { play { if $0 == order { seeds.append(seed) } } }
    }
    return seeds.first ?? 0
  }

  private static func message(_ seed: UInt64, _ orders: String) -> String {
    """
    A schedule fails: number 1 of 10, which has the seed \(seed).

    \(orders)

    Its failures are reported with this one. To replay it alone, write

      explore(schedules: 1, seed: \(seed)) {
    """
  }

  private static func orders(_ seed: UInt64) -> String {
    """
    From action 2 on, it differs from first-in, first-out (FIFO) order, which passes: …

    First in, first out:

    a b   1  0 s  start          by 'send' at \(place("send"))
    ●─│─→ 2  1 s  finished("a")  by effect a
      ●─→ 3       finished("b")  by effect b

    a  delay, made at \(place("a")), finished at 1 s
    b  delay, made at \(place("b")), finished at 1 s

    Seed \(seed):

    a b   1  0 s  start          by 'send' at \(place("send"))
    │ ●─→ 2  1 s  finished("b")  by effect b
    ●───→ 3       finished("a")  by effect a

    a  delay, made at \(place("a")), finished in turn 3
    b  delay, made at \(place("b")), finished in turn 2
    """
  }

  @Test func `a failure compares its schedule with a passing FIFO order`() {
    let seed = Self.firstSeed("ba")
    let messages = Self.messages { if $0 != "ab" { reportIssue("Wrong") } }
    #expect(messages == ["Wrong", Self.message(seed, Self.orders(seed))])
  }

  @Test func `a failure in FIFO order is reported as no race`() {
    let seed = Self.firstSeed("ba")
    let message = """
      First-in, first-out (FIFO) order fails too, so this is not a race.

      The test fails without an exploration as well. The first schedule that fails is number 1 of 10, which has the \
      seed \(seed). Its failures are reported with this one. To replay it alone, write

        explore(schedules: 1, seed: \(seed)) {
      """
    #expect(Self.messages { _ in reportIssue("Wrong") } == ["Wrong", message])
    #expect(Self.messages { _ in throw Problem() } == [message])
    let messages = Recorder<[String]>([])
    withKnownIssue {
      messages.set(Self.messages { #expect($0 == "") })
    }
    #expect(messages.value == [message])
  }

  @Test func `the failure of an asynchronous body compares its schedule with FIFO order`() async {
    let seed = Self.firstSeed("ba")
    let line: UInt = #line + 2
    let issues = await withReportedIssues {
      await explore(schedules: 10, seed: seed, findsTurningPoint: false) {
        await Task.yield()
        Self.play { if $0 != "ab" { reportIssue("Wrong") } }
      }
    }
    #expect(
      issues.map(\.message) == [
        "Wrong", Self.message(seed, Self.orders(seed)),
      ]
    )
    #expect(issues.last?.location.line == line)
  }

  @Test func `a failure reports that its actions are the same as in FIFO order`() {
    let run = Recorder("")
    let reducer = Reducer<Int, Int, Clock> { _, _, clock in
      .merge(
        ["a", "b"].map { name in
          .fireAndForget { run.update { $0 += name } }.deferred(for: 1, scheduler: clock)
        }
      )
    }
    let issues = withReportedIssues {
      explore(schedules: 100) {
        run.set("")
        let clock = DispatchQueue.test
        let store = TestStore(
          initialState: 0,
          reducer: reducer,
          environment: clock
        )
        store.exhaustivity = .off
        store.send(7)
        clock.advance(by: 1)
        if run.value != "ab" { reportIssue("Wrong") }
      }
    }
    #expect(issues.map { Walk.brief($0.message).prefix(16) } == ["Wrong", "A schedule fails"])
    #expect(
      issues.last?.message.components(separatedBy: "\n\n")[1]
        == """
        Its actions are those of first-in, first-out (FIFO) order, which passes. The runs differ between the actions.
        """
    )
  }

  @Test func `a failure compares many actions of several stores`() {
    // The first effect counts on, unless the second cancels it in the instant in which it is due.
    let reducer = Reducer<Int, Int, Clock> { last, number, clock in
      last = number
      switch number {
      case 0:
        return .merge(
          Effect(value: 1).delay(for: 1, scheduler: clock).cancellable(id: "count"),
          Effect<Int, Never>.cancel(id: "count").deferred(for: 1, scheduler: clock)
        )
      case 1..<13: return Effect(value: number + 1)
      default: return .none
      }
    }
    let line: UInt = #line - 7
    let issues = withReportedIssues {
      explore(schedules: 100, findsTurningPoint: false) {
        let clock = DispatchQueue.test
        let stores = [Schedule.fifo, .current].map { schedule in
          TestStore(
            initialState: -1,
            reducer: reducer,
            environment: clock,
            schedule: schedule
          )
        }
        for (store, number) in zip(stores, [20, 0]) { store.send(number) { $0 = number } }
        clock.advance(by: 1)
        for store in stores { store.skipReceived() }
        if stores[1].state == 0 { reportIssue("Wrong") }
      }
    }
    let orders = issues.last?.message.components(separatedBy: "\n\n").dropFirst().dropLast(2)
    #expect(issues.count == 2)
    #expect(
      orders?.map { $0.replacingOccurrences(of: "LockstepTestingTests/", with: "") } == [
        """
        From action 3 on, it differs from first-in, first-out (FIFO) order, which passes: …
        """,
        "First in, first out:",
        """
          3. store 2: 1
             by effect delay, made at FIFOOrderTests.swift:\(line)
        \((4...7).map { "  \($0). store 2: \($0 - 2)\n     by an effect that sends its value at once" }
          .joined(separator: "\n"))
          … (8 more)
        """,
        "Seed 0:",
        "  (no more actions)",
      ]
    )
  }

  @Test func `a failure does not mention FIFO order if the test is skipped in it`() {
    let seed = Self.firstSeed("ba")
    let messages = Self.messages { if $0 == "ab" { throw XCTSkip() } else { reportIssue("Wrong") } }
    #expect(messages.count == 2)
    #expect(
      messages.last == """
        A schedule fails: number 1 of 10, which has the seed \(seed).

        Its failures are reported with this one. To replay it alone, write

          explore(schedules: 1, seed: \(seed)) {
        """
    )
  }
}
