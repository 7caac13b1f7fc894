// SPDX-License-Identifier: MIT

/// A key press, as far as terminals report it.
///
/// ```swift
/// switch key {
/// case "q": close()
/// case .up, "k": moveUp()
/// case .alt("b"), .left.control: moveToPreviousWord()
/// default: break
/// }
/// ```
///
/// Terminals send bytes, not keys, so some keys are indistinguishable: Control-I arrives as ``tab``, Control-M and
/// Control-J as ``return``, and Control-H as ``backspace``. For Alt with a key, a terminal sends ESC and then the key,
/// so ``escape`` followed immediately by another key arrives as Alt with that key. Not all terminals report Shift and
/// Control with named keys.
public enum Key: Hashable, Sendable {
  /// A printable character or a combining mark, which arrive as separate keys.
  case character(Character)
  /// A lowercase letter, or one of `@[\]^_`, with Control: `.control("c")` is Control-C.
  case control(Character)
  /// The Return key.
  case `return`
  /// The Escape key.
  case escape
  /// The Tab key.
  case tab
  /// The Tab key with Shift.
  case backTab
  /// The Backspace key, which deletes backward.
  case backspace
  /// The Delete key, which deletes forward.
  case delete
  /// The Insert key.
  case insert
  /// The up arrow key.
  case up
  /// The down arrow key.
  case down
  /// The left arrow key.
  case left
  /// The right arrow key.
  case right
  /// The Home key.
  case home
  /// The End key.
  case end
  /// The Page Up key.
  case pageUp
  /// The Page Down key.
  case pageDown
  /// A function key with a number from 1 to 20.
  case function(Int)
  /// A key with modifiers, as created by ``alt(_:)``, ``alt``, ``shift`` and ``control``.
  ///
  /// A combination with its own case never arrives as a modified key: Shift with a letter is the capital letter,
  /// Control with a letter is ``control(_:)-enum.case``, and Shift with the Tab key is ``backTab``.
  indirect case modified(Key, Modifiers)

  /// The modifier keys of a key press.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits of the modifiers.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// The Shift key.
    public static let shift = Self(rawValue: 1)
    /// The Alt key, called Option or Meta on some keyboards.
    public static let alt = Self(rawValue: 2)
    /// The Control key.
    public static let control = Self(rawValue: 4)
  }
}

extension Key {
  /// Returns the key of a character with Alt.
  public static func alt(_ character: Character) -> Key { Key.character(character).alt }

  /// The key with Alt.
  public var alt: Key { with(.alt) }

  /// The key with Shift.
  public var shift: Key { with(.shift) }

  /// The key with Control.
  public var control: Key { with(.control) }

  /// Returns the key with modifiers, except for modifiers that the key already includes.
  func with(_ modifiers: Modifiers) -> Key {
    switch self {
    case .modified(let key, let others): return key.with(modifiers.union(others))
    case " " where modifiers.contains(.control):
      return Key.control("@").with(modifiers.subtracting(.control))
    case .character(let character) where modifiers.contains(.control) && character.isControllable:
      let letter = Character(character.lowercased())
      return Key.control(letter).with(modifiers.subtracting([.control, .shift]))
    case .character(let character) where modifiers.contains(.shift):
      let capital = character.uppercased()
      let key = capital.count == 1 ? Key.character(Character(capital)) : self
      return key.with(modifiers.subtracting(.shift))
    case .tab where modifiers.contains(.shift):
      return Key.backTab.with(modifiers.subtracting(.shift))
    case .control, .backTab:
      let rest = modifiers.intersection(.alt)
      return rest.isEmpty ? self : .modified(self, rest)
    default:
      return modifiers.isEmpty ? self : .modified(self, modifiers)
    }
  }

  var isTyped: Bool {
    if case .character = self { true } else { false }
  }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// Creates the key of a character.
  public init(extendedGraphemeClusterLiteral character: Character) {
    self = .character(character)
  }
}

extension Character {
  fileprivate var isControllable: Bool {
    isASCII && (isLetter || "@[\\]^_".contains(self))
  }
}

extension Key {
  /// The label of the key in help: `c`, `Esc`, `↑`, `^C`, `F1`, `Alt-b`, `Shift-→`, `^←`.
  public var symbol: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let character): "^" + character.uppercased()
    case .return: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .backspace: "Backspace"
    case .delete: "Del"
    case .insert: "Ins"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .function(let number): "F\(number)"
    case .modified(let key, let modifiers): modifiers.symbol + key.symbol
    }
  }
}

extension Key.Modifiers {
  fileprivate var symbol: String {
    (contains(.alt) ? "Alt-" : "") + (contains(.shift) ? "Shift-" : "")
      + (contains(.control) ? "^" : "")
  }
}
