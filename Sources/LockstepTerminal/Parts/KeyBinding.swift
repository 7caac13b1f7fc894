// SPDX-License-Identifier: MIT

/// A key that means something now, and what people are told about it.
///
/// ```swift
/// let bindings = [
///   KeyBinding(.character("n"), "New game", AppAction.newGameButtonTapped),
///   KeyBinding(.escape, "Close", AppAction.closeButtonTapped),
/// ]
///
/// let action = bindings.action(for: event)
///
/// screen.draw(HelpLine(bindings), in: area)
/// // [n] New game   [Esc] Close
/// ```
///
/// A function that returns the bindings of a state is all that a program needs for both: so the help never
/// differs from what the keys do.
public struct KeyBinding<Action> {
  /// The key.
  public var key: Key
  /// What the key does, in a few words.
  public var label: String
  /// The action that is sent.
  public var action: Action

  /// Creates a binding.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - label: What the key does, in a few words.
  ///   - action: The action that is sent.
  public init(_ key: Key, _ label: String, _ action: Action) {
    self.key = key
    self.label = label
    self.action = action
  }

  /// How the binding is shown: `[c] Close`.
  public var text: String { "[\(key.symbol)] \(label)" }

  /// Returns the same binding for another type of actions, such as that of a parent.
  public func map<Other>(_ transform: (Action) -> Other) -> KeyBinding<Other> {
    KeyBinding<Other>(key, label, transform(action))
  }
}

extension KeyBinding: Equatable where Action: Equatable {}

extension KeyBinding: Hashable where Action: Hashable {}

extension KeyBinding: Sendable where Action: Sendable {}

extension Sequence {
  /// Returns the action of the first binding for a key that was pressed, or `nil` if there is none.
  ///
  /// - Complexity: O(*n*) in the number of bindings.
  public func action<Action>(for event: TerminalEvent) -> Action?
  where Element == KeyBinding<Action> {
    guard case .key(let key) = event else { return nil }
    return first { $0.key == key }?.action
  }
}

extension Key {
  /// What is written on the key, for help: `c`, `Esc`, `↑`, `^C`, `F1`.
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
    }
  }
}
