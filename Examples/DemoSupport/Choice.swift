// SPDX-License-Identifier: MIT

package import TerminalSupport

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
    default: "\(self)"
    }
  }
}
