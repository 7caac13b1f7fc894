// SPDX-License-Identifier: MIT

/// Text in a state that a view shows, such as the title of an alert.
///
/// It is written as a string literal, with interpolations where something varies:
///
/// ```swift
/// let title: TextState = "Delete \(game.name)?"
/// ```
///
/// Two texts are equal if they read the same. A text is coded as a string.
///
/// Isolation: any thread.
///
/// Complexity: O(*n*) in the length of the text.
public struct TextState: Hashable, Sendable {
  /// The text.
  public let string: String

  /// Creates a text from a string.
  ///
  /// - Parameter string: The text.
  public init(_ string: some StringProtocol) {
    self.string = String(string)
  }
}

extension TextState: ExpressibleByStringInterpolation {
  /// Creates a text from a literal.
  public init(stringLiteral value: String) {
    string = value
  }

  /// Creates a text from a literal with interpolations.
  public init(stringInterpolation value: StringInterpolation) {
    string = value.string
  }

  /// A text with interpolations that is being built.
  public struct StringInterpolation: StringInterpolationProtocol {
    var string: String

    /// Creates an empty text.
    ///
    /// - Parameters:
    ///   - literalCapacity: The number of UTF-8 bytes in the parts of the literal.
    ///   - interpolationCount: The number of interpolations.
    public init(literalCapacity: Int, interpolationCount: Int) {
      string = ""
      string.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    /// Adds a part of the literal.
    public mutating func appendLiteral(_ literal: String) {
      string += literal
    }

    /// Adds the description of a value.
    public mutating func appendInterpolation(_ value: some Any) {
      string += "\(value)"
    }
  }
}

extension TextState: CustomStringConvertible {
  /// The text.
  public var description: String { string }
}

extension TextState: CustomReflectable {
  /// A mirror that shows the text alone.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: [string], displayStyle: .struct)
  }
}

extension TextState: Codable {
  /// Decodes a text from a string, and throws any error thrown while decoding it.
  public init(from decoder: any Decoder) throws {
    string = try decoder.singleValueContainer().decode(String.self)
  }

  /// Encodes the text as a string, and throws any error thrown while encoding it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(string)
  }
}
