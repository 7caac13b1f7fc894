// SPDX-License-Identifier: MIT

/// A value that finds the case of a constructor, and extracts payloads from it.
///
/// The candidates are the cases whose payload has the right type. The first root in a candidate's case decides: the
/// extractor embeds the root's payload with the constructor and compares the tags. It therefore never has to invent a
/// payload.
struct CaseExtractor<Root, Value>: Sendable {
  let search: CaseSearch
  private let embed: @Sendable (Value) -> Root
  let report: CasePathReport

  init(_ embed: @escaping @Sendable (Value) -> Root, at origin: CodeLocation?) {
    self.embed = embed
    let root: Any.Type = Root.self
    let value = ValueTypes(Value.self)
    search = CaseSearch(CaseCandidate.all(of: root, storing: value), root: root)
    report = CasePathReport(origin: origin) { [search] in
      // If candidates exist, the constructor belongs to none of them.
      let cases = search.candidates.isEmpty ? CaseCandidate.all(of: root, holding: value) : []
      return CaseCandidate.names(cases) ?? "CasePath<\(root), \(value.type)>"
    }
  }

  func extract(from root: Root) -> Value? {
    withUnsafePointer(to: root) { root in
      if let found = search.found { return payload(of: found, root) }
      for (index, candidate) in search.candidates.enumerated()
      where candidate.first.matches(root) && search.isExcluded(index) == false {
        guard let value = payload(of: candidate, root) else { continue }
        let embedded = embed(value)
        let isCase = withUnsafePointer(to: embedded) { payload(of: candidate, $0) != nil }
        guard isCase else {
          search.exclude(index)
          if search.isHopeless { report(reason(for: candidate, embedded)) }
          continue
        }
        search.decide(index)
        return value
      }
      if search.candidates.isEmpty { report(reasonWithoutCandidates) }
      return nil
    }
  }

  private func reason(for candidate: CaseCandidate, _ embedded: Root) -> String {
    let cases = [candidate.first, CaseTag(of: embedded)].map { tag in
      tag.flatMap { CaseTag.name([$0]) } ?? "\(Root.self)"
    }
    return """
      The path was created from a function that is not a case constructor. It put the '\(Value.self)' of '\(cases[0])' \
      into '\(cases[1])'.
      """
  }

  private var reasonWithoutCandidates: String {
    EnumMetadata.isStoredInFormOfItsOwn(Value.self)
      ? """
      A case path cannot read a payload that is a function, the metatype of a struct or enum, or an optional or tuple \
      of these.
      """ : "'\(Root.self)' has no case with a payload of type '\(Value.self)'."
  }

  /// Changes the payload, in place if it is not in a box; returns whether the root is in the case.
  func modify(_ root: inout Root, _ body: (inout Value) -> Void) -> Bool {
    if search.found == nil, extract(from: root) == nil { return false }
    guard let found = search.found else { return false }
    if found.isIndirect {
      guard var value = extract(from: root) else { return false }
      body(&value)
      root = embed(value)
      return true
    }
    return withUnsafeMutablePointer(to: &root) { root in
      found.first.withPayload(of: root, through: found.steps) {
        body(&$0.assumingMemoryBound(to: Value.self).pointee)
        return true
      }
    } ?? false
  }

  private func payload(of candidate: CaseCandidate, _ root: UnsafePointer<Root>) -> Value? {
    guard candidate.first.matches(root) else { return nil }
    return withUnsafeTemporaryAllocation(of: Root.self, capacity: 1) { buffer in
      guard let copy = buffer.baseAddress else { return nil }
      copy.initialize(to: root.pointee)
      defer { copy.deinitialize(count: 1) }
      return candidate.first.withPayload(of: copy, through: candidate.steps) {
        candidate.copy($0, as: Value.self)
      }
    }
  }
}
