// SPDX-License-Identifier: MIT

public import Lockstep
public import Testing

// Unavailable old names, which version 0.1.0 removes.
extension TestStore {
  /// Reports the old name.
  @available(*, unavailable, renamed: "ignore(_:at:)")
  public func disregard<each Value>(
    _ paths: repeat WritableKeyPath<State, each Value>,
    at location: SourceLocation = #_sourceLocation
  ) {}

  /// Reports the old name.
  @available(*, unavailable, renamed: "ignore(optional:at:)")
  public func disregard<Value>(
    optional path: OptionalPath<State, Value>,
    at location: SourceLocation = #_sourceLocation
  ) {}
}

extension Step {
  /// Reports the old name.
  @available(*, unavailable, renamed: "ignore(_:at:)")
  public static func disregard<each Value>(
    _ paths: repeat WritableKeyPath<State, each Value>,
    at location: SourceLocation = #_sourceLocation
  ) -> Self {
    Self { _, _ in }
  }

  /// Reports the old name.
  @available(*, unavailable, renamed: "ignore(optional:at:)")
  public static func disregard<Value>(
    optional path: OptionalPath<State, Value>,
    at location: SourceLocation = #_sourceLocation
  ) -> Self {
    Self { _, _ in }
  }
}

/// Reports the old name.
@available(*, unavailable, renamed: "TestScope")
public typealias Focus = TestScope

extension ScopedTestStore {
  /// Reports the old name.
  @available(*, unavailable, renamed: "parent")
  public var whole: TestStore<State, ParentAction, Environment> { parent }
}

extension TestScope {
  /// Reports the old name.
  @available(*, unavailable, renamed: "send(_:at:_:parent:)")
  public func send(
    _ action: Action,
    at location: SourceLocation = #_sourceLocation,
    _ update: (inout State) throws -> Void = expectNoChange,
    whole: (inout ParentState) throws -> Void
  ) {}

  /// Reports the old name.
  @available(*, unavailable, renamed: "receive(_:at:_:parent:)")
  public func receive(
    _ expectedAction: Action,
    at location: SourceLocation = #_sourceLocation,
    _ update: (inout State) throws -> Void = expectNoChange,
    whole: (inout ParentState) throws -> Void
  ) {}

  /// Reports the old name.
  @available(*, unavailable, renamed: "receive(_:at:_:parent:)")
  public func receive<Value>(
    _ path: CasePath<Action, Value>,
    at location: SourceLocation = #_sourceLocation,
    _ update: (inout State) throws -> Void = expectNoChange,
    whole: (inout ParentState) throws -> Void
  ) {}

  /// Reports the old name.
  @available(*, unavailable, renamed: "receive(_:where:at:_:parent:)")
  public func receive<Value>(
    _ path: CasePath<Action, Value>,
    where isExpected: @escaping (Value) -> Bool,
    at location: SourceLocation = #_sourceLocation,
    _ update: (inout State) throws -> Void = expectNoChange,
    whole: (inout ParentState) throws -> Void
  ) {}

  /// Reports the old name.
  @available(*, unavailable, renamed: "receive(_:timeout:at:isolation:_:parent:)")
  public func receive<Value>(
    _ path: CasePath<Action, Value>,
    timeout: Duration,
    at location: SourceLocation = #_sourceLocation,
    _ update: (inout State) throws -> Void = expectNoChange,
    whole: (inout ParentState) throws -> Void
  ) async {}
}
