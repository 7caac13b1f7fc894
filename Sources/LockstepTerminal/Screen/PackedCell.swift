// SPDX-License-Identifier: MIT

extension Screen {
  /// A cell as a screen stores it: numbers alone, so that screens are made, copied and compared without
  /// counting references, and no padding.
  struct PackedCell: Equatable {
    var glyph: Glyph
    var colors: PackedStyle.Colors

    init(_ glyph: Glyph, _ style: PackedStyle) {
      self.glyph = Glyph(bits: glyph.bits | UInt64(style.attributes) << Glyph.attributesShift)
      colors = style.colors
    }

    static let blank = PackedCell(.space, .plain)

    /// The look of the cell.
    var packedStyle: PackedStyle {
      PackedStyle(
        colors: colors,
        attributes: UInt8(truncatingIfNeeded: glyph.bits >> Glyph.attributesShift)
      )
    }

    /// The same cell with another look.
    func styled(_ style: PackedStyle) -> PackedCell {
      PackedCell(Glyph(bits: glyph.bits & ~(0xFF << Glyph.attributesShift)), style)
    }
  }

  /// The drawing in a cell.
  ///
  /// From the lowest bit on: 32 for a scalar, for the place of a cluster, or for the distance to the first
  /// cell of the character; 8 for the number of bytes of a cluster; 8 for the number of columns, of which
  /// there are none behind the first cell of a character; 1 for an uncertain width. The highest 8 are for the
  /// attributes of a cell.
  struct Glyph: Equatable {
    fileprivate static let attributesShift: UInt64 = 56
    fileprivate let bits: UInt64

    fileprivate init(bits: UInt64) {
      self.bits = bits
    }

    /// A character of one scalar.
    init(_ scalar: Unicode.Scalar, columns: Int, isCertain: Bool) {
      bits = UInt64(scalar.value) | UInt64(columns) << 40 | (isCertain ? 0 : 1 << 48)
    }

    /// A printable byte of ASCII.
    init(byte: UInt8) {
      bits = UInt64(byte) | 1 << 40
    }

    /// A character of several scalars.
    init(cluster: Range<Int>, columns: Int) {
      bits =
        UInt64(cluster.lowerBound) | UInt64(cluster.count) << 32 | UInt64(columns) << 40 | 1 << 48
    }

    /// A cell behind the first one of a wide character.
    init(distanceToFirst distance: Int) {
      bits = UInt64(distance)
    }

    static let space = Glyph(byte: 0x20)

    /// Whether two glyphs are the same but for the attributes.
    func hasSameBits(as other: Glyph) -> Bool { bits << 8 == other.bits << 8 }
    /// Whether it is a space, with any attributes.
    var isSpace: Bool { hasSameBits(as: .space) }
    /// The number of columns; 0 in the cells behind the first one of a character.
    var columns: Int { Int(bits >> 40 & 0xFF) }
    /// Whether this is a cell behind the first one of a character.
    var isContinuation: Bool { columns == 0 }
    /// The number of cells from the beginning of the character to this one.
    var distanceToFirst: Int { isContinuation ? Int(bits & 0xFFFF_FFFF) : 0 }
    /// Whether all terminals take as many columns for it, and nothing joins it to its neighbors.
    var isCertain: Bool { bits >> 48 & 1 == 0 }
    /// Whether it is made of several scalars.
    var isCluster: Bool { bits >> 32 & 0xFF != 0 }

    /// The places of its bytes among those of all clusters, if it is made of several scalars.
    var cluster: Range<Int> {
      let start = Int(bits & 0xFFFF_FFFF)
      return start..<(start + Int(bits >> 32 & 0xFF))
    }

    /// Its only scalar, if it is not made of several.
    var scalar: Unicode.Scalar { Unicode.Scalar(UInt32(bits & 0xFFFF_FFFF)) ?? " " }
  }

  /// The bytes of the characters that are made of several scalars.
  struct Clusters {
    private(set) var bytes: [UInt8] = []
    /// The number of bytes there may be before those that no cell uses any more are removed.
    private var limit = 4_096

    /// Whether bytes are to be removed.
    var isFull: Bool { bytes.count > limit }

    mutating func append(_ cluster: some Collection<UInt8>) -> Range<Int> {
      let start = bytes.count
      bytes += cluster
      return start..<bytes.count
    }

    /// Keeps what the cells use.
    mutating func compact(_ cells: inout [PackedCell]) {
      var kept = Clusters()
      for index in cells.indices where cells[index].glyph.isCluster {
        let glyph = cells[index].glyph
        let place = kept.append(bytes[glyph.cluster])
        cells[index] = PackedCell(
          Glyph(cluster: place, columns: glyph.columns),
          cells[index].packedStyle
        )
      }
      kept.limit = max(kept.limit, 2 * kept.bytes.count)
      self = kept
    }
  }
}

/// A style as numbers.
struct PackedStyle: Equatable {
  /// The colors, each with its kind in the highest byte; 0 for that of the terminal.
  struct Colors: Equatable {
    var foreground: UInt32
    var background: UInt32
  }

  var colors: Colors
  var attributes: UInt8

  static let plain = PackedStyle(.plain)

  init(colors: Colors, attributes: UInt8) {
    self.colors = colors
    self.attributes = attributes
  }

  init(_ style: Style) {
    colors = Colors(
      foreground: Self.pack(style.foreground),
      background: Self.pack(style.background)
    )
    attributes = style.attributes.rawValue
  }

  private static func pack(_ color: Color?) -> UInt32 {
    switch color {
    case nil: 0
    case .theme(let color): 1 << 24 | UInt32(color.rawValue)
    case .indexed(let index): 2 << 24 | UInt32(index)
    case .rgb(let red, let green, let blue):
      3 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
  }

  /// The color that a number stands for.
  static func color(_ packed: UInt32) -> Color? {
    func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: packed >> shift) }
    return switch packed >> 24 {
    case 1: Color.Theme(rawValue: byte(0)).map(Color.theme)
    case 2: .indexed(byte(0))
    case 3: .rgb(byte(16), byte(8), byte(0))
    default: nil
    }
  }
}

extension Style {
  init(_ packed: PackedStyle) {
    self.init(
      PackedStyle.color(packed.colors.foreground),
      on: PackedStyle.color(packed.colors.background)
    )
    attributes = Attributes(rawValue: packed.attributes)
  }
}
