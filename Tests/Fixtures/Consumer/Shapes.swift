// SPDX-License-Identifier: MIT

// Enums whose layout is known only when the program runs: this module is built for library evolution.

/// A payload that is not known either.
public struct Size: Equatable, Sendable {
  /// How wide it is.
  public var width: Int
  /// The name.
  public var name: String

  /// Creates a size.
  public init(width: Int, name: String) {
    self.width = width
    self.name = name
  }
}

/// Cases with and without payloads, and an indirect one.
public enum Shape: Equatable, Sendable {
  case point
  case circle(radius: Double)
  case box(Size, Size)
  case named(String)
  indirect case group([Shape], Shape)
  case empty
}

/// A generic enum.
public enum Choice<Left: Sendable, Right: Sendable>: Sendable {
  case left(Left)
  case right(Right)
  case neither
}

/// One payload, and cases that are told apart in bits that it does not use.
public enum Label: Equatable, Sendable {
  case text(String)
  case hidden
  case automatic
}
