// SPDX-License-Identifier: MIT

/// The way from a parent's environment to a child's.
@usableFromInline
protocol ChildEnvironment<ParentState, ParentEnvironment, Environment>: Sendable {
  associatedtype ParentState
  associatedtype ParentEnvironment: Sendable
  associatedtype Environment: Sendable

  /// How a look at the child's local state finds the state that its reducer works on; `nil` if they are the same.
  var pairing: ChildSite.Pairing? { get }

  /// Returns the type of the state that the reducer of a child works on.
  func reducedType<Child>(of local: Child.Type) -> Any.Type

  /// Makes the environment; `nil` if that takes a part of the parent's state.
  var making: (@Sendable (ParentEnvironment) -> Environment)? { get }

  /// Calls a function with the environment of the child, which is valid within the call.
  func with<Result>(
    _ state: inout ParentState,
    _ environment: ParentEnvironment,
    _ body: (inout ParentState, Environment) -> Result
  ) -> Result
}

/// The environment of the parent.
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
