// SPDX-License-Identifier: MIT

/// The foreground colours that every colour terminal has.
///
/// The terminal's own theme decides how each looks; `gray` is the one the standard calls bright
/// black.
public enum Colour: UInt8, CaseIterable, Hashable, Sendable {
  case black = 30
  case red = 31
  case green = 32
  case yellow = 33
  case blue = 34
  case magenta = 35
  case cyan = 36
  case white = 37
  case gray = 90
}

/// How a cell of a screen looks, apart from its character.
public struct Style: Hashable, Sendable {
  /// The colour of the character, or nil for the terminal's own.
  public var foreground: Colour?
  /// Whether the character is drawn with more weight.
  public var bold: Bool
  /// Whether the character is drawn fainter, as for things that cannot be chosen.
  public var dim: Bool
  /// Whether foreground and background change places, as for the thing that is chosen.
  public var inverse: Bool

  /// Describes a look; what is left out is as in plain text.
  public init(
    _ foreground: Colour? = nil,
    bold: Bool = false,
    dim: Bool = false,
    inverse: Bool = false
  ) {
    self.foreground = foreground
    self.bold = bold
    self.dim = dim
    self.inverse = inverse
  }

  /// The look of text to which nothing was done.
  public static let plain = Style()
}

extension Style {
  /// The escape sequence that gives exactly this look, whatever look was set before.
  func escapeSequence(colour: Bool) -> String {
    var codes = ["0"]
    if bold { codes.append("1") }
    if dim { codes.append("2") }
    if inverse { codes.append("7") }
    if colour, let foreground { codes.append("\(foreground.rawValue)") }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  /// What is left of this look on a terminal that is not to use colours.
  func withoutColour() -> Style {
    var style = self
    style.foreground = nil
    return style
  }
}
