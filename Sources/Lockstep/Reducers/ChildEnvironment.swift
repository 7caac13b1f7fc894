// SPDX-License-Identifier: MIT

/// A type that derives a child's environment from its parent's.
@usableFromInline
protocol ChildEnvironment<ParentState, ParentEnvironment, Environment>: Sendable {
  associatedtype ParentState
  associatedtype ParentEnvironment: Sendable
  associatedtype Environment: Sendable

  /// Finds the state that the child's reducer changes, given the child's local state; `nil` if the two are the same.
  var pairing: ChildSite.Pairing? { get }

  func reducedType<Child>(of local: Child.Type) -> Any.Type

  /// Makes the child's environment; `nil` if that requires a part of the parent's state.
  var making: (@Sendable (ParentEnvironment) -> Environment)? { get }

  /// Calls a function with the child's environment, which is valid only during the call.
  func with<Result>(
    _ state: inout ParentState,
    _ environment: ParentEnvironment,
    _ body: (inout ParentState, Environment) -> Result
  ) -> Result
}

@usableFromInline
struct SameEnvironment<ParentState, Environment: Sendable>: ChildEnvironment {
  @inlinable
  init() {}

  @inlinable var pairing: ChildSite.Pairing? { nil }
  @inlinable var making: (@Sendable (Environment) -> Environment)? { { $0 } }

  @inlinable
  func with<Result>(
    _ state: inout ParentState,
    _ environment: Environment,
    _ body: (inout ParentState, Environment) -> Result
  ) -> Result {
    body(&state, environment)
  }
}

extension ChildEnvironment {
  @usableFromInline
  func reducedType<Child>(of local: Child.Type) -> Any.Type { Child.self }
}
