// SPDX-License-Identifier: MIT

internal import Synchronization

public import struct Foundation.UUID

/// A dependency that makes UUIDs.
///
/// The exact state of a feature that calls `UUID()` cannot be tested. That of one that asks its environment can:
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
/// An app supplies ``live``. With ``incrementing``, a test knows every id in advance, and writes it as a number
/// with the `UUID(_:)` of `LockstepTesting`:
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
  /// - Parameter make: Makes a UUID; may be called on any thread.
  public init(_ make: @escaping @Sendable () -> UUID) {
    self.make = make
  }

  /// Returns the next UUID: `environment.uuid()`.
  public func callAsFunction() -> UUID { make() }
}

extension UUIDGenerator {
  /// A generator of random UUIDs, each of which is unique.
  public static var live: Self { Self { UUID() } }

  /// A generator that counts from `00000000-0000-0000-0000-000000000000`.
  ///
  /// Each use of this property returns a generator that begins anew; its copies count together.
  public static var incrementing: Self { incrementing(from: 0) }

  /// Returns a generator that counts from a number, which ``incrementing`` does from zero.
  ///
  /// Use it where the fixtures of a test have the first numbers.
  ///
  /// - Parameter first: The number of the first UUID, in its last eight bytes.
  /// - Returns: The generator; its copies count together.
  public static func incrementing(from first: Int) -> Self {
    let next = Atomic(UInt64(truncatingIfNeeded: first))
    return Self { UUID(number: next.wrappingAdd(1, ordering: .relaxed).oldValue) }
  }

  /// Returns a generator that always returns the same UUID.
  ///
  /// - Parameter id: The UUID.
  /// - Returns: The generator.
  public static func constant(_ id: UUID) -> Self { Self { id } }

  /// A generator that reports each use, `UUIDGenerator is unimplemented`, and returns the UUID of zeros.
  ///
  /// For a report that names the endpoint, supply
  /// `UUIDGenerator { unimplemented("Todos.Environment.uuid", placeholder: UUID()) }`.
  public static var failing: Self {
    Self { unimplemented("UUIDGenerator", placeholder: UUID(number: 0)) }
  }
}
