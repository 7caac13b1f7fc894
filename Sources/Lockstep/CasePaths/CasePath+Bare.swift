// SPDX-License-Identifier: MIT

// NB: `Equatable` keeps the constructors of other cases out, which are functions.
extension CasePath where Value == Void, Root: Equatable & Sendable {
  /// Creates a path to a case that has no payload, such as `AppAction.cancelButtonTapped`.
  ///
  /// Its value is `()`. A root that is in a case with a payload, or that is no enum, gives a path that
  /// extracts nothing, which is reported when it is used.
  ///
  /// - Parameter root: The case.
  /// - Complexity: O(*n*) in the number of cases of the enum.
  public init(_ root: Root) {
    let bareCase = BareCase(root)
    self.init(
      embedding: { _ in root },
      tagTest: bareCase.tags.first,
      extraction: CaseExtraction(
        CaseSearch([], root: Root.self),
        extract: { bareCase.matches($0) ? () : nil },
        modify: { root, body in
          var value: Void = ()
          guard bareCase.matches(root) else { return false }
          body(&value)
          return true
        }
      )
    )
  }
}

/// The path to a case that has no payload: `/AppAction.cancelButtonTapped`.
///
/// - Parameter root: The case.
/// - Returns: The path, whose value is `()`.
/// - Complexity: O(*n*) in the number of cases of the enum.
public prefix func / <Root: Equatable & Sendable>(root: Root) -> CasePath<Root, Void> {
  CasePath(root)
}

/// Tells whether a root is in a case without a payload.
private struct BareCase<Root>: Sendable {
  /// The tag of the case, after those of the optionals that it was promoted to; none if it is not a
  /// case without a payload.
  let tags: [CaseTag]
  private let report: CasePathReport

  init(_ root: Root) {
    tags = withUnsafePointer(to: root) { Self.tags(of: $0, type: Root.self) } ?? []
    report = CasePathReport(
      path: "CasePath<\(Root.self), ()>",
      reason: "It was made from a value that is not in a case without a payload."
    )
  }

  private static func tags(of root: UnsafeRawPointer, type: Any.Type) -> [CaseTag]? {
    guard let metadata = EnumMetadata(type) else { return nil }
    let tag = CaseTag(metadata, metadata.tag(of: root))
    let cases = metadata.cases
    guard Int(tag.tag) < cases.count else { return nil }
    guard cases[Int(tag.tag)].hasPayload else { return [tag] }
    // A value that is not `nil` is stored where the optional is.
    guard let wrapped = EnumMetadata.wrapped(ofOptional: type) else { return nil }
    return tags(of: root, type: wrapped).map { [tag] + $0 }
  }

  func matches(_ root: Root) -> Bool {
    if tags.isEmpty { report() }
    return tags.isEmpty == false
      && withUnsafePointer(to: root) { root in tags.allSatisfy { $0.matches(root) } }
  }
}
