// SPDX-License-Identifier: MIT

/// The colors and attributes of a cell.
public struct Style: Hashable, Sendable {
  struct Attributes: OptionSet, Hashable {
    let rawValue: UInt8

    static let bold = Self(rawValue: 1)
    static let dim = Self(rawValue: 2)
    static let italic = Self(rawValue: 4)
    static let underline = Self(rawValue: 8)
    static let inverse = Self(rawValue: 16)
  }

  /// The text color, or `nil` for the terminal's default.
  public var foreground: Color?
  /// The background color, or `nil` for the terminal's default.
  public var background: Color?
  var attributes: Attributes = []

  /// Whether the character is bold.
  public var bold: Bool {
    get { attributes.contains(.bold) }
    set { set(.bold, newValue) }
  }

  /// Whether the character is faint, for example because it is disabled.
  public var dim: Bool {
    get { attributes.contains(.dim) }
    set { set(.dim, newValue) }
  }

  /// Whether the character is italic, which not all terminals support.
  public var italic: Bool {
    get { attributes.contains(.italic) }
    set { set(.italic, newValue) }
  }

  /// Whether the character is underlined.
  public var underline: Bool {
    get { attributes.contains(.underline) }
    set { set(.underline, newValue) }
  }

  /// Whether the foreground and background colors are swapped, for example to show a selection.
  public var inverse: Bool {
    get { attributes.contains(.inverse) }
    set { set(.inverse, newValue) }
  }

  private mutating func set(_ attribute: Attributes, _ isSet: Bool) {
    if isSet { attributes.insert(attribute) } else { attributes.remove(attribute) }
  }

  /// Creates a style, by default the style of plain text.
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

  /// The style of plain text.
  public static let plain = Style()
}

extension Style {
  func stepped(to depth: ColorDepth) -> Style {
    guard foreground != nil || background != nil, depth != .trueColor else { return self }
    var style = self
    style.foreground = foreground?.stepped(to: depth)
    style.background = background?.stepped(to: depth)
    return style
  }
}
