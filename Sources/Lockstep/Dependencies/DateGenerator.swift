// SPDX-License-Identifier: MIT

internal import Synchronization

public import struct Foundation.Date
public import typealias Foundation.TimeInterval

/// A dependency that tells the date.
///
/// ```swift
/// struct NoteEnvironment: Sendable {
///   var date: DateGenerator
/// }
///
/// let noteReducer = Reducer<Note, NoteAction, NoteEnvironment> { note, action, environment in
///   switch action {
///   case .saveButtonTapped:
///     note.savedAt = environment.date.now
///     return .none
///   }
/// }
/// ```
///
/// An app supplies ``live``. A test supplies dates that it knows in advance:
///
/// ```swift
/// let store = TestStore(
///   initialState: Note(),
///   reducer: noteReducer,
///   environment: NoteEnvironment(
///     date: .advancing(from: Date(timeIntervalSince1970: 0), by: 60)
///   )
/// )
/// store.send(.saveButtonTapped) { $0.savedAt = Date(timeIntervalSince1970: 0) }
/// store.send(.saveButtonTapped) { $0.savedAt = Date(timeIntervalSince1970: 60) }
/// ```
///
/// A feature that waits, too, has a scheduler, which knows the date of a test that advances its time: see
/// <doc:ControllingTime>.
///
/// Isolation: any thread.
///
/// Complexity: O(1).
public struct DateGenerator: Sendable {
  private let read: @Sendable () -> Date

  /// Creates a generator that calls a function.
  ///
  /// - Parameter now: Returns the current date; may be called on any thread.
  public init(_ now: @escaping @Sendable () -> Date) {
    read = now
  }

  /// The current date.
  public var now: Date { read() }
}

extension DateGenerator {
  /// A generator that reads the clock of the system.
  public static var live: Self { Self { Date() } }

  /// Returns a generator whose date never changes.
  ///
  /// - Parameter date: The date.
  /// - Returns: The generator.
  public static func constant(_ date: Date) -> Self { Self { date } }

  /// Returns a generator whose date advances by the same step with each use, on any thread.
  ///
  /// - Parameters:
  ///   - start: The first date.
  ///   - step: The seconds from each date to the next.
  /// - Returns: The generator; its copies advance together.
  public static func advancing(from start: Date, by step: TimeInterval) -> Self {
    // A product, so that the error of a sum does not grow with each step.
    let count = Atomic<UInt64>(0)
    return Self {
      start.addingTimeInterval(step * Double(count.wrappingAdd(1, ordering: .relaxed).oldValue))
    }
  }

  /// A generator that reports each use, `DateGenerator is unimplemented`, and returns the beginning of 1970.
  public static var failing: Self {
    Self { unimplemented("DateGenerator", placeholder: Date(timeIntervalSince1970: 0)) }
  }
}
