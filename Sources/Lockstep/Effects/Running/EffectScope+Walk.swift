// SPDX-License-Identifier: MIT

extension EffectScope {
  /// Walks the tree at and below this scope, in constant stack space: enters a scope, walks its children, and
  /// leaves it.
  ///
  /// - Parameters:
  ///   - enter: Called first with each scope; returns a note on the scope, and its children.
  ///   - leave: Called with each scope after its children, with the note, and whether the walk began with the
  ///     scope.
  // Where it is called, so that a note is not copied as one of any type.
  @inline(__always)
  func walk<Note>(
    enter: (EffectScope) -> (note: Note, children: [EffectScope]),
    leave: (_ scope: EffectScope, _ note: consuming Note, _ isOrigin: Bool) -> Void
  ) {
    let (note, children) = enter(self)
    guard children.isEmpty == false else { return leave(self, note, true) }
    var step = WalkStep(scope: self, note: note, children: children)
    /// The steps around this one.
    var outer: [WalkStep<Note>] = []
    while true {
      guard step.entered < step.children.count else {
        leave(step.scope, step.note, outer.isEmpty)
        guard let next = outer.popLast() else { return }
        step = next
        continue
      }
      let child = step.children[step.entered]
      step.entered += 1
      let (note, children) = enter(child)
      if children.isEmpty {
        leave(child, note, false)
      } else {
        outer.append(step)
        step = WalkStep(scope: child, note: note, children: children)
      }
    }
  }
}

/// A scope that has been entered and not left.
private struct WalkStep<Note> {
  let scope: EffectScope
  let note: Note
  let children: [EffectScope]
  /// How many of the children have been entered.
  var entered = 0
}
