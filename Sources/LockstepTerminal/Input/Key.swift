// SPDX-License-Identifier: MIT

/// A key that was pressed, as far as terminals report it.
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
/// Terminals send bytes, not keys, so some keys cannot be told apart: Control-I arrives as ``tab``,
/// Control-M and Control-J as ``return``, Control-H as ``backspace``. For Alt with a key they send an ESC and
/// then the key, so ``escape`` with another key right after it arrives as Alt with that key. Shift and Control
/// with a key that has a name are reported by many terminals, but not by all.
public enum Key: Hashable, Sendable {
  /// A printable character. A letter with a combining mark arrives as two.
  case character(Character)
  /// A lower-case letter, or one of `@[\]^_`, while Control is held: `.control("c")` is Control-C.
  case control(Character)
  /// The key that ends a line.
  case `return`
  /// The escape key.
  case escape
  /// The tab key.
  case tab
  /// The tab key while Shift is held.
  case backTab
  /// The key that deletes backwards.
  case backspace
  /// The key that deletes forwards.
  case delete
  /// The insert key.
  case insert
  /// The arrow up.
  case up
  /// The arrow down.
  case down
  /// The arrow to the left.
  case left
  /// The arrow to the right.
  case right
  /// The key that goes to the beginning.
  case home
  /// The key that goes to the end.
  case end
  /// The key that goes a page up.
  case pageUp
  /// The key that goes a page down.
  case pageDown
  /// A function key by its number, 1 to 20.
  case function(Int)
  /// A key while others are held: ``alt(_:)``, ``alt``, ``shift`` and ``control`` make these.
  ///
  /// A combination with a case of its own never arrives as this one: Shift with a letter is the capital letter, Control
  /// with a letter is ``control(_:)-enum.case``, and Shift with the tab key is ``backTab``.
  indirect case modified(Key, Modifiers)

  /// Keys that are held while another one is pressed.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// A bit for each key.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// The key for capital letters.
    public static let shift = Self(rawValue: 1)
    /// The key that is called Option or Meta on some keyboards.
    public static let alt = Self(rawValue: 2)
    /// The key for commands.
    public static let control = Self(rawValue: 4)
  }
}

extension Key {
  /// A character while Alt is held.
  public static func alt(_ character: Character) -> Key { Key.character(character).alt }

  /// The key while Alt is held.
  public var alt: Key { with(.alt) }

  /// The key while Shift is held.
  public var shift: Key { with(.shift) }

  /// The key while Control is held.
  public var control: Key { with(.control) }

  /// The key while others are held; those that are a part of the key already are left out.
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

  /// Whether the key is a character, which a text field takes.
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
  /// Whether there is a ``Key/control(_:)-enum.case`` of the character.
  fileprivate var isControllable: Bool {
    isASCII && (isLetter || "@[\\]^_".contains(self))
  }
}

extension Key {
  /// The inscription of the key, for help: `c`, `Esc`, `↑`, `^C`, `F1`, `Alt-b`, `Shift-→`, `^←`.
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
