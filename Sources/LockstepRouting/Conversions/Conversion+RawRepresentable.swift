// SPDX-License-Identifier: MIT

public import Lockstep

extension Conversion where Output: RawRepresentable & SendableMetatype {
  /// A value by its raw value, which another conversion reads.
  ///
  /// ```swift
  /// Parameter(.rawRepresentable(.int, as: Level.self))
  /// ```
  ///
  /// - Parameters:
  ///   - rawValue: Reads and prints the raw value.
  ///   - type: The type of the value.
  /// - Returns: A conversion to that type.
  public static func rawRepresentable(
    _ rawValue: Conversion<Input, Output.RawValue>,
    as type: Output.Type = Output.self
  ) -> Self {
    Self(
      expected: choices ?? rawValue.expected,
      mediaType: rawValue.mediaType,
      apply: { input in
        guard let value = try Output(rawValue: rawValue.apply(input)) else { throw InvalidInput() }
        return value
      },
      unapply: { try rawValue.unapply($0.rawValue) }
    )
  }

  /// The raw values of a type that lists its cases, if they are few enough to be told.
  private static var choices: String? {
    guard let type = Output.self as? any CaseIterable.Type else { return nil }
    let cases = rawValues(of: type)
    guard (1...12).contains(cases.count) else { return nil }
    return cases.count == 1 ? cases[0] : "one of \(cases.joined(separator: ", "))"
  }

  private static func rawValues<Cases: CaseIterable>(of type: Cases.Type) -> [String] {
    type.allCases.compactMap { value in
      (value as? any RawRepresentable).map { value in
        let rawValue: Any = value.rawValue
        return (rawValue as? String)?.debugDescription ?? String(describing: rawValue)
      }
    }
  }
}

extension Conversion
where Input == String, Output: RawRepresentable & SendableMetatype, Output.RawValue == String {
  /// A value by its raw text, as an enum of strings.
  ///
  /// ```swift
  /// Field("language", .rawRepresentable(as: Language.self))
  /// ```
  ///
  /// - Parameter type: The type of the value.
  /// - Returns: A conversion to that type.
  public static func rawRepresentable(as type: Output.Type = Output.self) -> Self {
    rawRepresentable(.string, as: type)
  }
}

extension Conversion {
  /// A tagged value by its raw value, which another conversion reads.
  ///
  /// ```swift
  /// Field("accessToken", .tagged(.uuid, as: AccessToken.self))
  /// ```
  ///
  /// - Parameters:
  ///   - rawValue: Reads and prints the raw value.
  ///   - type: The type of the value.
  /// - Returns: A conversion to that type.
  public static func tagged<Tag, RawValue>(
    _ rawValue: Conversion<Input, RawValue>,
    as type: Tagged<Tag, RawValue>.Type = Tagged<Tag, RawValue>.self
  ) -> Self where Output == Tagged<Tag, RawValue> {
    Self(
      expected: rawValue.expected,
      mediaType: rawValue.mediaType,
      apply: { Tagged(rawValue: try rawValue.apply($0)) },
      unapply: { try rawValue.unapply($0.rawValue) }
    )
  }
}
