// SPDX-License-Identifier: MIT

/// A path to a part of the state that may be missing: a ``CasePath`` or an ``OptionalPath``.
///
/// The `pullback` of a ``Reducer`` accepts such paths. Other types need not conform to this protocol.
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

  /// Returns the part of a state; `nil` if the part is missing.
  ///
  /// Isolation: called on the thread that runs the reducer.
  func extract(from root: Root) -> Value?

  /// Changes the part of a state in place and returns the result of the closure.
  ///
  /// If the part is missing, the method leaves the state unchanged and returns `nil`.
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
  package var casePath: CasePath<Root, Value>? { self as? CasePath<Root, Value> }

  package var absence: String {
    casePath == nil ? "its state was missing" : "its state was in another case"
  }

  /// A function that passes the part to a closure, for reading only, and returns whether the part exists.
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
