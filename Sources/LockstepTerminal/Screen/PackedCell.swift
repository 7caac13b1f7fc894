// SPDX-License-Identifier: MIT

extension Screen {
  /// A cell without references or padding, so that screens are copied and compared without reference counting.
  struct PackedCell: Equatable {
    var glyph: Glyph
    var colors: PackedStyle.Colors

    init(_ glyph: Glyph, _ style: PackedStyle) {
      self.glyph = Glyph(bits: glyph.bits | UInt64(style.attributes) << Glyph.attributesShift)
      colors = style.colors
    }

    static let blank = PackedCell(.space, .plain)

    var packedStyle: PackedStyle {
      PackedStyle(
        colors: colors,
        attributes: UInt8(truncatingIfNeeded: glyph.bits >> Glyph.attributesShift)
      )
    }

    func styled(_ style: PackedStyle) -> PackedCell {
      PackedCell(Glyph(bits: glyph.bits & ~(0xFF << Glyph.attributesShift)), style)
    }
  }

  /// The content of a cell, packed into 64 bits.
  ///
  /// - Bits 0–31: scalar, cluster offset, or distance to the character's first cell.
  /// - Bits 32–39: number of UTF-8 bytes of a cluster; 0 for a single scalar.
  /// - Bits 40–47: width in columns; 0 in continuation cells.
  /// - Bit 48: set if terminals disagree about the width.
  /// - Bits 56–63: the cell's style attributes.
  struct Glyph: Equatable {
    fileprivate static let attributesShift: UInt64 = 56
    fileprivate let bits: UInt64

    fileprivate init(bits: UInt64) {
      self.bits = bits
    }

    init(_ scalar: Unicode.Scalar, columns: Int, isCertain: Bool) {
      bits = UInt64(scalar.value) | UInt64(columns) << 40 | (isCertain ? 0 : 1 << 48)
    }

    init(byte: UInt8) {
      bits = UInt64(byte) | 1 << 40
    }

    init(cluster: Range<Int>, columns: Int) {
      bits =
        UInt64(cluster.lowerBound) | UInt64(cluster.count) << 32 | UInt64(columns) << 40 | 1 << 48
    }

    init(distanceToFirst distance: Int) {
      bits = UInt64(distance)
    }

    static let space = Glyph(byte: 0x20)

    func hasSameBits(as other: Glyph) -> Bool { bits << 8 == other.bits << 8 }
    var isSpace: Bool { hasSameBits(as: .space) }
    var columns: Int { Int(bits >> 40 & 0xFF) }
    var isContinuation: Bool { columns == 0 }
    var distanceToFirst: Int { isContinuation ? Int(bits & 0xFFFF_FFFF) : 0 }
    /// Whether all terminals agree on the width and draw the character separately from its neighbors.
    var isCertain: Bool { bits >> 48 & 1 == 0 }
    var isCluster: Bool { bits >> 32 & 0xFF != 0 }

    var cluster: Range<Int> {
      let start = Int(bits & 0xFFFF_FFFF)
      return start..<(start + Int(bits >> 32 & 0xFF))
    }

    var scalar: Unicode.Scalar { Unicode.Scalar(UInt32(bits & 0xFFFF_FFFF)) ?? " " }
  }

  /// The UTF-8 bytes of the characters that consist of several scalars.
  struct Clusters {
    private(set) var bytes: [UInt8] = []
    /// The size above which unused bytes are removed.
    private var limit = 4_096

    var isFull: Bool { bytes.count > limit }

    mutating func append(_ cluster: some Collection<UInt8>) -> Range<Int> {
      let start = bytes.count
      bytes += cluster
      return start..<bytes.count
    }

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

struct PackedStyle: Equatable {
  /// The colors, each with its kind in the highest byte; 0 is the terminal's default.
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
