// SPDX-License-Identifier: MIT

internal import Lockstep

/// The order in which a test store runs the work that its effects have ready.
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
/// An asynchronous effect is a sequence of steps, each from one `await` to the next. The order of the
/// steps of one effect is fixed. How the steps of several effects interleave is not, and a live store,
/// whose effects run on many threads, may show any interleaving.
///
/// Complexity: a random order costs O(*n*) for each step that is chosen, in the number of those that are ready.
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

  /// Returns an order that only the seed decides: the same seed gives the same order.
  ///
  /// Each time, one of the steps that are ready is chosen. Beginning an effect is also a step, and so
  /// are the store taking the next value that effects have sent and work that is due on a test
  /// scheduler. A step that is ready may also come after what the test does next, and after time has
  /// moved on, unless the test needs it: see <doc:TestingRaces>.
  ///
  /// - Parameter seed: The seed that decides the order.
  /// - Returns: The schedule.
  public static func random(seed: UInt64) -> Self {
    Self(order: .random(seed))
  }

  /// The schedule of the exploration in progress, or ``fifo`` outside of one.
  public static let current = Self(order: .current)

  /// Makes the order of a store, or returns `nil` if it is first in, first out.
  ///
  /// A store's own order is the same in each of the schedules of an exploration, which need not know of it.
  func makeOrder() -> RandomSchedule? {
    switch order {
    case .current: ScheduledRun.current?.makeOrder()
    case .fifo: nil
    case .random(let seed): RandomSchedule(seed: seed)
    }
  }

  /// The choices of the exploration in progress, if this is its schedule.
  var choices: ScheduleChoices? {
    order == .current ? ScheduledRun.current?.choices : nil
  }
}

extension Schedule: CustomStringConvertible {
  /// The schedule as it is written in code.
  public var description: String {
    switch order {
    case .current: ".current"
    case .fifo: ".fifo"
    case .random(let seed): ".random(seed: \(seed))"
    }
  }
}
