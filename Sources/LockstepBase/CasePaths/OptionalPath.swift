// SPDX-License-Identifier: MIT

/// A path to a value that may be missing: a key path and a case path in one.
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
/// Key paths, case paths and optional paths are combined with `appending(path:)`, in any order. If something
/// on the way is missing, nothing is extracted, and setting and modifying do nothing: a path never creates
/// what it leads through.
///
/// The `pullback` of a ``Reducer`` runs the reducer on the state at the end of such a path.
///
/// Isolation: any thread.
///
/// Complexity: creating and appending paths is O(1), plus the cost of creating a case path. Extracting,
/// setting and modifying are O(*n*) in the number of key paths and cases on the way; values reached through
/// stored properties and cases that are not indirect are modified in place.
public struct OptionalPath<Root, Value>: Sendable {
  private let extracting: @Sendable (Root) -> Value?
  private let setting: @Sendable (inout Root, Value) -> Void
  private let modifying: @Sendable (inout Root, (inout Value) -> Void) -> Void

  private let describing: @Sendable () -> String

  /// The key paths and cases that the path leads through, for messages.
  public var description: String { describing() }

  /// Creates a path from functions.
  ///
  /// - Parameters:
  ///   - extract: Extracts the value from a root that has one.
  ///   - set: Replaces the value in a root that has one, and leaves any other root unchanged.
  ///   - modify: Calls the function once with the value of a root that has one, in place, and leaves any
  ///     other root unchanged. If omitted, the value is extracted, changed and set.
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

  /// Creates a path to a property that always exists.
  package init(property path: any WritableKeyPath<Root, Value> & Sendable) {
    self.init(
      extract: { $0[keyPath: path] },
      set: { root, value in root[keyPath: path] = value },
      modify: { root, body in body(&root[keyPath: path]) },
      description: path.text
    )
  }

  /// Takes the value out of the optional and puts it back, so that nothing in it is copied.
  private static func modify(_ optional: inout Value?, _ body: (inout Value) -> Void) {
    guard var value = optional.take() else { return }
    defer { optional = value }
    body(&value)
  }

  // MARK: Using

  /// Returns the value in a root; `nil` if there is none.
  ///
  /// - Complexity: O(*s*) in the number of steps of the path.
  public func extract(from root: Root) -> Value? {
    extracting(root)
  }

  /// Replaces the value in a root that has one; leaves any other root unchanged.
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
  /// The value is changed in place, without a copy, if the path leads through stored properties and
  /// through cases that are not indirect.
  ///
  /// - Parameters:
  ///   - root: The root to change.
  ///   - body: Changes the value.
  /// - Returns: The result of the body; `nil` if there is no value.
  /// - Complexity: O(*s*) in the number of steps of the path, plus the cost of the function.
  @discardableResult
  public func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result? {
    var result: Result?
    modifying(&root) { result = body(&$0) }
    return result
  }

  /// Returns the path that follows this one and then another one.
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
