// SPDX-License-Identifier: MIT

/// The look of a cell of a screen, apart from its character.
public struct Style: Hashable, Sendable {
  struct Attributes: OptionSet, Hashable {
    let rawValue: UInt8

    static let bold = Self(rawValue: 1)
    static let dim = Self(rawValue: 2)
    static let italic = Self(rawValue: 4)
    static let underline = Self(rawValue: 8)
    static let inverse = Self(rawValue: 16)
  }

  /// The color of the character, or nil for the terminal's own.
  public var foreground: Color?
  /// The color behind the character, or nil for the terminal's own.
  public var background: Color?
  var attributes: Attributes = []

  /// Whether the character is drawn with more weight.
  public var bold: Bool {
    get { attributes.contains(.bold) }
    set { set(.bold, newValue) }
  }

  /// Whether the character is drawn fainter, as for things that cannot be chosen.
  public var dim: Bool {
    get { attributes.contains(.dim) }
    set { set(.dim, newValue) }
  }

  /// Whether the character is slanted; not all terminals do that.
  public var italic: Bool {
    get { attributes.contains(.italic) }
    set { set(.italic, newValue) }
  }

  /// Whether there is a line below the character.
  public var underline: Bool {
    get { attributes.contains(.underline) }
    set { set(.underline, newValue) }
  }

  /// Whether foreground and background change places, as for the thing that is chosen.
  public var inverse: Bool {
    get { attributes.contains(.inverse) }
    set { set(.inverse, newValue) }
  }

  private mutating func set(_ attribute: Attributes, _ isSet: Bool) {
    if isSet { attributes.insert(attribute) } else { attributes.remove(attribute) }
  }

  /// Describes a look; what is left out is as in plain text.
  public init(
    _ foreground: Color? = nil,
    on background: Color? = nil,
    bold: Bool = false,
    dim: Bool = false,
    italic: Bool = false,
    underline: Bool = false,
    inverse: Bool = false
  ) {
    self.foreground = foreground
    self.background = background
    self.bold = bold
    self.dim = dim
    self.italic = italic
    self.underline = underline
    self.inverse = inverse
  }

  /// The look of plain text.
  public static let plain = Style()
}

extension Style {
  /// Returns the rest of this look on a terminal with fewer colors.
  func stepped(to depth: ColorDepth) -> Style {
    guard foreground != nil || background != nil, depth != .trueColor else { return self }
    var style = self
    style.foreground = foreground?.stepped(to: depth)
    style.background = background?.stepped(to: depth)
    return style
  }
}
