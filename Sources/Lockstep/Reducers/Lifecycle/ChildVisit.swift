// SPDX-License-Identifier: MIT

/// A call of the reducer of a child.
@usableFromInline
struct ChildVisit {
  /// The children of the state that is reduced around it.
  let outer: UnsafeMutableRawPointer?
  /// The child, if the store knows it.
  let life: Life?
  let key: ChildKey
  /// The screens of the stack, if none but the visited ones was modified since they were last looked at.
  @usableFromInline var screens: Lives.Site?

  init(
    _ outer: UnsafeMutableRawPointer?,
    _ life: Life? = nil,
    _ key: ChildKey = ChildKey()
  ) {
    self.outer = outer
    self.life = life
    self.key = key
  }

  /// Notes the modification of the stack after the reducer of the screen.
  @usableFromInline
  func note(modification: UInt64) { screens?.screens.modification = modification }
}

extension Reducer {
  /// Returns the same reducer, which takes note when it runs for the only child that it leads to.
  @inlinable
  func visiting<ChildState, ChildAction, ChildEnvironment>(
    _ access: ChildAccess<
      State, Action, Environment, ChildState, ChildAction, ChildEnvironment
    >?,
    where isForChild: @escaping @Sendable (Action) -> Bool
  ) -> Self {
    guard let access else { return self }
    return Self(gate: gate, sites: sites, lifecycle: lifecycle) { state, action, environment in
      guard isForChild(action), let visit = access.beginVisit(&state) else {
        return reduce(&state, action, environment)
      }
      let effect = reduce(&state, action, environment)
      access.endVisit(visit, &state)
      return effect
    }
  }
}
