// SPDX-License-Identifier: MIT

/// A path to a value that may be missing, composed of key paths and case paths.
///
/// ```swift
/// enum Multiplayer {
///   struct State {
///     var route: Route?
///
///     enum Route {
///       case pastGames(PastGames.State)
///     }
///   }
/// }
///
/// let path = (\Multiplayer.State.route).appending(path: /Multiplayer.State.Route.pastGames)
/// path.extract(from: state)  // The past games, or `nil` on any other screen.
/// ```
///
/// Combine key paths, case paths and optional paths with `appending(path:)`, in any order. If a value along the path is
/// missing, extracting returns `nil`, and setting and modifying do nothing. A path never creates the values it passes
/// through.
///
/// The `pullback` of a ``Reducer`` runs the reducer on the state at the end of the path.
///
/// Isolation: any thread.
///
/// Complexity: creating and appending paths is O(1), plus the cost of creating a case path. Extracting, setting and
/// modifying are O(*n*) in the number of key paths and cases along the path. Values in stored properties and in cases
/// that are not indirect are modified in place.
public struct OptionalPath<Root, Value>: Sendable {
  private let extracting: @Sendable (Root) -> Value?
  private let setting: @Sendable (inout Root, Value) -> Void
  private let modifying: @Sendable (inout Root, (inout Value) -> Void) -> Void

  private let describing: @Sendable () -> String

  /// The key paths and cases of the path, for messages.
  public var description: String { describing() }

  /// Creates a path from functions.
  ///
  /// - Parameters:
  ///   - extract: A function that returns the value of a root; `nil` if the value is missing.
  ///   - set: A function that replaces the value of a root, unless the value is missing.
  ///   - modify: A function that calls its argument once with the value of a root, in place, unless the value is
  ///     missing. If you omit it, the path extracts, changes and sets the value.
  public init(
    extract: @escaping @Sendable (Root) -> Value?,
    set: @escaping @Sendable (inout Root, Value) -> Void,
    modify: (@Sendable (inout Root, (inout Value) -> Void) -> Void)? = nil
  ) {
    self.init(
      extract: extract,
      set: set,
      modify: modify ?? { root, body in
        guard var value = extract(root) else { return }
        body(&value)
        set(&root, value)
      },
      description: "\(Self.self)"
    )
  }

  package init(
    extract: @escaping @Sendable (Root) -> Value?,
    set: @escaping @Sendable (inout Root, Value) -> Void,
    modify: @escaping @Sendable (inout Root, (inout Value) -> Void) -> Void,
    description: @escaping @Sendable @autoclosure () -> String
  ) {
    extracting = extract
    setting = set
    modifying = modify
    describing = description
  }

  /// Creates a path to the value of an optional property.
  ///
  /// - Parameter path: The path to the property.
  public init(_ path: any WritableKeyPath<Root, Value?> & Sendable) {
    self.init(
      extract: { $0[keyPath: path] },
      set: { root, value in
        guard root[keyPath: path] != nil else { return }
        root[keyPath: path] = value
      },
      modify: { root, body in Self.modify(&root[keyPath: path], body) },
      description: path.text
    )
  }

  /// Creates a path to the payload of a case.
  ///
  /// - Parameter path: The path to the case.
  public init(_ path: CasePath<Root, Value>) {
    self.init(
      extract: { path.extract(from: $0) },
      set: { root, value in _ = path.modify(&root) { $0 = value } },
      modify: { root, body in _ = path.modify(&root, body) },
      description: path.description
    )
  }

  package init(property path: any WritableKeyPath<Root, Value> & Sendable) {
    self.init(
      extract: { $0[keyPath: path] },
      set: { root, value in root[keyPath: path] = value },
      modify: { root, body in body(&root[keyPath: path]) },
      description: path.text
    )
  }

  /// Takes the value out of the optional while the body changes it, so that no part of the value is copied.
  private static func modify(_ optional: inout Value?, _ body: (inout Value) -> Void) {
    guard var value = optional.take() else { return }
    defer { optional = value }
    body(&value)
  }

  // MARK: Using

  /// Returns the value in a root; `nil` if the value is missing.
  ///
  /// - Complexity: O(*s*) in the number of steps of the path.
  public func extract(from root: Root) -> Value? {
    extracting(root)
  }

  /// Replaces the value in a root, unless the value is missing.
  ///
  /// - Parameters:
  ///   - root: The root to change.
  ///   - value: The new value.
  /// - Complexity: O(*s*) in the number of steps of the path.
  public func set(into root: inout Root, _ value: Value) {
    setting(&root, value)
  }

  /// Changes the value in a root.
  ///
  /// If the path leads through stored properties and cases that are not indirect, the method changes the value in
  /// place, without a copy.
  ///
  /// - Parameters:
  ///   - root: The root to change.
  ///   - body: A closure that changes the value.
  /// - Returns: The result of `body`; `nil` if the value is missing.
  /// - Complexity: O(*s*) in the number of steps of the path, plus the cost of `body`.
  @discardableResult
  public func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result? {
    var result: Result?
    modifying(&root) { result = body(&$0) }
    return result
  }

  func followed<Leaf>(by path: OptionalPath<Value, Leaf>) -> OptionalPath<Root, Leaf> {
    OptionalPath<Root, Leaf>(
      extract: { root in extracting(root).flatMap(path.extracting) },
      set: { root, leaf in modifying(&root) { path.setting(&$0, leaf) } },
      modify: { root, body in modifying(&root) { path.modifying(&$0, body) } },
      description: "\(description) .. \(path.description)"
    )
  }
}

extension OptionalPath: CustomStringConvertible {}

extension OptionalPath where Root == Value {
  /// The path to the root itself.
  public static var `self`: Self {
    Self(
      extract: { $0 },
      set: { root, value in root = value },
      modify: { root, body in body(&root) },
      description: "self"
    )
  }
}

extension OptionalPath where Root == Value? {
  /// The path to the value of an optional.
  public static var some: Self {
    Self(
      extract: { $0 },
      set: { root, value in if root != nil { root = value } },
      modify: { root, body in modify(&root, body) },
      description: "some"
    )
  }
}
