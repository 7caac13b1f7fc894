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
    var steps = [WalkStep(scope: self, note: note, children: children)]
    while let index = steps.indices.last {
      guard let child = steps[index].nextChild() else {
        let step = steps.removeLast()
        leave(step.scope, step.note, index == 0)
        continue
      }
      let (note, children) = enter(child)
      if children.isEmpty {
        leave(child, note, false)
      } else {
        steps.append(WalkStep(scope: child, note: note, children: children))
      }
    }
  }
}

/// A scope that has been entered and not left.
private struct WalkStep<Note> {
  let scope: EffectScope
  let note: Note
  let children: [EffectScope]
  private var entered = 0

  init(scope: EffectScope, note: Note, children: [EffectScope]) {
    self.scope = scope
    self.note = note
    self.children = children
  }

  mutating func nextChild() -> EffectScope? {
    guard entered < children.count else { return nil }
    defer { entered += 1 }
    return children[entered]
  }
}
