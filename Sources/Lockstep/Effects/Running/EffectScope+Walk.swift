// SPDX-License-Identifier: MIT

extension EffectScope {
  /// Walks the tree at and below this scope in constant stack space.
  ///
  /// `enter` is called with each scope before its children, and returns a note and the children. `leave` is called
  /// after the children, with the note and whether the walk began with the scope.
  // Inlined, so that the note is copied as a concrete type.
  @inline(__always)
  func walk<Note>(
    enter: (EffectScope) -> (note: Note, children: [EffectScope]),
    leave: (_ scope: EffectScope, _ note: consuming Note, _ isOrigin: Bool) -> Void
  ) {
    let (note, children) = enter(self)
    guard children.isEmpty == false else { return leave(self, note, true) }
    var step = WalkStep(scope: self, note: note, children: children)
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

private struct WalkStep<Note> {
  let scope: EffectScope
  let note: Note
  let children: [EffectScope]
  var entered = 0
}
