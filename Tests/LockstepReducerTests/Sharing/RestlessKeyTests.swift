// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests subscriptions whose keys change in each turn.
@MainActor @Suite struct RestlessKeyTests {
  private static let place = "LockstepReducerTests/RestlessKeyTests.swift"

  @Test func `a key that differs on each read is reported after 100 turns`() {
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

        The key of 'subscription(to:)' at \(Self.place):\(line) has changed in each of the last 100 turns, most \
        recently from "key …" to "key …". Each change cancelled and restarted the effect. Read the key only from the \
        state.
        """
      ]
    )
    #expect(issues.first?.location.line == line)
  }

  @Test func `a saved value that changes in many turns is neither reported nor described`() {
    final class Drawing: Codable, Equatable, Sendable, CustomReflectable {
      let stroke: Int
      let descriptions: Recorder<Int>?

      init(_ stroke: Int, _ descriptions: Recorder<Int>) {
        (self.stroke, self.descriptions) = (stroke, descriptions)
      }

      init(from decoder: any Decoder) throws {
        stroke = try decoder.singleValueContainer().decode(Int.self)
        descriptions = nil
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(stroke)
      }

      static func == (lhs: Drawing, rhs: Drawing) -> Bool { lhs.stroke == rhs.stroke }

      var customMirror: Mirror {
        descriptions?.update { $0 += 1 }
        return Mirror(self, children: [])
      }
    }
    struct Sketch: Equatable {
      var drawing: Drawing
      var saving = Saving()
    }
    enum SketchAction: Equatable {
      case drawn(times: Int)
      case saving(SavingAction)
    }
    let descriptions = Recorder<Int>(0)
    let storage = StorageClient.inMemory()
    let drawing = Reducer<Sketch, SketchAction, Void> { state, action, _ in
      guard case .drawn(let times) = action else { return .none }
      state.drawing = Drawing(state.drawing.stroke + 1, descriptions)
      return times > 1 ? Effect(value: .drawn(times: times - 1)) : .none
    }
    let reducer =
      drawing
      .persisted(
        \.drawing,
        saving: \.saving,
        action: /SketchAction.saving,
        as: SavedFormat<Drawing>(version: 1),
        to: { _ in storage },
        scheduler: { _ in .noop }
      )
    let store = ManualStore(
      initialState: Sketch(drawing: Drawing(0, descriptions)),
      reducer: reducer,
      environment: ()
    )
    let issues = withReportedIssues { store.send(.drawn(times: 1_200)) }
    #expect(issues.map(\.message) == [])
    #expect(store.store.state.drawing.stroke == 1_200)
    #expect(descriptions.value == 0)
  }

  @Test func `a key that the user changes in many turns is not reported`() {
    let reducer = Reducer<Int, Void, Void>
      .withoutEffects { count, _ in count += 1 }
      .subscription(to: \.self) { _, _ in .none }
    let store = ManualStore(initialState: 0, reducer: reducer, environment: ())
    let issues = withReportedIssues { for _ in 0..<3_000 { store.send(()) } }
    #expect(issues.map(\.message) == [])
  }

  /// Tests a subscription to one key and a subscription to several keys.
  @Test(arguments: [true, false])
  func `a key that changes with each action of its effect is reported`(isOne: Bool) {
    let counting = Reducer<Int, Bool, Void>.withoutEffects { count, _ in count += 1 }
    let keys: @Sendable (Int) -> [Int] = { [$0] }
    let line: UInt = #line + 3
    let reducer =
      isOne
      ? counting.subscription(to: \.self) { _, _ in Effect(value: true) }
      : counting.subscriptions(for: keys) { _, _ in Effect(value: true) }
    let issues = withReportedIssues {
      _ = Store(initialState: 0, reducer: reducer, environment: (), actionLimit: 2_000)
    }
    let (old, new) = isOne ? ("999", "1000") : ("[999]", "[1000]")
    #expect(issues.count == 2)
    #expect(
      issues.first?.message == """
        The key of a subscription changed with each of 1000 consecutive actions.

        Subscription: '\(isOne ? "subscription(to:)" : "subscriptions(for:)")' at \(Self.place):\(isOne ? line : line + 1)
        Key: from \(old) to \(new)

        If the effect of the subscription sends these actions, it restarts endlessly. Keep the key unchanged when the \
        effect sends an action, or use a different key.
        """
    )
    #expect(issues.last?.message.hasPrefix("A chain of actions does not end.") == true)
  }

  /// Tests a key that changes in each turn and a key that changes in every second turn.
  @Test(arguments: [1, 2])
  func `a chain of actions that ends is handled completely`(turnsPerKey: Int) {
    let key: @Sendable (Int) -> Int? = { $0 / turnsPerKey }
    let reducer = Reducer<Int, Int, Void> { count, rest, _ in
      count += 1
      return rest > 0 ? Effect(value: rest - 1) : .none
    }
    .subscription(to: key) { _, _ in .none }
    let store = ManualStore(initialState: 0, reducer: reducer, environment: ())
    let issues = withReportedIssues { store.send(3_000) }
    #expect(store.store.state == 3_001)
    #expect(issues.count == (turnsPerKey == 1 ? 1 : 0))
  }

  /// Whether tasks send the values.
  @Test(arguments: [true, false])
  func `a test store also reports a key that changes with each action of its effect`(
    isOfTasks: Bool
  ) {
    let reducer = Reducer<Int, Bool, Void>
      .withoutEffects { count, _ in count += 1 }
      .subscription(to: \.self) { count, _ in
        count == 0 ? .none : isOfTasks ? .task { true } : Effect(value: true)
      }
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: 0,
        reducer: reducer,
        environment: (),
        actionLimit: 2_000
      )
      store.exhaustivity = .off
      store.send(false)
    }
    let beginning = "The key of a subscription changed with each of 1000 consecutive actions"
    #expect(issues.first?.message.hasPrefix(beginning) == true, "\(issues.map(\.message))")
  }
}
