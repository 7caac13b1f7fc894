// SPDX-License-Identifier: MIT

extension CasePath: CustomStringConvertible {
  /// The cases that the path leads to, for messages: `/AppFeature.Action.counter`.
  ///
  /// If several cases have the same payload, the first value that the path is used with shows which of them
  /// it is. Until then, the description names the possible cases, up to three:
  /// `(/AppFeature.Action.name or /AppFeature.Action.title)`. Otherwise, and if the path leads to no case of an enum, it is
  /// the type of the path.
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
  /// Returns the name of up to three candidates; `nil` for more, and for candidates without a name.
  static func names(_ candidates: [Self]) -> String? {
    guard candidates.count < 4 else { return nil }
    let names = candidates.compactMap { CaseTag.name([$0.first] + $0.steps) }
    guard names.count == candidates.count else { return nil }
    return names.count > 1 ? "(\(names.joined(separator: " or ")))" : names.first
  }
}

extension CaseTag {
  /// Returns the name of the case that tags lead to, each in the payload of the one before.
  static func name(_ tags: [CaseTag]) -> String? {
    // Optionals are only intermediate steps, unless there is nothing else.
    let names = tags.filter { EnumMetadata.wrapped(ofOptional: $0.metadata.type) == nil }
      .compactMap(\.description)
    return names.isEmpty ? nil : names.joined(separator: " .. ")
  }

  /// The type and the case; `nil` if the runtime does not know the case.
  private var description: String? { caseName.map { "/\($0)" } }

  /// The type and the case, as written in code; `nil` if the runtime does not know the case.
  package var caseName: String? {
    let cases = metadata.cases
    return tag < cases.count ? "\(metadata.type).\(cases[Int(tag)].name)" : nil
  }
}

extension CasePath {
  /// A function that calls a closure with the payload of a root that is in the case, for reading only, and returns whether
  /// the root is in the case.
  ///
  /// The payload is that of the root, or a copy if the path has to make one. The path is not called in the
  /// direction that would create a new root.
  package var look:
    @Sendable (UnsafeMutablePointer<Root>, (UnsafeMutablePointer<Value>) -> Void) -> Bool
  {
    // A closure that needs the path itself only for a copy: a method of the path would look up its type in each call.
    { [search = extraction.search] root, body in
      guard search.isPlain, let found = search.found else { return look(atCopyIn: root, body) }
      return found.first.withPayload(of: root, through: found.steps) {
        body($0.assumingMemoryBound(to: Value.self))
        return true
      } ?? false
    }
  }

  // Kept out of line: the metadata of `Value?` would otherwise be looked up on the fast path as well.
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
