// SPDX-License-Identifier: MIT

package import LockstepTerminal

extension Sequence {
  /// Returns the bindings without labels, for a dialog that shows the labels itself.
  package func shownElsewhere<Action>() -> [KeyBinding<Action>]
  where Element == KeyBinding<Action> {
    map { binding in
      var binding = binding
      binding.label = ""
      return binding
    }
  }
}
