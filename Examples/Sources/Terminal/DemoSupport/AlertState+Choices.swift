// SPDX-License-Identifier: MIT

package import Lockstep

extension AlertState where Action: Equatable & Sendable {
  /// What can be chosen: the buttons, each with a key of its own, or one that says "Ok".
  ///
  /// - Parameter dismissal: What is sent for a button that only dismisses the alert, if the alert itself
  ///   does not say so.
  /// - Returns: The choices, in the order of the buttons.
  package func choices(dismissal: Action) -> [Choice<Action>] {
    let buttons = buttons.isEmpty ? [.default("Ok")] : buttons
    // The key that quits means nothing else.
    var keys = "abcdefghijklmnoprstuvwxyz0123456789ABCDEFGHIJKLMNOPRSTUVWXYZ"
    return buttons.compactMap { button in
      let label = button.label?.string ?? "Cancel"
      guard let key = label.lowercased().first(where: keys.contains) ?? keys.first else {
        return nil
      }
      keys.removeAll { $0 == key }
      return Choice(key, label, button.action ?? onDismiss ?? dismissal)
    }
  }
}
