// SPDX-License-Identifier: MIT

/// A raw value with a tag that gives it a distinct type.
///
/// Tags keep identifiers with the same raw type apart, at no cost at run time:
///
/// ```swift
/// struct Player { typealias ID = Tagged<Player, Int> }
/// struct Match { typealias ID = Tagged<Match, Int> }
///
/// let player: Player.ID = 42
/// // `let match: Match.ID = player` does not compile.
/// let next = Player.ID(player.rawValue + 1)
/// ```
///
/// A tagged value encodes, decodes, compares and prints like its raw value. If the raw value can be written as a
/// literal, so can the tagged value.
///
/// Isolation and complexity: the same as for the raw value.
@frozen
public struct Tagged<Tag, RawValue> {
  /// The value without its tag.
  public var rawValue: RawValue

  /// Creates a tagged value from a raw value.
  @inlinable
  public init(rawValue: RawValue) {
    self.rawValue = rawValue
  }

  /// Creates a tagged value from a raw value.
  @inlinable
  @_disfavoredOverload  // So that `ids.map(Player.ID.init)` still selects the other initializer.
  public init(_ rawValue: RawValue) {
    self.rawValue = rawValue
  }
}

extension Tagged: RawRepresentable {}

extension Tagged: Sendable where RawValue: Sendable {}

extension Tagged: Equatable where RawValue: Equatable {
  /// Returns whether the raw values are equal.
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.rawValue == rhs.rawValue
  }
}

extension Tagged: Hashable where RawValue: Hashable {
  /// Hashes the raw value.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    rawValue.hash(into: &hasher)
  }
}

extension Tagged: Comparable where RawValue: Comparable {
  /// Returns whether the left raw value is less than the right raw value.
  @inlinable
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}

extension Tagged: Strideable where RawValue: Strideable {
  /// Returns the distance between the raw values.
  @inlinable
  public func distance(to other: Self) -> RawValue.Stride {
    rawValue.distance(to: other.rawValue)
  }

  /// Returns a tagged value whose raw value is advanced by a stride.
  @inlinable
  public func advanced(by stride: RawValue.Stride) -> Self {
    Self(rawValue: rawValue.advanced(by: stride))
  }
}

extension Tagged: CustomStringConvertible {
  /// The description of the raw value.
  public var description: String {
    String(describing: rawValue)
  }
}

extension Tagged: Encodable where RawValue: Encodable {
  /// Encodes only the raw value and rethrows its errors.
  public func encode(to encoder: any Encoder) throws {
    // A single-value container preserves the coder's strategies, such as its date format.
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension Tagged: Decodable where RawValue: Decodable {
  /// Decodes only the raw value and rethrows its errors.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(RawValue.self))
  }
}

extension Tagged: ExpressibleByIntegerLiteral where RawValue: ExpressibleByIntegerLiteral {
  /// Creates a tagged value from an integer literal.
  @inlinable
  public init(integerLiteral value: RawValue.IntegerLiteralType) {
    self.init(rawValue: RawValue(integerLiteral: value))
  }
}

extension Tagged: ExpressibleByFloatLiteral where RawValue: ExpressibleByFloatLiteral {
  /// Creates a tagged value from a floating-point literal.
  @inlinable
  public init(floatLiteral value: RawValue.FloatLiteralType) {
    self.init(rawValue: RawValue(floatLiteral: value))
  }
}

extension Tagged: ExpressibleByBooleanLiteral where RawValue: ExpressibleByBooleanLiteral {
  /// Creates a tagged value from a Boolean literal.
  @inlinable
  public init(booleanLiteral value: RawValue.BooleanLiteralType) {
    self.init(rawValue: RawValue(booleanLiteral: value))
  }
}

extension Tagged: ExpressibleByUnicodeScalarLiteral
where RawValue: ExpressibleByUnicodeScalarLiteral {
  /// Creates a tagged value from a Unicode scalar literal.
  @inlinable
  public init(unicodeScalarLiteral value: RawValue.UnicodeScalarLiteralType) {
    self.init(rawValue: RawValue(unicodeScalarLiteral: value))
  }
}

extension Tagged: ExpressibleByExtendedGraphemeClusterLiteral
where RawValue: ExpressibleByExtendedGraphemeClusterLiteral {
  /// Creates a tagged value from a grapheme cluster literal.
  @inlinable
  public init(extendedGraphemeClusterLiteral value: RawValue.ExtendedGraphemeClusterLiteralType) {
    self.init(rawValue: RawValue(extendedGraphemeClusterLiteral: value))
  }
}

extension Tagged: ExpressibleByStringLiteral where RawValue: ExpressibleByStringLiteral {
  /// Creates a tagged value from a string literal.
  @inlinable
  public init(stringLiteral value: RawValue.StringLiteralType) {
    self.init(rawValue: RawValue(stringLiteral: value))
  }
}

extension Tagged: ExpressibleByStringInterpolation
where RawValue: ExpressibleByStringInterpolation {
  /// Creates a tagged value from a string literal with interpolations.
  @inlinable
  public init(stringInterpolation value: RawValue.StringInterpolation) {
    self.init(rawValue: RawValue(stringInterpolation: value))
  }
}

extension Tagged: RawValueDumpable {
  var dumpedValue: Any { rawValue }
}
