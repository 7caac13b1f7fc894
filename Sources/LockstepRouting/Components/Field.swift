// SPDX-License-Identifier: MIT

/// A field of a ``Query``, of ``Headers``, of ``Cookies`` or of a ``Form``.
///
/// The text of a field is read entirely: what is left over is an error, and so is a malformed value
/// of an optional field. Of several items with the name the first counts, unless the field is for
/// many. Further spellings of the name are read where the first is absent, and never printed.
public struct Field<Value>: Sendable {
  let names: [String]
  let value: ValueDescription
  let isRequired: Bool
  let certainty: ConversionFacts.Certainty
  let content: Content

  /// How the field is read and printed.
  enum Content: Sendable {
    /// One text, or what stands for its absence; nil is left out.
    case one(
      absent: (@Sendable () -> Value)?,
      read: @Sendable (String) throws -> Value,
      text: @Sendable (Value) throws -> String?
    )
    /// Any number of texts.
    case several(
      FieldCount,
      read: @Sendable ([String]) throws -> Value,
      texts: @Sendable (Value) throws -> [String]
    )
  }

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
    isRequired = true
    certainty = conversion.facts.certainty
    content = .one(absent: nil, read: conversion.apply, text: conversion.requiredText)
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
    isRequired = false
    certainty = conversion.facts.certainty
    content = .one(
      absent: { nil },
      read: conversion.apply,
      text: { value in try value.map(conversion.requiredText) }
    )
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
    isRequired = false
    certainty = conversion.facts.certainty
    content = .one(
      absent: { defaultValue },
      read: conversion.apply,
      text: { value in
        value == defaultValue && !printsDefault ? nil : try conversion.requiredText(of: value)
      }
    )
  }

  /// A field that may be there any number of times.
  ///
  /// `tag=a&tag=b` is an array of two, and no item an empty one. In ``Headers`` it is the same as a list, because whoever passes a request on may join lines.
  ///
  /// - Parameters:
  ///   - name: The name that is printed and looked for first.
  ///   - aliases: Other spellings that are read.
  ///   - conversion: Reads and prints the text of each.
  public init<Element>(
    _ name: String,
    aliases: [String] = [],
    many conversion: Conversion<String, Element>
  ) where Value == [Element] {
    self.init([name] + aliases, .many, conversion)
  }

  /// A field whose text is a list with commas.
  ///
  /// `ids=1,2` is an array of two, and no item an empty one. An element with a comma cannot be
  /// printed.
  ///
  /// In ``Headers`` the elements may stand on several lines and have spaces around them, and empty
  /// ones do not count.
  ///
  /// Source: RFC 9110, section 5.6.1 for header fields.
  ///
  /// - Parameters:
  ///   - name: The name that is printed and looked for first.
  ///   - aliases: Other spellings that are read.
  ///   - conversion: Reads and prints the text of each.
  public init<Element>(
    _ name: String,
    aliases: [String] = [],
    list conversion: Conversion<String, Element>
  ) where Value == [Element] {
    self.init([name] + aliases, .list, conversion)
  }

  private init<Element>(
    _ names: [String],
    _ count: FieldCount,
    _ conversion: Conversion<String, Element>
  ) where Value == [Element] {
    self.names = names
    value = conversion.described
    isRequired = false
    certainty = conversion.facts.certainty
    content = .several(
      count,
      read: { texts in
        try texts.map { text in
          do {
            return try conversion.apply(text)
          } catch {
            throw ElementError(text: text, underlying: error)
          }
        }
      },
      texts: { values in try values.map(conversion.requiredText) }
    )
  }
}

/// Which of several texts is malformed.
struct ElementError: Error {
  let text: String
  let underlying: any Error
}
