// SPDX-License-Identifier: MIT

package import LockstepTerminal

/// Something that a screen offers, and its key.
package struct Choice<Action: Equatable & Sendable>: Equatable, Sendable {
  package var key: Key
  package var label: String
  package var action: Action

  package init(_ key: Key, _ label: String, _ action: Action) {
    self.key = key
    self.label = label
    self.action = action
  }

  package init(_ key: Character, _ label: String, _ action: Action) {
    self.init(.character(key), label, action)
  }

  /// The same choice, for a screen within another.
  package func map<Parent>(_ transform: (Action) -> Parent) -> Choice<Parent> {
    Choice<Parent>(key, label, transform(action))
  }

  /// How the choice is shown: `[c] Close`.
  package var text: String { "[\(key.symbol)] \(label)" }
}

extension Key {
  /// How a key is shown.
  fileprivate var symbol: String {
    switch self {
    case .character(let character): String(character)
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .return: "Enter"
    case .escape: "Esc"
    case .backspace: "Backspace"
    case .tab: "Tab"
    default: "\(self)"
    }
  }
}
