// SPDX-License-Identifier: MIT

// NB: `Equatable` keeps the constructors of other cases out, which are functions.
extension CasePath where Value == Void, Root: Equatable & Sendable {
  /// Creates a path to a case that has no payload, such as `AppAction.cancelButtonTapped`.
  ///
  /// Its value is `()`. A root that is in a case with a payload, or that is no enum, gives a path that
  /// extracts nothing, which is reported when it is used.
  public init(_ root: Root) {
    let bareCase = BareCase(root)
    self.init(embed: { root }, extract: { bareCase.matches($0) ? () : nil })
  }
}

/// The path to a case that has no payload: `/AppAction.cancelButtonTapped`.
///
/// - Parameter root: The case.
/// - Returns: The path, whose value is `()`.
public prefix func / <Root: Equatable & Sendable>(root: Root) -> CasePath<Root, Void> {
  CasePath(root)
}

/// Tells whether a root is in a case without a payload.
private struct BareCase<Root>: Sendable {
  private struct Level {
    var metadata: EnumMetadata
    var tag: UInt32
  }

  /// The tags of the enum, after those of the optionals that it was promoted to; none if it is not a
  /// case without a payload.
  private let levels: [Level]
  private let report: CasePathReport

  init(_ root: Root) {
    levels = withUnsafePointer(to: root) { Self.levels(of: $0, type: Root.self) } ?? []
    report = CasePathReport(
      path: "CasePath<\(Root.self), ()>",
      reason: "It was made from a value that is not in a case without a payload."
    )
  }

  private static func levels(of root: UnsafeRawPointer, type: Any.Type) -> [Level]? {
    guard let metadata = EnumMetadata(type) else { return nil }
    let level = Level(metadata: metadata, tag: metadata.tag(of: root))
    let cases = metadata.cases
    guard Int(level.tag) < cases.count else { return nil }
    guard cases[Int(level.tag)].payload != nil else { return [level] }
    // A value that is not `nil` is stored where the optional is.
    guard let wrapped = EnumMetadata.wrapped(ofOptional: type) else { return nil }
    return levels(of: root, type: wrapped).map { [level] + $0 }
  }

  func matches(_ root: Root) -> Bool {
    if levels.isEmpty { report() }
    return levels.isEmpty == false
      && withUnsafePointer(to: root) { root in
        levels.allSatisfy { $0.metadata.tag(of: UnsafeRawPointer(root)) == $0.tag }
      }
  }
}
