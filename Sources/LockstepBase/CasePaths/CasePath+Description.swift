// SPDX-License-Identifier: MIT

extension CasePath: CustomStringConvertible {
  /// The cases that the path leads to, for messages: `/AppFeature.Action.counter`.
  ///
  /// If several cases have a payload of the same type, the first root determines the case. Until then, the description
  /// lists up to three possible cases: `(/AppFeature.Action.name or /AppFeature.Action.title)`. If more cases are
  /// possible, or if the path does not lead to an enum case, the description is the type of the path.
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
  /// Returns the names of up to three candidates; `nil` for more candidates, or for candidates without a name.
  static func names(_ candidates: [Self]) -> String? {
    guard candidates.count < 4 else { return nil }
    let names = candidates.compactMap { CaseTag.name([$0.first] + $0.steps) }
    guard names.count == candidates.count else { return nil }
    return names.count > 1 ? "(\(names.joined(separator: " or ")))" : names.first
  }
}

extension CaseTag {
  static func name(_ tags: [CaseTag]) -> String? {
    // The name omits optionals, which are only intermediate steps.
    let names = tags.filter { EnumMetadata.wrapped(ofOptional: $0.metadata.type) == nil }
      .compactMap(\.description)
    return names.isEmpty ? nil : names.joined(separator: " .. ")
  }

  private var description: String? { caseName.map { "/\($0)" } }

  /// The type and the case as written in code; `nil` if the runtime does not know the case.
  package var caseName: String? {
    let cases = metadata.cases
    return tag < cases.count ? "\(metadata.type).\(cases[Int(tag)].name)" : nil
  }
}

extension CasePath {
  /// A function that passes the payload of a matching root, or a copy of it, to a closure for reading only; returns
  /// whether the root matches.
  package var look:
    @Sendable (UnsafeMutablePointer<Root>, (UnsafeMutablePointer<Value>) -> Void) -> Bool
  {
    // The closure uses the path only for a copy. A method would look up the type of the path in each call.
    { [search = extraction.search] root, body in
      guard search.isPlain, let found = search.found else { return look(atCopyIn: root, body) }
      return found.first.withPayload(of: root, through: found.steps) {
        body($0.assumingMemoryBound(to: Value.self))
        return true
      } ?? false
    }
  }

  // Out of line, because the fast path would otherwise look up the metadata of `Value?` as well.
  @inline(never)
  private func look(
    atCopyIn root: UnsafeMutablePointer<Root>,
    _ body: (UnsafeMutablePointer<Value>) -> Void
  ) -> Bool {
    guard var value = extract(from: root.pointee) else { return false }
    withUnsafeMutablePointer(to: &value, body)
    return true
  }
}
