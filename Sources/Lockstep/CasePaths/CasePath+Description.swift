// SPDX-License-Identifier: MIT

extension CasePath: CustomStringConvertible {
  /// The cases that the path leads to, for messages: `/AppAction.counter`; its type where they are not
  /// known, as long as several cases have the same payload.
  public var description: String {
    let candidate = extraction.search.found ?? extraction.search.only
    // Optionals only stand in between, unless there is nothing else.
    let tags = candidate.map { [$0.first] + $0.steps } ?? tagTest.map { [$0] } ?? []
    let names = tags.filter { EnumMetadata.wrapped(ofOptional: $0.metadata.type) == nil }
      .compactMap(\.description)
    return names.isEmpty ? "\(Self.self)" : names.joined(separator: " .. ")
  }
}

extension CaseTag {
  /// The type and the case; `nil` if the runtime does not know it.
  fileprivate var description: String? {
    let cases = metadata.cases
    return tag < cases.count ? "/\(metadata.type).\(cases[Int(tag)].name)" : nil
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
