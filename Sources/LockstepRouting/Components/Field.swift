// SPDX-License-Identifier: MIT

/// A field of a ``Query``, of ``Headers``, of ``Cookies`` or of a ``Form``.
///
/// The text of a field is read entirely: leftover text is an error, and so is a malformed value of an
/// optional field. If several items have the name, the first is used, unless the field is for many.
/// Other spellings of the name are read if the first is absent, and never printed.
public struct Field<Value>: Sendable {
  let codec: FieldCodec

  /// Creates a field that is required.
  ///
  /// - Parameters:
  ///   - name: The name that is printed and looked for first.
  ///   - aliases: Other spellings that are read.
  ///   - conversion: Reads and prints the text.
  @inlinable
  public init(
    _ name: String,
    aliases: [String] = [],
    _ conversion: Conversion<String, Value>
  ) {
    self.init(
      [name] + aliases,
      conversion,
      isRequired: true,
      .one(
        absent: nil,
        read: { text, memory in
          memory.initializeMemory(as: Value.self, to: try conversion.apply(text))
        },
        text: { memory in
          try conversion.requiredText(of: memory.assumingMemoryBound(to: Value.self).pointee)
        }
      )
    )
  }

  /// Creates a field that may be absent, in which case its value is nil.
  ///
  /// - Parameters:
  ///   - name: The name that is printed and looked for first.
  ///   - aliases: Other spellings that are read.
  ///   - conversion: Reads and prints the text of a field that is present.
  @inlinable
  public init<Wrapped>(
    _ name: String,
    aliases: [String] = [],
    optional conversion: Conversion<String, Wrapped>
  ) where Value == Wrapped? {
    self.init(
      [name] + aliases,
      conversion,
      isRequired: false,
      .one(
        absent: { $0.initializeMemory(as: Value.self, to: nil) },
        read: { text, memory in
          memory.initializeMemory(as: Value.self, to: try conversion.apply(text))
        },
        text: { memory in
          try memory.assumingMemoryBound(to: Value.self).pointee.map(conversion.requiredText)
        }
      )
    )
  }

  /// Creates a field that may be absent, in which case a default is used.
  ///
  /// - Parameters:
  ///   - name: The name that is printed and looked for first.
  ///   - aliases: Other spellings that are read.
  ///   - conversion: Reads and prints the text.
  ///   - defaultValue: The value of an absent field.
  ///   - printsDefault: Whether the field is printed when it has the default value.
  @inlinable
  public init(
    _ name: String,
    aliases: [String] = [],
    _ conversion: Conversion<String, Value>,
    default defaultValue: Value,
    printsDefault: Bool = false
  ) where Value: Equatable & Sendable {
    self.init(
      [name] + aliases,
      conversion,
      isRequired: false,
      .one(
        absent: { $0.initializeMemory(as: Value.self, to: defaultValue) },
        read: { text, memory in
          memory.initializeMemory(as: Value.self, to: try conversion.apply(text))
        },
        text: { memory in
          let value = memory.assumingMemoryBound(to: Value.self).pointee
          return value == defaultValue && !printsDefault
            ? nil : try conversion.requiredText(of: value)
        }
      )
    )
  }

  /// Creates a field that may occur any number of times.
  ///
  /// `tag=a&tag=b` is read as an array of two, and the absence of items as an empty array. In
  /// ``Headers`` such a field is the same as a list, because anything that forwards a request may join
  /// lines: see ``init(_:aliases:list:)``.
  ///
  /// - Parameters:
  ///   - name: The name that is printed and looked for first.
  ///   - aliases: Other spellings that are read.
  ///   - conversion: Reads and prints the text of each element.
  @inlinable
  public init<Element>(
    _ name: String,
    aliases: [String] = [],
    many conversion: Conversion<String, Element>
  ) where Value == [Element] {
    self.init([name] + aliases, .many, conversion)
  }

  /// Creates a field whose text is a comma-separated list.
  ///
  /// `ids=1,2` is read as an array of two, and the absence of items as an empty array, which is printed
  /// as nothing. An item without text, `ids=`, has one element, whose text is empty: it is `[""]` for
  /// `.string`, and an error for `.int`. An element with a comma cannot be printed.
  ///
  /// In ``Headers`` the elements may be spread over several lines and have spaces around them, and
  /// empty elements are ignored. A comma within quotation marks belongs to its element: `"a,b", c` has
  /// two elements. The quotation marks are part of the text, as in an entity tag, except with
  /// ``Conversion/quotedString``. A line in which a quotation mark is not closed is an error. Whatever
  /// would not be read back as one element cannot be printed: an empty text, spaces around it, a comma
  /// outside of quotation marks, or a quotation mark that is not closed.
  ///
  /// Source: RFC 9110, sections 5.6.1 and 5.6.4 for header fields.
  ///
  /// - Parameters:
  ///   - name: The name that is printed and looked for first.
  ///   - aliases: Other spellings that are read.
  ///   - conversion: Reads and prints the text of each element.
  @inlinable
  public init<Element>(
    _ name: String,
    aliases: [String] = [],
    list conversion: Conversion<String, Element>
  ) where Value == [Element] {
    self.init([name] + aliases, .list, conversion)
  }

  @inlinable
  init<Element>(
    _ names: [String],
    _ count: FieldCount,
    _ conversion: Conversion<String, Element>
  ) where Value == [Element] {
    self.init(
      names,
      conversion,
      isRequired: false,
      .several(
        count,
        read: { texts, memory in
          var values: [Element] = []
          values.reserveCapacity(texts.count)
          for text in texts {
            do {
              values.append(try conversion.apply(text))
            } catch {
              throw ElementError(text: text, index: values.count, underlying: error)
            }
          }
          memory.initializeMemory(as: Value.self, to: values)
        },
        texts: { memory in
          try memory.assumingMemoryBound(to: Value.self).pointee.map(conversion.requiredText)
        }
      )
    )
  }

  @usableFromInline
  init<Element>(
    _ names: [String],
    _ conversion: Conversion<String, Element>,
    isRequired: Bool,
    _ content: FieldCodec.Content
  ) {
    codec = FieldCodec(
      names: names,
      value: conversion.described,
      isRequired: isRequired,
      certainty: conversion.facts.certainty,
      verdict: conversion.verdict,
      content: content,
      destroy: { $0.assumingMemoryBound(to: Value.self).deinitialize(count: 1) }
    )
  }
}
