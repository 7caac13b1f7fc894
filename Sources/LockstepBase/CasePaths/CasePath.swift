// SPDX-License-Identifier: MIT

/// A path to the payload of an enum case, the counterpart of a key path to a property of a struct.
///
/// ```swift
/// enum AppFeature {
///   enum Action {
///     case counter(Counter.Action)
///     case settings(Settings.Action)
///   }
/// }
///
/// let path = /AppFeature.Action.counter
/// path.extract(from: .counter(.incrementButtonTapped))  // .incrementButtonTapped
/// path.embed(.incrementButtonTapped)  // .counter(.incrementButtonTapped)
/// ```
///
/// The prefix operator needs a space after a preceding comma. If a line contains two of these operators, the second
/// must not follow an opening parenthesis, because the compiler would read the code between them as a regular
/// expression. Break the line there, or write `CasePath(…)`.
///
/// Isolation: any thread.
///
/// Complexity: creating a path from a case is O(*n*) in the number of cases, so create a frequently used path only
/// once. All other operations are O(1). If the case does not match, they only read a tag.
public struct CasePath<Root, Value>: Sendable {
  @usableFromInline package let embedding: @Sendable (Value) -> Root
  /// The tag of a matching root; `nil` if a comparison of tags cannot decide.
  ///
  /// Paths with the same root can share ``CaseTag/tag(of:)``: the function of either path reads the tag of a root for
  /// both.
  @usableFromInline package let tagTest: CaseTag?
  @usableFromInline package let extraction: CaseExtraction<Root, Value>

  /// Creates a path from the constructor of a case, such as `AppFeature.Action.counter`.
  ///
  /// The payload may have any type except a function, the metatype of a struct or enum, or an optional or tuple of
  /// these types. Use ``init(embed:extract:)`` for them. A function that is not a constructor represents the case that
  /// it returns. If no case has such a payload, the path extracts nothing and reports this when it is used.
  ///
  /// - Parameters:
  ///   - embed: The constructor of the case.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
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

  /// Creates a path from a pair of functions.
  ///
  /// - Parameters:
  ///   - embed: A function that wraps a value in a root.
  ///   - extract: A function that extracts the value from a root that wraps one, the inverse of `embed`.
  /// - Complexity: O(1). Changing a payload extracts it and wraps it again.
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

  package init(
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

  /// Extracts the payload of a root that is in the case; returns `nil` if the root is in another case.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func extract(from root: Root) -> Value? { extracted(from: root) }

  // Separate and always inlined, because the optimizer considers `extract` too large to inline into compositions.
  @inlinable
  @inline(__always)
  func extracted(from root: Root) -> Value? {
    guard let tagTest else { return extraction.extract(from: root) }
    return withUnsafePointer(to: root) { pointer in
      guard tagTest.matches(pointer) else { return nil }
      guard extraction.search.isPlain else { return extraction.extract(from: root) }
      return tagTest.withCopiedPayload(of: pointer, through: extraction.steps) {
        $0.assumingMemoryBound(to: Value.self).pointee
      }
    }
  }

  /// Returns whether a root is in the case; `nil` if a comparison of tags cannot decide.
  @inlinable
  @inline(__always)
  package func tagMatches(_ root: Root) -> Bool? {
    guard let tagTest else { return nil }
    guard withUnsafePointer(to: root, { tagTest.matches($0) }) else { return false }
    return extraction.search.isPlain && extraction.steps.isEmpty ? true : nil
  }

  /// Returns the payload of a root, after ``tagMatches(_:)`` has returned `true` for it.
  @inlinable
  @inline(__always)
  package func matchedPayload(of root: Root) -> Value {
    withUnsafePointer(to: root) { root in
      tagTest.unsafelyUnwrapped.withCopiedPayload(of: root) {
        $0.assumingMemoryBound(to: Value.self).pointee
      }
    }
  }

  /// Changes the payload of a root that is in the case.
  ///
  /// If the case is not indirect, the method changes the payload in place, without a copy.
  ///
  /// - Parameters:
  ///   - root: The root to change.
  ///   - body: A closure that changes the payload.
  /// - Returns: The result of `body`; `nil` if the root is in another case.
  /// - Complexity: O(1), plus the cost of `body`. If the case is indirect, or if the path was created from functions,
  ///   the method extracts the payload and embeds it again.
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

  /// Returns this path followed by another path.
  ///
  /// ```swift
  /// (/AppFeature.Action.settings).appending(path: /Settings.Action.sound)
  /// ```
  ///
  /// - Parameter path: A path that begins at the payload of this path.
  /// - Returns: The combined path.
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

  private func candidate<Leaf>(appending path: CasePath<Value, Leaf>) -> CaseCandidate? {
    guard
      var candidate = extraction.search.only, candidate.isIndirect == false,
      let next = path.extraction.search.only, next.isIndirect == false
    else { return nil }
    candidate.steps += [next.first] + next.steps
    return candidate
  }

  /// Returns the left path followed by the right path.
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
