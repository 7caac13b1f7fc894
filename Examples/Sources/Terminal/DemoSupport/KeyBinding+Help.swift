// SPDX-License-Identifier: MIT

package import LockstepTerminal

extension Sequence {
  /// Returns these keys, of which the help names only those with a label: a screen has little room for the others,
  /// which are known from elsewhere, such as Page Down.
  package func helping<Action>(only label: String) -> [KeyBinding<Action>]
  where Element == KeyBinding<Action> {
    map { binding in
      var binding = binding
      if binding.label != label { binding.label = "" }
      return binding
    }
  }
}
