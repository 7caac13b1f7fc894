// SPDX-License-Identifier: MIT

/// A path to the payload of one case of an enum: what a key path is to a property of a struct.
///
/// ```swift
/// enum AppAction {
///   case counter(CounterAction)
///   case settings(SettingsAction)
/// }
///
/// let path = /AppAction.counter
/// path.extract(from: .counter(.incrementButtonTapped))  // .incrementButtonTapped
/// path.embed(.incrementButtonTapped)  // .counter(.incrementButtonTapped)
/// ```
///
/// The prefix operator needs a space after a preceding comma. Where two of them stand on one line,
/// the second must not follow an opening parenthesis; write ``init(_:)`` there, or break the line.
public struct CasePath<Root, Value>: Sendable {
  private enum Extraction: Sendable {
    case ofCase(CaseExtractor<Root, Value>)
    case custom(@Sendable (Root) -> Value?)
    case composed(
      extract: @Sendable (Root) -> Value?,
      modify: @Sendable (inout Root, (inout Value) -> Void) -> Void
    )
  }

  private let embeddingX: @Sendable (Value) -> Root
  private let extraction: Extraction

  /// Creates a path from the constructor of a case, such as `AppAction.counter`.
  ///
  /// The payload may have any type that is not a function or the metatype of a struct or enum, nor an
  /// optional or tuple of one; for these use ``init(embed:extract:)``. A path made from any other function extracts nothing, which is
  /// reported when it is used.
  ///
  /// - Complexity: O(*n*) in the number of cases of the enum.
  public init(_ embed: @escaping @Sendable (Value) -> Root) {
    embeddingX = embed
    extraction = .ofCase(CaseExtractor(embed))
  }

  /// Creates a path from its two directions.
  ///
  /// - Parameters:
  ///   - embed: Wraps a value.
  ///   - extract: Takes the value out of a root that wraps one; the inverse of `embed`.
  public init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    embeddingX = embed
    extraction = .custom(extract)
  }

  private init(embed: @escaping @Sendable (Value) -> Root, extraction: Extraction) {
    embeddingX = embed
    self.extraction = extraction
  }

  /// Wraps a value in the case.
  public func embed(_ value: Value) -> Root {
    embeddingX(value)
  }

  /// Takes the payload out of a root that is in the case; `nil` if it is in another one.
  ///
  /// - Complexity: O(1).
  public func extract(from root: Root) -> Value? {
    switch extraction {
    case .ofCase(let extractor): extractor.extract(from: root)
    case .custom(let extract): extract(root)
    case .composed(let extract, _): extract(root)
    }
  }

  /// Changes the payload of a root that is in the case.
  ///
  /// The payload of a case that is not indirect is changed in place, without a copy.
  ///
  /// - Parameters:
  ///   - root: What to change.
  ///   - body: Changes the payload.
  /// - Returns: What the body returns; `nil` if the root is in another case.
  @discardableResult
  public func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result? {
    switch extraction {
    case .ofCase(let extractor):
      return extractor.modify(&root, body)
    case .custom(let extract):
      guard var value = extract(root) else { return nil }
      let result = body(&value)
      root = embeddingX(value)
      return result
    case .composed(_, let modify):
      var result: Result?
      modify(&root) { result = body(&$0) }
      return result
    }
  }

  /// The path that follows this one and then another one.
  public func appending<Leaf>(path: CasePath<Value, Leaf>) -> CasePath<Root, Leaf> {
    CasePath<Root, Leaf>(
      embed: { embed(path.embed($0)) },
      extraction: .composed(
        extract: { extract(from: $0).flatMap(path.extract(from:)) },
        modify: { root, body in _ = modify(&root) { path.modify(&$0, body) } }
      )
    )
  }

  /// The path that follows the left one and then the right one.
  public static func .. <Leaf>(lhs: Self, rhs: CasePath<Value, Leaf>) -> CasePath<Root, Leaf> {
    lhs.appending(path: rhs)
  }
}

/// The precedence of `..` between case paths.
precedencegroup CasePathPrecedence {
  associativity: left
  higherThan: AssignmentPrecedence
}

infix operator .. : CasePathPrecedence

prefix operator /

/// The path to the payload of a case: `/AppAction.counter`.
///
/// - Parameter embed: The constructor of the case.
/// - Returns: The path; see ``CasePath/init(_:)``.
public prefix func / <Root, Value>(
  embed: @escaping @Sendable (Value) -> Root
) -> CasePath<Root, Value> {
  CasePath(embed)
}
