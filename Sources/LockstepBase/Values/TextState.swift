// SPDX-License-Identifier: MIT

/// Text in a feature's state, such as the title of an alert.
///
/// Write it as a string literal, with or without interpolations:
///
/// ```swift
/// let title: TextState = "Delete \(game.name)?"
/// ```
///
/// Two texts are equal if their strings are equal. A text is encoded as a string.
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

  /// A builder for texts with interpolations.
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

    /// Appends a literal segment.
    public mutating func appendLiteral(_ literal: String) {
      string += literal
    }

    /// Appends the description of a value.
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
  /// A mirror that contains only the string.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: [string], displayStyle: .struct)
  }
}

extension TextState: Codable {
  /// Decodes a text from a string, and rethrows any error of the decoder.
  public init(from decoder: any Decoder) throws {
    string = try decoder.singleValueContainer().decode(String.self)
  }

  /// Encodes the text as a string, and rethrows any error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(string)
  }
}
