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
/// the second must not follow an opening parenthesis: all between them would be a regular expression.
/// Break the line there, or write `CasePath(…)`.
///
/// Isolation: any thread.
///
/// Complexity: a path that is made from a case is O(*n*) in the number of cases to make, so make it once
/// where it is used often; all else is O(1) and, where the case does not match, one look at a tag.
public struct CasePath<Root, Value>: Sendable {
  @usableFromInline let embedding: @Sendable (Value) -> Root
  /// The tag that a root must have for the path to match; `nil` if that is only known by trying.
  ///
  /// The tags of two paths on the same root can be compared: ``CaseTag/tag(of:)`` of either reads
  /// the tag of a root for both.
  @usableFromInline package let tagTest: CaseTag?
  @usableFromInline let extraction: CaseExtraction<Root, Value>

  /// Creates a path from the constructor of a case, such as `AppAction.counter`.
  ///
  /// The payload may have any type that is not a function or the metatype of a struct or enum, nor
  /// an optional or tuple of one; for these use ``init(embed:extract:)``. A function that is no
  /// constructor stands for the case that it returns; where no case has its payload, the path extracts
  /// nothing, which is reported when it is used.
  ///
  /// - Parameters:
  ///   - embed: The constructor of the case.
  ///   - fileID: The file that reports name.
  ///   - filePath: The path of that file.
  ///   - line: The line that reports name.
  ///   - column: The column that reports name.
  /// - Complexity: O(*n*) in the number of cases of the enum.
  public init(
    _ embed: @escaping @Sendable (Value) -> Root,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let origin = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(constructor: embed, at: origin)
  }

  /// - Parameters:
  ///   - embed: The constructor of the case.
  ///   - origin: Where the path is made, if that is known.
  init(constructor embed: @escaping @Sendable (Value) -> Root, at origin: CodeLocation? = nil) {
    let extractor = CaseExtractor(embed, at: origin)
    self.init(
      embedding: embed,
      tagTest: extractor.search.only?.first,
      extraction: CaseExtraction(
        extractor.search,
        reports: [extractor.report],
        extract: extractor.extract(from:),
        modify: extractor.modify
      )
    )
  }

  /// Creates a path from its two directions.
  ///
  /// - Parameters:
  ///   - embed: Wraps a value.
  ///   - extract: Takes the value out of a root that wraps one; the inverse of `embed`.
  /// - Complexity: O(1). Changing a payload takes it out and wraps it again.
  public init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.init(
      embedding: embed,
      tagTest: nil,
      extraction: CaseExtraction(
        CaseSearch([], root: Root.self),
        extract: extract,
        modify: { root, body in
          guard var value = extract(root) else { return false }
          body(&value)
          root = embed(value)
          return true
        }
      )
    )
  }

  init(
    embedding: @escaping @Sendable (Value) -> Root,
    tagTest: CaseTag?,
    extraction: CaseExtraction<Root, Value>
  ) {
    self.embedding = embedding
    self.tagTest = tagTest
    self.extraction = extraction
  }

  /// Wraps a value in the case.
  ///
  /// - Parameter value: The payload.
  /// - Returns: The root in the case.
  @inlinable
  public func embed(_ value: Value) -> Root {
    embedding(value)
  }

  /// Takes the payload out of a root that is in the case; `nil` if it is in another one.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func extract(from root: Root) -> Value? {
    guard let tagTest else { return extraction.extract(from: root) }
    return withUnsafePointer(to: root) { pointer in
      guard tagTest.matches(pointer) else { return nil }
      guard extraction.search.isPlain else { return extraction.extract(from: root) }
      return tagTest.withCopiedPayload(of: pointer, through: extraction.steps) {
        $0.assumingMemoryBound(to: Value.self).pointee
      }
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
  /// - Complexity: O(1), and what the function takes. A payload of an indirect case, and one that
  ///   functions extract, is taken out and embedded again.
  @inlinable
  @discardableResult
  public func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result? {
    guard extraction.search.isPlain, let tagTest else {
      var result: Result?
      _ = extraction.modifySlowly(&root) { result = body(&$0) }
      return result
    }
    return withUnsafeMutablePointer(to: &root) { root in
      tagTest.withPayload(of: root, through: extraction.steps) {
        body(&$0.assumingMemoryBound(to: Value.self).pointee)
      }
    }
  }

  /// The path that follows this one and then another one.
  ///
  /// ```swift
  /// (/AppAction.settings).appending(path: /SettingsAction.sound)
  /// ```
  ///
  /// - Parameter path: The path from the payload of this one.
  /// - Returns: The whole path.
  /// - Complexity: O(1).
  public func appending<Leaf>(path: CasePath<Value, Leaf>) -> CasePath<Root, Leaf> {
    let whole = candidate(appending: path)
    let search = CaseSearch(whole.map { [$0] } ?? [], root: Root.self)
    return CasePath<Root, Leaf>(
      embedding: { embed(path.embed($0)) },
      tagTest: tagTest,
      extraction: CaseExtraction(
        search,
        reports: extraction.reports + path.extraction.reports,
        extract: { root in
          let leaf = extract(from: root).flatMap(path.extract(from:))
          if whole != nil, leaf != nil { search.decide(0) }
          return leaf
        },
        modify: { root, body in
          let isModified = modify(&root) { path.modify(&$0, body) != nil } ?? false
          if whole != nil, isModified { search.decide(0) }
          return isModified
        }
      )
    )
  }

  /// The tags on the way to a leaf; `nil` if not all are known, or something on it is in a box.
  private func candidate<Leaf>(appending path: CasePath<Value, Leaf>) -> CaseCandidate? {
    guard
      var candidate = extraction.search.only, candidate.isIndirect == false,
      let next = path.extraction.search.only, next.isIndirect == false
    else { return nil }
    candidate.steps += [next.first] + next.steps
    return candidate
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
/// - Returns: The path; see ``CasePath``.
/// - Complexity: O(*n*) in the number of cases of the enum.
public prefix func / <Root, Value>(
  embed: @escaping @Sendable (Value) -> Root
) -> CasePath<Root, Value> {
  CasePath(constructor: embed)
}

/// The path to the payload of a case in the Swift 5 language mode, where the constructor of a case is
/// no `@Sendable` function.
///
/// - Parameter embed: The constructor of the case.
/// - Returns: The path; see ``CasePath``.
/// - Complexity: O(*n*) in the number of cases of the enum.
@available(
  swift,
  obsoleted: 6,
  message: "A case path is made from a '@Sendable' function, such as the constructor of a case."
)
@_disfavoredOverload
public prefix func / <Root, Value>(embed: @escaping (Value) -> Root) -> CasePath<Root, Value> {
  let constructor = Constructor(embed: embed)
  return CasePath(constructor: { constructor.embed($0) })
}

/// The constructor of a case, as the Swift 5 language mode passes it.
///
/// `@unchecked` because the constructor of a case has no state. Another function can come here only
/// in that mode, which leaves it to its author whether threads may share it.
private struct Constructor<Root, Value>: @unchecked Sendable {
  let embed: (Value) -> Root
}
