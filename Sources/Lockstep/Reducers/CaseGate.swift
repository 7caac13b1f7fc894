// SPDX-License-Identifier: MIT

/// The cases of an action enum that a reducer may handle, identified by their tags.
@usableFromInline
struct CaseGate: Sendable {
  @usableFromInline let reader: CaseTag
  /// Finds the case at run time; `nil` if the case is the one that `reader` identifies.
  let search: CaseSearch?

  /// Returns whether the reducer may handle actions with a tag; `nil` if that is not known yet.
  func admits(_ tag: UInt32) -> Bool? {
    guard let search else { return tag == reader.tag }
    if let found = search.found { return tag == found.first.tag }
    let candidates = search.candidates
    // Iterates by index to avoid copying the candidates.
    for index in candidates.indices
    where candidates[index].first.tag == tag && search.isExcluded(index) == false {
      return nil
    }
    return false
  }
}

extension CasePath {
  /// The gate for the case that the path matches; `nil` if nothing is known about the case.
  @usableFromInline
  var gate: CaseGate? {
    if let tagTest { return CaseGate(reader: tagTest, search: nil) }
    let search = extraction.search
    return search.candidates.first.map { CaseGate(reader: $0.first, search: search) }
  }
}
