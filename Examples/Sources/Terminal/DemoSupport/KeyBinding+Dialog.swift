// SPDX-License-Identifier: MIT

package import LockstepTerminal

extension Sequence {
  /// The same keys without what is said about them: for a dialog that shows them itself.
  package func shownElsewhere<Action>() -> [KeyBinding<Action>]
  where Element == KeyBinding<Action> {
    map { binding in
      var binding = binding
      binding.label = ""
      return binding
    }
  }
}
