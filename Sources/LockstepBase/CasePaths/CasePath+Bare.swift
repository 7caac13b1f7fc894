// SPDX-License-Identifier: MIT

// NB: `Equatable` excludes the constructors of other cases, which are functions.
extension CasePath where Value == Void, Root: Equatable & Sendable {
  /// Creates a path to a case without a payload, such as `AppFeature.Action.cancelButtonTapped`.
  ///
  /// The path's value is `()`. If the root is in a case with a payload, or is not an enum, the path extracts nothing
  /// and reports this when it is used.
  ///
  /// - Parameters:
  ///   - root: The case.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Complexity: O(*n*) in the number of cases of the enum.
  public init(
    _ root: Root,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let origin = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(bareCase: root, at: origin)
  }

  init(bareCase root: Root, at origin: CodeLocation? = nil) {
    let bareCase = BareCase(root, at: origin)
    self.init(
      embedding: { _ in root },
      tagTest: bareCase.tags.first,
      extraction: CaseExtraction(
        CaseSearch([], root: Root.self),
        reports: [bareCase.report],
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

private struct BareCase<Root>: Sendable {
  /// The tags of the surrounding optionals and of the case; empty if the root is not in a case without a payload.
  let tags: [CaseTag]
  let report: CasePathReport

  init(_ root: Root, at origin: CodeLocation?) {
    tags = withUnsafePointer(to: root) { Self.tags(of: $0, type: Root.self) } ?? []
    let type: Any.Type = Root.self
    let tag = CaseTag(of: root)
    report = CasePathReport(origin: origin) {
      tag.flatMap { CaseTag.name([$0]) } ?? "CasePath<\(type), ()>"
    }
  }

  private static func tags(of root: UnsafeRawPointer, type: Any.Type) -> [CaseTag]? {
    guard let metadata = EnumMetadata(type) else { return nil }
    let tag = CaseTag(metadata, metadata.tag(of: root))
    let cases = metadata.cases
    guard Int(tag.tag) < cases.count else { return nil }
    guard cases[Int(tag.tag)].hasPayload else { return [tag] }
    // An optional stores its wrapped value at its own address.
    guard let wrapped = EnumMetadata.wrapped(ofOptional: type) else { return nil }
    return tags(of: root, type: wrapped).map { [tag] + $0 }
  }

  func matches(_ root: Root) -> Bool {
    if tags.isEmpty {
      if EnumMetadata(Root.self) == nil {
        report("The value is not an enum.")
      } else {
        report("This case has a payload; pass its constructor instead.", remedy: nil)
      }
    }
    return tags.isEmpty == false
      && withUnsafePointer(to: root) { root in tags.allSatisfy { $0.matches(root) } }
  }
}
