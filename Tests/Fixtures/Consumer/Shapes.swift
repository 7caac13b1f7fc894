// SPDX-License-Identifier: MIT

// Enums whose layout is known only when the program runs: this module is built for library evolution.

public struct Size: Equatable, Sendable {
  public var width: Int
  public var name: String

  public init(width: Int, name: String) {
    self.width = width
    self.name = name
  }
}

public enum Shape: Equatable, Sendable {
  case point
  case circle(radius: Double)
  case box(Size, Size)
  case named(String)
  indirect case group([Shape], Shape)
  case empty
}

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
