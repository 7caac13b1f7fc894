// SPDX-License-Identifier: MIT

extension CasePath where Root == Value {
  /// The path from a value to itself, which always matches.
  ///
  /// Use it for a reducer whose actions are those of the larger feature. The prefix operator, applied to the
  /// type, returns the same path: `/AppFeature.Action.self`.
  public static var `self`: Self {
    CasePath(
      embedding: { $0 },
      tagTest: nil,
      extraction: CaseExtraction(
        CaseSearch([], root: Root.self),
        extract: { $0 },
        modify: { root, body in
          body(&root)
          return true
        }
      )
    )
  }
}

extension CasePath where Root == Value? {
  /// The path from an optional to its wrapped value.
  public static var some: Self {
    // In an optional, a function is stored in a form of its own.
    EnumMetadata.isStoredInFormOfItsOwn(Value.self)
      ? CasePath(embed: { $0 }, extract: { $0 }) : CasePath(constructor: { $0 })
  }
}
