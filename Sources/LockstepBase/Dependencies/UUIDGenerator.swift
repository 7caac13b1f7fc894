// SPDX-License-Identifier: MIT

internal import Synchronization

public import struct Foundation.UUID

/// A dependency that generates UUIDs.
///
/// A test cannot predict the ids of a feature that calls `UUID()`. Ask the environment for them instead:
///
/// ```swift
/// enum Todos {
///   struct Environment: Sendable {
///     var uuid: UUIDGenerator
///   }
///
///   static let reducer = Reducer<State, Action, Environment> { state, action, environment in
///     switch action {
///     case .addButtonTapped:
///       state.todos.append(Todo(id: environment.uuid()))
///       return .none
///     }
///   }
/// }
/// ```
///
/// An app supplies ``live``. With ``incrementing``, a test writes each id as a number (`UUID(_:)` of
/// `LockstepTesting`):
///
/// ```swift
/// let store = TestStore(
///   initialState: Todos.State(),
///   reducer: Todos.reducer,
///   environment: Todos.Environment(uuid: .incrementing)
/// )
/// store.send(.addButtonTapped) { $0.todos = [Todo(id: UUID(0))] }
/// store.send(.addButtonTapped) { $0.todos.append(Todo(id: UUID(1))) }
/// ```
///
/// Isolation: any thread.
///
/// Complexity: O(1).
public struct UUIDGenerator: Sendable {
  private let make: @Sendable () -> UUID

  /// Creates a generator that calls a function.
  ///
  /// - Parameter make: The function that returns a UUID. It may run on any thread.
  public init(_ make: @escaping @Sendable () -> UUID) {
    self.make = make
  }

  /// Returns the next UUID: `environment.uuid()`.
  public func callAsFunction() -> UUID { make() }
}

extension UUIDGenerator {
  /// A generator of random, unique UUIDs.
  public static var live: Self { Self { UUID() } }

  /// A generator that counts from `00000000-0000-0000-0000-000000000000`.
  ///
  /// Each access returns a generator that starts at the first UUID. Its copies share the count.
  public static var incrementing: Self { incrementing(from: 0) }

  /// Returns a generator that counts from a number instead of zero, for tests whose fixtures use the first numbers.
  ///
  /// - Parameter first: The number of the first UUID, stored in its last eight bytes.
  /// - Returns: The generator. Its copies share the count.
  public static func incrementing(from first: Int) -> Self {
    let next = Atomic(UInt64(truncatingIfNeeded: first))
    return Self { UUID(number: next.wrappingAdd(1, ordering: .relaxed).oldValue) }
  }

  /// Returns a generator that always returns the same UUID.
  ///
  /// - Parameter id: The UUID.
  /// - Returns: The generator.
  public static func constant(_ id: UUID) -> Self { Self { id } }

  /// A generator that reports each use as `UUIDGenerator is unimplemented` and returns the zero UUID.
  ///
  /// To name the endpoint, supply `UUIDGenerator { unimplemented("Todos.Environment.uuid", placeholder: UUID()) }`.
  public static var failing: Self {
    Self { unimplemented("UUIDGenerator", placeholder: UUID(number: 0)) }
  }
}
