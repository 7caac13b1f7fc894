// SPDX-License-Identifier: MIT

package import LockstepTerminal

extension KeyBinding {
  /// What the key of a character means.
  package init(_ key: Character, _ label: String, _ action: Action) {
    self.init(.character(key), label, action)
  }
}
