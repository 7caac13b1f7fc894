// SPDX-License-Identifier: MIT

internal import Lockstep

/// The order in which a test store runs the pending steps of its effects.
///
/// ```swift
/// let store = TestStore(
///   initialState: Search.State(),
///   reducer: Search.reducer,
///   environment: .test,
///   schedule: .random(seed: 17)
/// )
/// ```
///
/// An asynchronous effect is a sequence of steps, each of which extends from one `await` to the next. The steps of one
/// effect run in a fixed order. The steps of several effects can interleave in any order, because a live store runs its
/// effects on many threads.
///
/// Complexity: In a random order, each step costs O(*n*) in the number of ready steps.
///
/// To try many schedules, see ``explore(schedules:seed:findsTurningPoint:at:isolation:_:)``.
public struct Schedule: Sendable, Hashable {
  private enum Order: Hashable {
    case current
    case fifo
    case random(UInt64)
  }

  private let order: Order

  /// First in, first out.
  public static let fifo = Self(order: .fifo)

  /// Returns a random order that the seed determines.
  ///
  /// The schedule repeatedly chooses one of the ready steps. Starting an effect is a step, as are processing the next
  /// value that an effect sent and running due work of a test scheduler. A ready step may also run after the test's
  /// next statement, or after time advances, unless the test requires the step. See <doc:TestingRaces>.
  ///
  /// - Parameter seed: The seed of the order.
  /// - Returns: The schedule.
  public static func random(seed: UInt64) -> Self {
    Self(order: .random(seed))
  }

  /// The schedule of the current exploration, or ``fifo`` outside of an exploration.
  public static let current = Self(order: .current)

  func makeOrder() -> RandomSchedule? {
    switch order {
    case .current: ScheduledRun.current?.makeOrder()
    case .fifo: nil
    case .random(let seed): RandomSchedule(seed: seed)
    }
  }

  var choices: ScheduleChoices? {
    order == .current ? ScheduledRun.current?.choices : nil
  }
}

extension Schedule: CustomStringConvertible {
  /// The schedule as Swift code.
  public var description: String {
    switch order {
    case .current: ".current"
    case .fifo: ".fifo"
    case .random(let seed): ".random(seed: \(seed))"
    }
  }
}
