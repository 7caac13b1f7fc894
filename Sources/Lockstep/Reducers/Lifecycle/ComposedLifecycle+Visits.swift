// SPDX-License-Identifier: MIT

extension ComposedLifecycle {
  // MARK: Dismissal

  /// The question for the children before the parent is dismissed; `nil` if they never refuse.
  var question: ParentLifecycle.Question? {
    // A reducer that refers to itself on the same state would be asked forever.
    guard let ask = child.shouldDismiss, site.isWhole == false else { return nil }
    return { [self] state, environment in shouldDismiss(&state, environment, ask) }
  }

  /// Asks the children whether they may be dismissed, the top one first.
  private func shouldDismiss(
    _ state: inout ParentState,
    _ environment: ParentEnvironment,
    _ ask: ChildLifecycle.Question
  ) -> Bool {
    withUnsafeMutablePointer(to: &state) { finder.keys($0) }.reversed().allSatisfy { key in
      guard var child = copy(key, &state) else { return true }
      var shouldDismiss = true
      withEnvironment(&state, environment) { shouldDismiss = ask(&child, $0) }
      // Only then, because a setter must not be called for a question.
      if shouldDismiss == false { set(&state, key, child) }
      return shouldDismiss
    }
  }

  // MARK: Turns of children

  /// Notes that a reducer is about to change a child; ``endVisit(_:_:)`` follows.
  ///
  /// Until then, no copy of the child's state is kept, so the reducer can change it in place. A child with `onUnmount`
  /// is remembered again afterward, because a parent may remove it in the same turn.
  ///
  /// - Parameters:
  ///   - screen: The screen that the child is; `nil` for an only child.
  ///   - state: The state of the parent.
  /// - Returns: The visit, for ``endVisit(_:_:)``; `nil` if the store has no hooks.
  @usableFromInline
  func beginVisit(_ screen: VisitedScreen?, _ state: inout ParentState) -> ChildVisit? {
    guard let lives = Lives.current else { return nil }
    if let screen { return beginVisit(of: screen, lives, &state) }
    guard let known = lives.known(site), let key = known.keys.first,
      let life = known.lives.first ?? nil,
      // Another child may have taken the place in this turn.
      child.hasOnUnmount == false || isThere(key, &state)
    else {
      return ChildVisit(Lives.beginReducing(nil))
    }
    return beginVisit(of: life, key)
  }

  private func beginVisit(
    of visited: VisitedScreen,
    _ lives: Lives,
    _ state: inout ParentState
  ) -> ChildVisit {
    guard let known = lives.known(site), let (index, screen) = visited.found,
      index < known.keys.count, known.screens.isKnown(screen, at: index),
      let life = known.lives[index],
      child.hasOnUnmount == false || hasIdentity == false || isThere(known.keys[index], &state)
    else {
      return ChildVisit(Lives.beginReducing(nil))
    }
    // The screen alone has to be looked at afterward if nothing else was modified before.
    if visited.modification == known.screens.modification {
      known.screens.visited.append(visited.id)
      var visit = beginVisit(of: life, known.keys[index])
      visit.screens = known
      return visit
    }
    return beginVisit(of: life, known.keys[index])
  }

  private func beginVisit(of life: Life, _ key: ChildKey) -> ChildVisit {
    if hasIdentity == false || child.hasOnUnmount == false { life.release() }
    life.isChanged = true
    return ChildVisit(Lives.beginReducing(life.below), life, key)
  }

  /// Notes that the reducer of a child has run.
  @usableFromInline
  func endVisit(_ visit: ChildVisit, _ state: inout ParentState) {
    Lives.endReducing(to: visit.outer)
    guard let life = visit.life, isPermanent == false, child.hasOnUnmount else { return }
    withUnsafeMutablePointer(to: &state) { state in
      site.lookAtLocal(UnsafeMutableRawPointer(state), visit.key) { child in
        if let child { life.hold(child) }
      }
    }
  }

  private func isThere(_ key: ChildKey, _ state: inout ParentState) -> Bool {
    var isThere = false
    withUnsafeMutablePointer(to: &state) { state in
      site.lookAtLocal(UnsafeMutableRawPointer(state), key) { isThere = $0 != nil }
    }
    return isThere
  }
}
