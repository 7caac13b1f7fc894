// SPDX-License-Identifier: MIT

extension ComposedLifecycle {
  // MARK: Dismissal

  var question: ParentLifecycle.Question? {
    // A recursive reducer on the same state would ask forever.
    guard let ask = child.shouldDismiss, site.isWhole == false else { return nil }
    return { [self] state, environment in shouldDismiss(&state, environment, ask) }
  }

  private func shouldDismiss(
    _ state: inout ParentState,
    _ environment: ParentEnvironment,
    _ ask: ChildLifecycle.Question
  ) -> Bool {
    withUnsafeMutablePointer(to: &state) { finder.keys($0) }.reversed().allSatisfy { key in
      guard var child = copy(key, &state) else { return true }
      var shouldDismiss = true
      withEnvironment(&state, environment) { shouldDismiss = ask(&child, $0) }
      // Written back only after a refusal, because a question alone must not call a setter.
      if shouldDismiss == false { set(&state, key, child) }
      return shouldDismiss
    }
  }

  // MARK: Turns of children

  /// Prepares for a reducer that is about to change a child; ``endVisit(_:_:)`` must follow.
  ///
  /// The method releases the copy of the child's state, so that the reducer can change the state in place. It keeps the
  /// copy of a child that has both an identity and `onUnmount`. ``endVisit(_:_:)`` copies the state of a child with
  /// `onUnmount` again, because a parent may remove the child in the same turn.
  ///
  /// A `screen` of `nil` stands for an only child. The result is `nil` if the store has no hooks.
  @usableFromInline
  func beginVisit(_ screen: VisitedScreen?, _ state: inout ParentState) -> ChildVisit? {
    guard let lives = Lives.current else { return nil }
    if let screen { return beginVisit(of: screen, lives, &state) }
    guard let known = lives.known(site), let key = known.keys.first,
      let life = known.lives.first ?? nil,
      // Another child may have replaced it in this turn.
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
    // If nothing else was modified before, only this screen needs a check afterward.
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
