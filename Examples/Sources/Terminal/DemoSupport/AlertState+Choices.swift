// SPDX-License-Identifier: MIT

package import Lockstep
package import LockstepTerminal

extension AlertState {
  /// The keys of the buttons; the key that quits means nothing else.
  ///
  /// - Parameter dismissal: What is sent for a button that only dismisses the alert, if the alert itself
  ///   does not say so.
  /// - Returns: The choices, in the order of the buttons.
  package func choices(dismissal: Action) -> [KeyBinding<Action>] {
    Dialog(self, dismissal: dismissal, reservedKeys: ["q"]).choices
  }
}
