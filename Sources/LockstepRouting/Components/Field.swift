// SPDX-License-Identifier: MIT

/// A field of a ``Query``, ``Headers``, ``Cookies``, or a ``Form``.
///
/// The conversion must read the entire text of a field. Leftover text is an error, and so is a malformed value of an
/// optional field. If several items have the same name, the field uses the first, unless it accepts several values. If
/// the name is absent, the field uses its aliases, which it never prints.
public struct Field<Value>: Sendable {
  let codec: FieldCodec

  /// Creates a required field.
  ///
  /// - Parameters:
  ///   - name: The preferred name, which the route prints.
  ///   - aliases: Other names that the route reads.
  ///   - conversion: The conversion of the text.
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

  /// Creates an optional field, which is nil if it is absent.
  ///
  /// - Parameters:
  ///   - name: The preferred name, which the route prints.
  ///   - aliases: Other names that the route reads.
  ///   - conversion: The conversion of the text of a field that is present.
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

  /// Creates an optional field with a default value.
  ///
  /// - Parameters:
  ///   - name: The preferred name, which the route prints.
  ///   - aliases: Other names that the route reads.
  ///   - conversion: The conversion of the text.
  ///   - defaultValue: The value of an absent field.
  ///   - printsDefault: Whether the route prints a field that has the default value.
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
  /// The value of `tag=a&tag=b` is an array of two elements. The value of an absent field is an empty array. In
  /// ``Headers``, such a field equals a list, because a proxy may join its lines: see ``init(_:aliases:list:)``.
  ///
  /// - Parameters:
  ///   - name: The preferred name, which the route prints.
  ///   - aliases: Other names that the route reads.
  ///   - conversion: The conversion of the text of each element.
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
  /// The value of `ids=1,2` is an array of two elements. The value of an absent field is an empty array, which the
  /// route does not print. An item without text, `ids=`, has one element with an empty text: `[""]` for `.string`, and
  /// an error for `.int`. The route cannot print an element that contains a comma.
  ///
  /// In ``Headers``, a list may span several lines. The route ignores spaces around elements and empty elements. A
  /// comma within quotation marks belongs to its element: `"a,b", c` has two elements. The quotation marks are part of
  /// the text, as in an entity tag, except with ``Conversion/quotedString``. An unclosed quotation mark is an error.
  /// The route cannot print an element that it would not read back: an empty text, or a text with surrounding spaces, a
  /// comma outside quotation marks, or an unclosed quotation mark.
  ///
  /// Source: RFC 9110, sections 5.6.1 and 5.6.4 for header fields.
  ///
  /// - Parameters:
  ///   - name: The preferred name, which the route prints.
  ///   - aliases: Other names that the route reads.
  ///   - conversion: The conversion of the text of each element.
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
