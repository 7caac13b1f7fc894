// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Subscriptions whose keys change in each turn.
@MainActor @Suite struct RestlessKeyTests {
  private static let place = "LockstepReducerTests/RestlessKeyTests.swift"

  @Test func `a key that differs each time it is read is named after 100 turns`() {
    let key = Recorder<Int>(0)
    let read: @Sendable (Int) -> String = { _ in
      key.update { $0 += 1 }
      return "key \(key.value)"
    }
    let line: UInt = #line + 3
    let reducer = Reducer<Int, Void, Void>
      .withoutEffects { count, _ in count += 1 }
      .subscription(to: read) { _, _ in .none }
    let store = ManualStore(initialState: 0, reducer: reducer, environment: ())
    let quiet = withReportedIssues { for _ in 0..<98 { store.send(()) } }
    #expect(quiet.map(\.message) == [])
    let issues = withReportedIssues { for _ in 0..<98 { store.send(()) } }
    #expect(
      issues.map { $0.message.replacing(/key \d+/, with: "key …") } == [
        """
        The key of a subscription differs each time it is read.

        In 'subscription(to:)' at \(Self.place):\(line), it has changed in each of the last 100 turns, from "key …" to \
        "key …", and each time its effect was cancelled and started again. Read the key from the state, and from \
        nothing else.
        """
      ]
    )
    #expect(issues.first?.location.line == line)
  }

  @Test func `a key that the user changes in each of many turns is not reported`() {
    let reducer = Reducer<Int, Void, Void>
      .withoutEffects { count, _ in count += 1 }
      .subscription(to: \.self) { _, _ in .none }
    let store = ManualStore(initialState: 0, reducer: reducer, environment: ())
    let issues = withReportedIssues { for _ in 0..<3_000 { store.send(()) } }
    #expect(issues.map(\.message) == [])
  }

  /// Whether the effect sends its value at once, and whether the keys are several.
  @Test(arguments: [true, false])
  func `a key that changes with each action of its effect ends the chain`(isOne: Bool) {
    let turns = Recorder<Int>(0)
    let counting = Reducer<Int, Bool, Void>.withoutEffects { count, _ in
      count += 1
      turns.update { $0 += 1 }
    }
    let keys: @Sendable (Int) -> [Int] = { [$0] }
    let line: UInt = #line + 3
    let reducer =
      isOne
      ? counting.subscription(to: \.self) { _, _ in Effect(value: true) }
      : counting.subscriptions(for: keys) { _, _ in Effect(value: true) }
    let name = isOne ? "subscription(to:)" : "subscriptions(for:)"
    let place = "\(Self.place):\(isOne ? line : line + 1)"
    let start = ContinuousClock.now
    let issues = withReportedIssues {
      _ = Store(initialState: 0, reducer: reducer, environment: ())
    }
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(turns.value <= 1_001)
    #expect(
      issues.map { $0.message.replacing(/\[?\d+\]?( to|$| in)/, with: { "…\($0.1)" }) }
        .first?.hasPrefix(
          """
          The key of a subscription changes with each action of its effect, which is therefore started again each time.

          Subscription: '\(name)' at \(place)
          """
        ) == true,
      "\(issues.map(\.message))"
    )
    #expect(issues.count == 1)
  }

  @Test func `in a test store as well`() {
    let reducer = Reducer<Int, Bool, Void>
      .withoutEffects { count, _ in count += count > 0 ? 1 : 0 }
      .subscription(to: \.self) { count, _ in count > 0 ? Effect(value: true) : .none }
      .combined(with: .withoutEffects { count, isEffect in if isEffect == false { count = 1 } })
    let issues = withReportedIssues {
      let store = TestStore(initialState: 0, reducer: reducer, environment: ())
      store.exhaustivity = .off
      store.send(false)
    }
    #expect(
      issues.first?.message.hasPrefix("The key of a subscription changes with each action") == true,
      "\(issues.map(\.message))"
    )
  }

  @Test func `tasks that change the key end the chain as well`() {
    let reducer = Reducer<Int, Bool, Void>
      .withoutEffects { count, _ in count += 1 }
      .subscription(to: \.self) { count, _ in count > 0 ? .task { true } : .none }
    let issues = withReportedIssues {
      let store = TestStore(initialState: 0, reducer: reducer, environment: ())
      store.exhaustivity = .off
      store.send(false)
    }
    let key = "Key: from 999 to 1000 in the last of 1000 actions that followed from one another"
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains(key) == true, "\(issues.map(\.message))")
  }
}
