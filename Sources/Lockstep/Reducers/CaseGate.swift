// SPDX-License-Identifier: MIT

/// The cases of an enum of actions that a reducer is for, by their tags.
@usableFromInline
struct CaseGate: Sendable {
  /// The reader of an action's tag.
  @usableFromInline let reader: CaseTag
  /// The search for the case, if it must be found out; otherwise the case is that of the reader.
  let search: CaseSearch?

  /// Returns whether actions with a tag may concern the reducer; `nil` if that is not known yet.
  func admits(_ tag: UInt32) -> Bool? {
    guard let search else { return tag == reader.tag }
    if let found = search.found { return tag == found.first.tag }
    let candidates = search.candidates
    // By index, so that no candidate is copied.
    for index in candidates.indices
    where candidates[index].first.tag == tag && search.isExcluded(index) == false {
      return nil
    }
    return false
  }
}

extension CasePath {
  /// The known tags of the roots that the path matches; `nil` if nothing is known.
  @usableFromInline
  var gate: CaseGate? {
    if let tagTest { return CaseGate(reader: tagTest, search: nil) }
    let search = extraction.search
    return search.candidates.first.map { CaseGate(reader: $0.first, search: search) }
  }
}
