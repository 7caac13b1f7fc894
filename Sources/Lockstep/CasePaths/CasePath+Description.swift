// SPDX-License-Identifier: MIT

extension CasePath: CustomStringConvertible {
  /// The cases that the path leads to, for messages: `/AppAction.counter`.
  ///
  /// Where several cases have the same payload, the first value that the path is used with shows which
  /// of them it is. Until then it names those that it may be, up to three:
  /// `(/AppAction.name or /AppAction.title)`; or else, and where it leads to no case of an enum, its type.
  ///
  /// - Complexity: O(*n*) in the number of cases of the enum.
  public var description: String {
    let candidates = extraction.search.remaining
    let name =
      candidates.isEmpty
      ? tagTest.flatMap { CaseTag.name([$0]) } : CaseCandidate.names(candidates)
    return name ?? "\(Self.self)"
  }
}

extension CaseCandidate {
  /// What up to three candidates are called; `nil` for more, and for what has no name.
  static func names(_ candidates: [Self]) -> String? {
    guard candidates.count < 4 else { return nil }
    let names = candidates.compactMap { CaseTag.name([$0.first] + $0.steps) }
    guard names.count == candidates.count else { return nil }
    return names.count > 1 ? "(\(names.joined(separator: " or ")))" : names.first
  }
}

extension CaseTag {
  /// What the case is called that tags lead to, each in the payload of the one before.
  static func name(_ tags: [CaseTag]) -> String? {
    // Optionals only stand in between, unless there is nothing else.
    let names = tags.filter { EnumMetadata.wrapped(ofOptional: $0.metadata.type) == nil }
      .compactMap(\.description)
    return names.isEmpty ? nil : names.joined(separator: " .. ")
  }

  /// The type and the case; `nil` if the runtime does not know it.
  private var description: String? { caseName.map { "/\($0)" } }

  /// The type and the case, as code would name it; `nil` if the runtime does not know it.
  var caseName: String? {
    let cases = metadata.cases
    return tag < cases.count ? "\(metadata.type).\(cases[Int(tag)].name)" : nil
  }
}

extension CasePath {
  /// Calls a closure with the payload of a root that is in the case, to be looked at only; returns
  /// whether it is.
  ///
  /// The payload is that of the root, or a copy where a path has to make one. Neither direction of the
  /// path is called that would make a new root.
  func look(
    at root: UnsafeMutablePointer<Root>,
    _ body: (UnsafeMutablePointer<Value>) -> Void
  ) -> Bool {
    guard extraction.search.isPlain, let found = extraction.search.found else {
      guard var value = extract(from: root.pointee) else { return false }
      withUnsafeMutablePointer(to: &value, body)
      return true
    }
    return found.first.withPayload(of: root, through: found.steps) {
      body($0.assumingMemoryBound(to: Value.self))
      return true
    } ?? false
  }
}
