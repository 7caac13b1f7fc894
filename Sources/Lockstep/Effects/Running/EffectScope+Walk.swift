// SPDX-License-Identifier: MIT

extension EffectScope {
  /// Walks the tree at and below this scope, in constant stack space: enters a scope, walks its children, and
  /// leaves it.
  ///
  /// - Parameters:
  ///   - enter: Called first with each scope; returns a note on the scope, and its children.
  ///   - leave: Called with each scope after its children, with the note, and whether the walk began with the
  ///     scope.
  func walk<Note>(
    enter: (EffectScope) -> (note: Note, children: [EffectScope]),
    leave: (_ scope: EffectScope, _ note: consuming Note, _ isOrigin: Bool) -> Void
  ) {
    let (note, children) = enter(self)
    guard children.isEmpty == false else { return leave(self, note, true) }
    // The scopes that have been entered and not left, and how many of their children have been entered.
    var steps = [(scope: self, note: note, children: children, entered: 0)]
    while let index = steps.indices.last {
      let entered = steps[index].entered
      guard entered < steps[index].children.count else {
        let step = steps.removeLast()
        leave(step.scope, step.note, index == 0)
        continue
      }
      steps[index].entered += 1
      let child = steps[index].children[entered]
      let (note, children) = enter(child)
      if children.isEmpty {
        leave(child, note, false)
      } else {
        steps.append((child, note, children, 0))
      }
    }
  }
}
