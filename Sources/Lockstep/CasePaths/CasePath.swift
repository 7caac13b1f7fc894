// SPDX-License-Identifier: MIT

/// A path to the payload of one case of an enum: what a key path is to a property of a struct.
public struct CasePath<Root, Value>: Sendable {
  private let _embed: @Sendable (Value) -> Root
  private let _extract: @Sendable (Root) -> Value?

  /// Creates a case path from the two directions.
  public init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    self._embed = embed
    self._extract = extract
  }

  /// Creates a case path from a case constructor.
  public init(_ embed: @escaping @Sendable (Value) -> Root) {
    self._embed = embed
    self._extract = { root in
      guard let child = Mirror(reflecting: root).children.first, let value = child.value as? Value,
        String(describing: root) == String(describing: embed(value))
      else { return nil }
      return value
    }
  }

  /// Wraps a payload in the case.
  public func embed(_ value: Value) -> Root { _embed(value) }

  /// Takes the payload out if the root is in this case.
  public func extract(from root: Root) -> Value? { _extract(root) }

  /// Changes the payload in place if the root is in this case.
  public func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result? {
    guard var value = extract(from: root) else { return nil }
    let result = body(&value)
    root = embed(value)
    return result
  }
}

extension CasePath {
  /// Joins two case paths.
  public func appending<Leaf>(path: CasePath<Value, Leaf>) -> CasePath<Root, Leaf> {
    CasePath<Root, Leaf>(
      embed: { self.embed(path.embed($0)) },
      extract: { self.extract(from: $0).flatMap(path.extract(from:)) }
    )
  }

  /// Joins two case paths.
  public static func .. <Leaf>(lhs: Self, rhs: CasePath<Value, Leaf>) -> CasePath<Root, Leaf> {
    lhs.appending(path: rhs)
  }
}

precedencegroup CasePathCompositionPrecedence {
  associativity: left
  higherThan: AssignmentPrecedence
}

infix operator .. : CasePathCompositionPrecedence
prefix operator /

/// Makes a case path from a case constructor.
public prefix func / <Root, Value>(
  embed: @escaping @Sendable (Value) -> Root
) -> CasePath<Root, Value> {
  CasePath(embed)
}
