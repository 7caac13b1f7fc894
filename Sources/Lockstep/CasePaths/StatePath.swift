// SPDX-License-Identifier: MIT

/// A path to a part of a state that may be missing: a ``CasePath`` or an ``OptionalPath``.
///
/// It is what `pullback` of a ``Reducer`` takes for such a part; other types need not conform to it.
///
/// ```swift
/// func isThere<State, Part>(_ path: some StatePath<State, Part>, in state: State) -> Bool {
///   path.extract(from: state) != nil
/// }
/// ```
public protocol StatePath<Root, Value>: Sendable {
  /// The type of the state.
  associatedtype Root

  /// The type of the part.
  associatedtype Value

  /// Returns the part of a state, or `nil` if the state does not have it.
  ///
  /// Isolation: called on the thread that runs the reducer.
  func extract(from root: Root) -> Value?

  /// Changes the part of a state in place and returns the result of the closure; if the state does not have the part,
  /// leaves it alone and returns `nil`.
  ///
  /// Isolation: called on the thread that runs the reducer.
  func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result?
}

extension CasePath: StatePath {}

extension CasePath: CustomDebugOutputConvertible {
  /// The cases that the path leads to; see ``description``.
  public var debugOutput: String { description }
}

extension OptionalPath: StatePath {}

extension OptionalPath: CustomDebugOutputConvertible {
  /// The parts that the path leads through; see ``description``.
  public var debugOutput: String { description }
}
