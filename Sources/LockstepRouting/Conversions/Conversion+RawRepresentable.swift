// SPDX-License-Identifier: MIT

public import Lockstep

extension Conversion where Output: RawRepresentable & SendableMetatype {
  /// Converts a value to and from its raw value, which another conversion reads.
  ///
  /// ```swift
  /// Parameter(.rawRepresentable(.int, as: Level.self))
  /// ```
  ///
  /// - Parameters:
  ///   - rawValue: Reads and prints the raw value.
  ///   - type: The type of the value.
  /// - Returns: A conversion to that type.
  @inlinable
  public static func rawRepresentable(
    _ rawValue: Conversion<Input, Output.RawValue>,
    as type: Output.Type = Output.self
  ) -> Self {
    Self(
      facts(of: rawValue),
      apply: { input in
        guard let value = try Output(rawValue: rawValue.apply(input)) else { throw InvalidInput() }
        return value
      },
      unapply: { try rawValue.unapply($0.rawValue) }
    )
  }

  @usableFromInline
  static func facts(of rawValue: Conversion<Input, Output.RawValue>) -> ConversionFacts {
    // A custom conversion may have other texts for the raw values, and is not run to get them.
    let cases = rawValue.facts.certainty == .unknown ? [] : listedRawValues
    var facts = rawValue.facts
    facts.expected = sentence(cases) ?? rawValue.facts.expected
    facts.schema = rawValue.facts.schema ?? ValueSchema()
    facts.schema?.choices = cases.map { String(describing: $0) }
    facts.certainty = max(.checkable, rawValue.facts.certainty)
    facts.enumCase = nil
    facts.caseName = nil
    return facts
  }

  /// The raw values of a type that lists its cases, if they are few enough to be listed.
  private static var listedRawValues: [Any] {
    guard let type = Output.self as? any CaseIterable.Type else { return [] }
    let cases = rawValues(of: type)
    return (1...12).contains(cases.count) ? cases : []
  }

  private static func sentence(_ cases: [Any]) -> String? {
    let cases = cases.map { rawValue in
      (rawValue as? String)?.debugDescription ?? String(describing: rawValue)
    }
    guard let first = cases.first else { return nil }
    return cases.count == 1 ? first : "one of \(cases.joined(separator: ", "))"
  }

  private static func rawValues<Cases: CaseIterable>(of type: Cases.Type) -> [Any] {
    type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue }
  }
}

extension Conversion
where Input == String, Output: RawRepresentable & SendableMetatype, Output.RawValue == String {
  /// Converts a value, such as that of an enum of strings, to and from its raw text.
  ///
  /// ```swift
  /// Field("language", .rawRepresentable(as: Language.self))
  /// ```
  ///
  /// - Parameter type: The type of the value.
  /// - Returns: A conversion to that type.
  @inlinable
  public static func rawRepresentable(as type: Output.Type = Output.self) -> Self {
    rawRepresentable(.string, as: type)
  }
}

extension Conversion {
  /// Converts a tagged value to and from its raw value, which another conversion reads.
  ///
  /// ```swift
  /// Field("accessToken", .tagged(.uuid, as: AccessToken.self))
  /// ```
  ///
  /// - Parameters:
  ///   - rawValue: Reads and prints the raw value.
  ///   - type: The type of the value.
  /// - Returns: A conversion to that type.
  @inlinable
  public static func tagged<Tag, RawValue>(
    _ rawValue: Conversion<Input, RawValue>,
    as type: Tagged<Tag, RawValue>.Type = Tagged<Tag, RawValue>.self
  ) -> Self where Output == Tagged<Tag, RawValue> {
    Self(
      rawValue.facts,
      apply: { Tagged(rawValue: try rawValue.apply($0)) },
      unapply: { try rawValue.unapply($0.rawValue) }
    )
  }
}
