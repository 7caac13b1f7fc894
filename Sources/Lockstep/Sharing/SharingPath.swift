// SPDX-License-Identifier: MIT

/// A path to a part of a feature's own state that may be missing, the reducer of which shares the value that the feature
/// shares.
///
/// It is made with `sharing()` from a path to the part, and used by `pullback` of a ``Reducer``:
///
/// ```swift
/// detailReducer.pullback(
///   state: (/ScreenState.detail).sharing(),
///   action: /ScreenAction.detail
/// )
/// ```
///
/// Isolation: any thread.
///
/// Complexity: that of the path to the part.
public struct SharingPath<Root, Value, Shared>: Sendable {
  let modify: @Sendable (inout Root, (inout Value) -> Void) -> Bool
  /// Calls back with the part for reading only; returns whether it is there.
  let look: @Sendable (UnsafeMutablePointer<Root>, (UnsafeMutablePointer<Value>) -> Void) -> Bool
  let noteUse: @Sendable (CodeLocation) -> Void
  let absence: String
  private let describing: @Sendable () -> String

  /// The parts that the path leads through, for messages.
  public var description: String { describing() }

  fileprivate init(_ path: some StatePath<Root, Value> & CustomStringConvertible) {
    let casePath = path as? CasePath<Root, Value>
    modify = { root, body in path.modify(&root, body) != nil }
    look = { root, body in
      if let casePath { return casePath.look(root, body) }
      guard var value = path.extract(from: root.pointee) else { return false }
      withUnsafeMutablePointer(to: &value, body)
      return true
    }
    noteUse = { casePath?.noteUse(at: $0) }
    absence = casePath == nil ? "its state was not there" : "its state was in another case"
    describing = { path.description }
  }
}

extension SharingPath: CustomStringConvertible {}

extension CasePath {
  /// Returns the path to the payload of a case whose reducer shares the value that the whole shares.
  ///
  /// - Parameter shared: The type of the value, which is usually inferred.
  /// - Returns: The path.
  public func sharing<Shared>(
    _ shared: Shared.Type = Shared.self
  ) -> SharingPath<
    Root, Value, Shared
  > {
    SharingPath(self)
  }
}

extension OptionalPath {
  /// Returns the path to a part that may be missing, whose reducer shares the value that the whole shares.
  ///
  /// - Parameter shared: The type of the value, which is usually inferred.
  /// - Returns: The path.
  public func sharing<Shared>(
    _ shared: Shared.Type = Shared.self
  ) -> SharingPath<
    Root, Value, Shared
  > {
    SharingPath(self)
  }
}
