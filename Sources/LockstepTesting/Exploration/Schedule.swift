// SPDX-License-Identifier: MIT

internal import Lockstep

/// In which order a test store runs what its effects have ready.
///
/// ```swift
/// let store = TestStore(
///   initialState: SearchState(),
///   reducer: searchReducer,
///   environment: .test,
///   schedule: .random(seed: 17)
/// )
/// ```
///
/// An asynchronous effect is a row of steps, each from one `await` to the next. The order of the steps
/// of one effect is given; what happens between the steps of several is not, and a live store, whose
/// effects run on many threads, may show any of it.
///
/// Complexity: a random order costs O(1) for each step that is chosen, on average.
///
/// See ``explore(schedules:seed:fileID:filePath:line:column:_:)`` to try many.
public struct Schedule: Sendable, Hashable {
  private enum Order: Hashable {
    case current
    case fifo
    case random(UInt64)
  }

  private let order: Order

  /// First in, first out.
  public static let fifo = Self(order: .fifo)

  /// An order that only the seed decides: the same seed gives the same order.
  ///
  /// At each step one is chosen of all that are ready. To begin an effect is a step as well, and so is
  /// the store's taking of what effects have sent, and what effects have scheduled that is due at the
  /// same instant of a test scheduler.
  ///
  /// - Parameter seed: What decides.
  /// - Returns: The schedule.
  public static func random(seed: UInt64) -> Self {
    Self(order: .random(seed))
  }

  /// What the exploration under way says, or ``fifo`` outside of one.
  public static let current = Self(order: .current)

  /// Makes the seed of a store, unless its order is first in, first out.
  func makeSeed() -> UInt64? {
    switch order {
    case .current: ScheduledRun.current?.makeSeed()
    case .fifo: nil
    case .random(let seed): seed
    }
  }

  /// Goes up when the seed decides anything, where an exploration has to know: an order of the store's
  /// own is the same in each of its schedules.
  var choice: AtomicFlag? {
    order == .current ? ScheduledRun.current?.choice : nil
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
