// SPDX-License-Identifier: MIT

extension Key {
  init(byte: UInt8) {
    switch byte {
    case 0x0D, 0x0A: self = .return
    case 0x09: self = .tab
    case 0x08, 0x7F: self = .backspace
    case 0x01...0x1A: self = .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x00...0x1F: self = .control(Character(Unicode.Scalar(byte + 0x40)))
    case 0x20...0x7E: self = .character(Character(Unicode.Scalar(byte)))
    default: self = .character("\u{FFFD}")
    }
  }

  init?(typed text: String) {
    // The control characters of Latin-1 are terminal commands, not keys.
    guard let first = text.first, first.unicodeScalars.allSatisfy({ $0.value >= 0xA0 }) else {
      return nil
    }
    self = .character(first)
  }

  /// Creates the key of `ESC [ … final` or `ESC O final`.
  init?(finalByte: UInt8, parameters: [Int]) {
    guard let key = Key(finalByte: finalByte, number: parameters.first ?? 1) else { return nil }
    // Terminals add 1 to the bits. The other bits represent keys that not all keyboards have.
    let bits = parameters.count > 1 ? max(0, parameters[1] - 1) : 0
    self = key.with(Modifiers(rawValue: bits & 0b111))
  }

  private init?(finalByte: UInt8, number: Int) {
    switch Unicode.Scalar(finalByte) {
    case "A": self = .up
    case "B": self = .down
    case "C": self = .right
    case "D": self = .left
    case "F": self = .end
    case "H": self = .home
    case "M": self = .return
    case "Z": self = .backTab
    case "P"..."S": self = .function(Int(finalByte) - 0x4F)
    case "~": self.init(vt220: number)
    default: return nil
    }
  }

  /// Creates the key of `ESC [ number ~`.
  private init?(vt220 number: Int) {
    switch number {
    case 1, 7: self = .home
    case 2: self = .insert
    case 3: self = .delete
    case 4, 8: self = .end
    case 5: self = .pageUp
    case 6: self = .pageDown
    case 11...15: self = .function(number - 10)
    case 17...21: self = .function(number - 11)
    case 23...26: self = .function(number - 12)
    case 28...29: self = .function(number - 13)
    case 31...34: self = .function(number - 14)
    default: return nil
    }
  }
}
