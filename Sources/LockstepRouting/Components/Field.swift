// SPDX-License-Identifier: MIT

/// A field of a ``Query`` or of ``Headers``.
///
/// The text of a field is read entirely: what is left over is an error, and so is a malformed value
/// of an optional field. Of several items with the name the first counts. Further spellings of the
/// name are read where the first is absent, and never printed.
public struct Field<Value>: Sendable {
  let names: [String]
  let value: ValueDescription
  /// Nil if the field has to be there.
  let absent: (@Sendable () -> Value)?
  let read: @Sendable (String) throws -> Value
  /// Returns nil for a value that is left out.
  let text: @Sendable (Value) throws -> String?

  /// A field that has to be there.
  ///
  /// - Parameters:
  ///   - name: The name that is printed and looked for first.
  ///   - aliases: Other spellings that are read.
  ///   - conversion: Reads and prints the text.
  public init(
    _ name: String,
    aliases: [String] = [],
    _ conversion: Conversion<String, Value>
  ) {
    names = [name] + aliases
    value = conversion.described
    absent = nil
    read = conversion.apply
    text = conversion.requiredText
  }

  /// A field that may be absent, which is nil.
  ///
  /// - Parameters:
  ///   - name: The name that is printed and looked for first.
  ///   - aliases: Other spellings that are read.
  ///   - conversion: Reads and prints the text of a field that is there.
  public init<Wrapped>(
    _ name: String,
    aliases: [String] = [],
    optional conversion: Conversion<String, Wrapped>
  ) where Value == Wrapped? {
    names = [name] + aliases
    value = conversion.described
    absent = { nil }
    read = conversion.apply
    text = { value in try value.map(conversion.requiredText) }
  }

  /// A field that may be absent, for which a default stands.
  ///
  /// - Parameters:
  ///   - name: The name that is printed and looked for first.
  ///   - aliases: Other spellings that are read.
  ///   - conversion: Reads and prints the text.
  ///   - defaultValue: The value of an absent field.
  ///   - printsDefault: Whether the field is printed when it has the default value.
  public init(
    _ name: String,
    aliases: [String] = [],
    _ conversion: Conversion<String, Value>,
    default defaultValue: Value,
    printsDefault: Bool = false
  ) where Value: Equatable & Sendable {
    names = [name] + aliases
    value = conversion.described
    absent = { defaultValue }
    read = conversion.apply
    text = { value in
      value == defaultValue && !printsDefault ? nil : try conversion.requiredText(of: value)
    }
  }
}

/// Where a ``Field`` stands: in the query or in the headers.
public protocol FieldPlace: Sendable {
  /// Whether it is a header field and not a query item.
  static var isHeader: Bool { get }
}

/// The place of the fields of a ``Query``.
public enum QueryPlace: FieldPlace {
  /// False: its fields are query items.
  public static var isHeader: Bool { false }
}

/// The place of the fields of ``Headers``.
public enum HeadersPlace: FieldPlace {
  /// True: its fields are header fields.
  public static var isHeader: Bool { true }
}
