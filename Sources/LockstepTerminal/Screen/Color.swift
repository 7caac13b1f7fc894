// SPDX-License-Identifier: MIT

/// A terminal color.
///
/// The terminal's theme defines the first sixteen colors. The others look the same everywhere. If a terminal supports
/// fewer colors, the most similar one replaces them: see ``ColorDepth``.
public enum Color: Hashable, Sendable {
  /// One of the theme's sixteen colors.
  case theme(Theme)
  /// One of 256 colors: the theme's sixteen, a cube of 6×6×6 colors, and 24 grays.
  case indexed(UInt8)
  /// A 24-bit color: red, green, and blue.
  case rgb(UInt8, UInt8, UInt8)

  /// The colors that every color terminal supports.
  public enum Theme: UInt8, CaseIterable, Hashable, Sendable {
    /// Black, as the theme shows it.
    case black
    /// Red, as the theme shows it.
    case red
    /// Green, as the theme shows it.
    case green
    /// Yellow, as the theme shows it.
    case yellow
    /// Blue, as the theme shows it.
    case blue
    /// Magenta, as the theme shows it.
    case magenta
    /// Cyan, as the theme shows it.
    case cyan
    /// White, as the theme shows it.
    case white
    /// Bright black, as the theme shows it.
    case brightBlack
    /// Bright red, as the theme shows it.
    case brightRed
    /// Bright green, as the theme shows it.
    case brightGreen
    /// Bright yellow, as the theme shows it.
    case brightYellow
    /// Bright blue, as the theme shows it.
    case brightBlue
    /// Bright magenta, as the theme shows it.
    case brightMagenta
    /// Bright cyan, as the theme shows it.
    case brightCyan
    /// Bright white, as the theme shows it.
    case brightWhite
  }

  /// Black, as the theme shows it.
  public static let black = theme(.black)
  /// Red, as the theme shows it.
  public static let red = theme(.red)
  /// Green, as the theme shows it.
  public static let green = theme(.green)
  /// Yellow, as the theme shows it.
  public static let yellow = theme(.yellow)
  /// Blue, as the theme shows it.
  public static let blue = theme(.blue)
  /// Magenta, as the theme shows it.
  public static let magenta = theme(.magenta)
  /// Cyan, as the theme shows it.
  public static let cyan = theme(.cyan)
  /// White, as the theme shows it.
  public static let white = theme(.white)
  /// Gray, the theme's bright black.
  public static let gray = theme(.brightBlack)
}

/// The number of colors that a terminal supports.
public enum ColorDepth: Comparable, CaseIterable, Sendable {
  /// No colors. Only the other attributes of a style are shown.
  case none
  /// The theme's sixteen colors.
  case sixteen
  /// 256 colors.
  case palette
  /// 24-bit colors.
  case trueColor

  /// Source: <https://no-color.org>, <https://github.com/termstandard/colors>.
  init(environment: [String: String]) {
    let terminal = environment["TERM"] ?? ""
    if environment["NO_COLOR"]?.isEmpty == false || terminal == "dumb" {
      self = .none
    } else if ["truecolor", "24bit"].contains(environment["COLORTERM"])
      || terminal.hasSuffix("-direct")
    {
      self = .trueColor
    } else {
      self = terminal.contains("256color") ? .palette : .sixteen
    }
  }
}

extension Color {
  func stepped(to depth: ColorDepth) -> Color? {
    switch (self, depth) {
    case (_, .none): nil
    case (.theme, _), (_, .trueColor), (.indexed, .palette): self
    case (.indexed(let index), .sixteen):
      Theme(rawValue: index).map(Color.theme) ?? Self.nearestOfTheme(Self.components(of: index))
    case (.rgb(let red, let green, let blue), .palette):
      Self.nearestOfPalette((red, green, blue))
    case (.rgb(let red, let green, let blue), .sixteen):
      Self.nearestOfTheme((red, green, blue))
    }
  }

  typealias Components = (red: UInt8, green: UInt8, blue: UInt8)

  private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]

  /// Source: the tables of xterm, <https://invisible-island.net/xterm/>.
  private static let themeComponents: [Components] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0),
    (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
    (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
  ]

  static func components(of index: UInt8) -> Components {
    switch index {
    case 0..<16:
      return themeComponents[Int(index)]
    case 232...:
      let level = 8 + 10 * (index - 232)
      return (level, level, level)
    default:
      let place = Int(index) - 16
      return (levels[place / 36], levels[place / 6 % 6], levels[place % 6])
    }
  }

  private static func distance(_ first: Components, _ second: Components) -> Int {
    func square(_ first: UInt8, _ second: UInt8) -> Int {
      let difference = Int(first) - Int(second)
      return difference * difference
    }
    // The eye is most sensitive to green and least sensitive to blue.
    return 3 * square(first.red, second.red) + 4 * square(first.green, second.green)
      + 2 * square(first.blue, second.blue)
  }

  private static func nearestOfPalette(_ color: Components) -> Color {
    // Candidates: the nearest color of the cube, found per component, and the two grays around the color's own gray.
    let cube =
      16 + 36 * nearestLevel(color.red) + 6 * nearestLevel(color.green)
      + nearestLevel(color.blue)
    let gray = (3 * Int(color.red) + 4 * Int(color.green) + 2 * Int(color.blue)) / 9
    let step = min(max(0, (gray - 8) / 10), 23)
    let candidates = [cube, 232 + step, 232 + min(step + 1, 23)]
    let nearest = candidates.min { first, second in
      distance(components(of: UInt8(first)), color) < distance(components(of: UInt8(second)), color)
    }
    return .indexed(UInt8(nearest ?? cube))
  }

  private static func nearestLevel(_ component: UInt8) -> Int {
    func distance(_ index: Int) -> Int { abs(Int(levels[index]) - Int(component)) }
    return levels.indices.min { distance($0) < distance($1) } ?? 0
  }

  private static func nearestOfTheme(_ color: Components) -> Color {
    let nearest = Theme.allCases.min { first, second in
      distance(themeComponents[Int(first.rawValue)], color)
        < distance(themeComponents[Int(second.rawValue)], color)
    }
    return .theme(nearest ?? .white)
  }
}
