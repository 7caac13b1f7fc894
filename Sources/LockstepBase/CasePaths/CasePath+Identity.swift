// SPDX-License-Identifier: MIT

extension CasePath where Root == Value {
  /// The path from a value to itself, which always matches.
  ///
  /// Use this path for a reducer that handles the actions of the larger feature itself. The prefix operator returns the
  /// same path for a type: `/AppFeature.Action.self`.
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
    // An optional stores a function in a special form, which a path from a constructor cannot read.
    EnumMetadata.isStoredInFormOfItsOwn(Value.self)
      ? CasePath(embed: { $0 }, extract: { $0 }) : CasePath(constructor: { $0 })
  }
}
