// SPDX-License-Identifier: MIT

public import LockstepBase

extension Conversion {
  /// Returns a conversion to a type with a raw value, based on a conversion of the raw value.
  ///
  /// ```swift
  /// Parameter(.rawRepresentable(.int, as: Level.self))
  /// ```
  ///
  /// - Parameters:
  ///   - rawValue: The conversion of the raw value.
  ///   - type: The type of the value.
  /// - Returns: A conversion to that type.
  @inlinable
  public static func rawRepresentable<Value: RawRepresentable & SendableMetatype>(
    _ rawValue: Conversion<Input, Value.RawValue>,
    as type: Value.Type = Value.self
  ) -> Conversion<Input, Value> {
    Conversion<Input, Value>(
      Conversion<Input, Value>.facts(of: rawValue),
      apply: { input in
        guard let value = try Value(rawValue: rawValue.apply(input)) else { throw InvalidInput() }
        return value
      },
      unapply: { try rawValue.unapply($0.rawValue) }
    )
  }

  /// Returns a conversion to a tagged type, based on a conversion of the raw value.
  ///
  /// ```swift
  /// Field("accessToken", .tagged(.uuid, as: AccessToken.self))
  /// ```
  ///
  /// - Parameters:
  ///   - rawValue: The conversion of the raw value.
  ///   - type: The type of the value.
  /// - Returns: A conversion to that type.
  @inlinable
  public static func tagged<Tag, RawValue>(
    _ rawValue: Conversion<Input, RawValue>,
    as type: Tagged<Tag, RawValue>.Type = Tagged<Tag, RawValue>.self
  ) -> Conversion<Input, Tagged<Tag, RawValue>> {
    Conversion<Input, Tagged<Tag, RawValue>>(
      rawValue.facts,
      apply: { Tagged(rawValue: try rawValue.apply($0)) },
      unapply: { try rawValue.unapply($0.rawValue) }
    )
  }
}

extension Conversion where Input == String {
  /// Returns a conversion from text to a type with a raw value, such as an enum of strings.
  ///
  /// ```swift
  /// Field("language", .rawRepresentable(as: Language.self))
  /// ```
  ///
  /// - Parameter type: The type of the value.
  /// - Returns: A conversion to that type.
  @inlinable
  public static func rawRepresentable<Value: RawRepresentable<String> & SendableMetatype>(
    as type: Value.Type = Value.self
  ) -> Conversion<String, Value> {
    rawRepresentable(.string, as: type)
  }
}

extension Conversion where Output: RawRepresentable & SendableMetatype {
  @usableFromInline
  static func facts(of rawValue: Conversion<Input, Output.RawValue>) -> ConversionFacts {
    // A custom conversion may represent the raw values by other texts.
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
