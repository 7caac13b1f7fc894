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

extension CasePath: CustomReflectable, DumpTextConvertible {
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
  package var dumpText: String { description }
}

extension OptionalPath: StatePath {}

extension OptionalPath: CustomReflectable, DumpTextConvertible {
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
  package var dumpText: String { description }
}

extension StatePath {
  /// This path, if it is a case path.
  package var casePath: CasePath<Root, Value>? { self as? CasePath<Root, Value> }

  /// The clause with which a report explains that an action has arrived while the part is missing.
  package var absence: String {
    casePath == nil ? "its state was missing" : "its state was in another case"
  }

  /// A function that calls back with the part, for reading only, and returns whether it is there.
  package var peek:
    @Sendable (UnsafeMutablePointer<Root>, (UnsafeMutablePointer<Value>) -> Void) -> Bool
  {
    if let casePath { return casePath.look }
    return { [self] root, body in
      guard var value = extract(from: root.pointee) else { return false }
      withUnsafeMutablePointer(to: &value, body)
      return true
    }
  }
}
