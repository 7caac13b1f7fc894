// SPDX-License-Identifier: MIT

public import Foundation

extension Conversion where Input == String {
  /// A conversion that leaves the text unchanged.
  public static var string: Conversion<String, String> {
    Conversion<String, String>(
      ConversionFacts(expected: "text", certainty: .total),
      apply: { $0 },
      unapply: { $0 }
    )
  }

  /// An integer in decimal ASCII digits, with a minus sign if it is negative.
  public static var int: Conversion<String, Int> {
    Conversion<String, Int>(.text("an integer", ValueSchema(type: "integer"))) { text in
      guard text.utf8.first != UInt8(ascii: "+"), let value = Int(text) else {
        throw InvalidInput()
      }
      return value
    } unapply: { value in
      String(value)
    }
  }

  /// A finite number in decimal notation, with or without an exponent.
  public static var double: Conversion<String, Double> {
    Conversion<String, Double>(.text("a number", ValueSchema(type: "number"))) { text in
      // `Double` also reads hexadecimal numbers, infinity and NaN, but all of them contain other characters.
      guard text.utf8.first != UInt8(ascii: "+"), text.utf8.allSatisfy(\.isOfDecimalNumber),
        let value = Double(text), value.isFinite
      else { throw InvalidInput() }
      return value
    } unapply: { value in
      guard value.isFinite else {
        throw RoutingError(.unprintable, expected: "a finite number", found: String(value))
      }
      return String(value)
    }
  }

  /// A Boolean value, printed as `true` or `false`, and also read from `1` or `0`.
  public static var bool: Conversion<String, Bool> {
    Conversion<String, Bool>(.text("true or false", ValueSchema(type: "boolean"))) { text in
      switch text {
      case "true", "1": return true
      case "false", "0": return false
      default: throw InvalidInput()
      }
    } unapply: { value in
      value ? "true" : "false"
    }
  }

  /// A UUID, printed in uppercase and read in any case.
  public static var uuid: Conversion<String, UUID> {
    Conversion<String, UUID>(.text("a UUID", ValueSchema(format: "uuid"))) { text in
      guard let value = UUIDText.read(text) else { throw InvalidInput() }
      return value
    } unapply: { value in
      UUIDText.print(value)
    }
  }

  /// Text that is printed in quotation marks unless it is a single word.
  ///
  /// ```swift
  /// Headers { Field("X-Titles", list: .quotedString) }
  /// ```
  ///
  /// The titles `Emma` and `Sense, or not` are printed as `X-Titles: Emma, "Sense, or not"`. In this form, any text can
  /// be an element of a header field, including empty text. A backslash escapes a quotation mark or a backslash in the
  /// text. Text that does not begin with a quotation mark is read unchanged.
  ///
  /// Source: RFC 9110, section 5.6.4.
  public static var quotedString: Conversion<String, String> {
    Conversion<String, String>(.text("a word or text in quotation marks", ValueSchema())) { text in
      guard text.utf8.first == UInt8(ascii: "\"") else { return text }
      guard let value = QuotedString.read(text) else { throw InvalidInput() }
      return value
    } unapply: { value in
      value.isFieldName ? value : QuotedString.print(value)
    }
  }

  /// Bytes in base64, without line breaks.
  public static var base64: Conversion<String, Data> {
    Conversion<String, Data>(.text("base64", ValueSchema(format: "byte"))) { text in
      guard let value = Data(base64Encoded: text) else { throw InvalidInput() }
      return value
    } unapply: { value in
      value.base64EncodedString()
    }
  }
}

extension Conversion where Input == String, Output == Void {
  /// Returns a conversion that matches one fixed text and yields no value.
  ///
  /// ```swift
  /// Route(.case(SiteRoute.user)) {
  ///   Path { Parameter("id", .int) }
  ///   Headers { Field("X-Version", .literal("2")) }
  /// }
  /// ```
  ///
  /// If the field is missing or contains another text, the request does not match the route. Printed requests contain
  /// the text. The field adds no value to the route.
  ///
  /// - Parameter text: The text to print, and to compare by its bytes when a request is read.
  /// - Returns: A conversion without a value.
  public static func literal(_ text: String) -> Self {
    Self(
      ConversionFacts(
        expected: text.debugDescription,
        schema: ValueSchema(choices: [text]),
        certainty: .checkable,
        literal: text
      ),
      apply: { guard $0.hasSameBytes(as: text) else { throw InvalidInput() } },
      unapply: { text }
    )
  }
}

extension Conversion where Input == Data {
  /// A conversion that leaves the bytes unchanged.
  public static var data: Conversion<Data, Data> {
    Conversion<Data, Data>(
      ConversionFacts(
        expected: "bytes",
        schema: ValueSchema(format: "binary"),
        certainty: .total
      ),
      apply: { $0 },
      unapply: { $0 }
    )
  }
}

extension ConversionFacts {
  fileprivate static func text(_ expected: String, _ schema: ValueSchema) -> Self {
    Self(expected: expected, schema: schema, certainty: .checkable)
  }
}

extension UInt8 {
  fileprivate var isOfDecimalNumber: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default:
      false
    }
  }
}
