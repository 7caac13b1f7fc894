// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer of a larger feature that runs this one on each screen of a stack.
  ///
  /// ```swift
  /// let appReducer = Reducer<AppState, AppAction, AppEnvironment>.combine(
  ///   screenReducer.environment(\.screens).forEach(stack: \.path, action: /AppAction.path),
  ///   Reducer { state, action, _ in
  ///     guard case .bookTapped(let id) = action else { return .none }
  ///     state.path.append(.detail(DetailState(id: id)))
  ///     return .none
  ///   }
  /// )
  /// ```
  ///
  /// For screens of several kinds, let the state of a screen be an enum, and this reducer a combination of pullbacks
  /// along its cases.
  ///
  /// Popping a screen ends its effects and those of all screens above it, before the next action is taken. A screen that
  /// returns ``Effect/dismiss`` is popped, with all above it. An action for a screen that is not there is reported;
  /// popping a screen that has gone does nothing.
  ///
  /// - Parameters:
  ///   - toStack: The key path to the stack.
  ///   - toScreenID: Returns the identity of a screen; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none. A screen whose state is set to one with another identity is another screen.
  ///   - toAction: The case of the actions of the stack.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the larger feature.
  /// - Complexity: O(log *n*) for each action, in the number of screens, plus the cost of this reducer. Nothing is copied.
  @inlinable
  public func forEach<ParentState, ParentAction: Sendable>(
    stack toStack: any WritableKeyPath<ParentState, StackState<State>> & Sendable,
    id toScreenID: (@Sendable (State) -> any Hashable & Sendable)? = nil,
    action toAction: CasePath<ParentAction, StackAction<State, Action>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, Environment> where State: Sendable {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return onStack(
      SameEnvironment(),
      StackComposition(toStack, ChildIdentity(toScreenID), toAction, children: sites, location)
    )
  }

  /// Returns a reducer of a larger feature that runs this one on each screen of a stack.
  @inlinable
  func onStack<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    _ toScreenEnvironment: some ChildEnvironment<ParentState, ParentEnvironment, Environment>,
    _ composition: StackComposition<ParentState, ParentAction, State, Action>
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> where State: Sendable {
    let toAction = composition.toAction
    toAction.noteUse(at: composition.location)
    let access = composition.access(to: lifecycle, environment: toScreenEnvironment)
    return Reducer<ParentState, ParentAction, ParentEnvironment>(
      gate: toAction.gate,
      sites: SiteSet(composition.site),
      lifecycle: access?.lifecycle
    ) { state, action, environment in
      guard let stackAction = toAction.extract(from: action) else { return .none }
      guard case .element(let id, let screenAction) = stackAction else {
        guard let ask = lifecycle?.shouldDismiss else {
          return composition.change(&state, action, stackAction, shouldDismiss: nil)
        }
        return toScreenEnvironment.with(&state, environment) { state, environment in
          composition.change(&state, action, stackAction) { ask(&$0, environment) }
        }
      }
      if let access {
        let (index, screen, modification) = composition.place.look(in: &state) { stack in
          let index = stack.pointee.index(of: id)
          let contents = stack.pointee.contents
          return (index, index.map { contents.screens[$0] }, contents.modification)
        }
        let visit = access.beginVisit(of: id, at: index, screen, modification, &state)
        let effect = toScreenEnvironment.with(&state, environment) {
          composition.reduce(&$0, action, id, screenAction, self, $1)
        }
        if let visit {
          access.endVisit(visit, &state)
          if visit.screens != nil {
            visit.note(
              modification: composition.place.look(in: &state) { $0.pointee.contents.modification }
            )
          }
        }
        return effect
      }
      return toScreenEnvironment.with(&state, environment) {
        composition.reduce(&$0, action, id, screenAction, self, $1)
      }
    }
  }
}

extension Reducer where Environment == Void {
  /// Returns a reducer of a larger feature that runs this one, which needs no environment, on each screen of a stack.
  @inlinable
  @_disfavoredOverload
  public func forEach<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    stack toStack: any WritableKeyPath<ParentState, StackState<State>> & Sendable,
    id toScreenID: (@Sendable (State) -> any Hashable & Sendable)? = nil,
    action toAction: CasePath<ParentAction, StackAction<State, Action>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> where State: Sendable {
    environment { (_: ParentEnvironment) in }.forEach(
      stack: toStack,
      id: toScreenID,
      action: toAction,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

/// The identity of a screen: that of its place in the stack, and that of its state, if it has one.
private struct ScreenIdentity: Hashable {
  let stamp: UInt64
  let state: CancellationID?
}

/// The way from the state of a feature to a stack of screens.
@usableFromInline
struct StackComposition<State, Action: Sendable, Screen: Sendable, ScreenAction: Sendable>:
  Sendable
{
  @usableFromInline let place: StatePlace<State, StackState<Screen>>
  @usableFromInline let identity: ChildIdentity<Screen>?
  @usableFromInline let toAction: CasePath<Action, StackAction<Screen, ScreenAction>>
  @usableFromInline let site: ChildSite
  @usableFromInline let location: CodeLocation
  /// Finds the stack.
  private let lookAtStack: ChildSite.Look

  @usableFromInline
  init(
    _ toStack: any WritableKeyPath<State, StackState<Screen>> & Sendable,
    _ identity: ChildIdentity<Screen>?,
    _ toAction: CasePath<Action, StackAction<Screen, ScreenAction>>,
    children: SiteSet?,
    pairing: ChildSite.Pairing? = nil,
    _ location: CodeLocation
  ) {
    let place = StatePlace(toStack)
    self.place = place
    self.identity = identity
    self.toAction = toAction
    self.location = location
    let look = StatePlace.look(place.offset < 0 ? nil : place.offset, toStack) { stack, _, body in
      body(stack)
    }
    let membership: @Sendable (UnsafeMutableRawPointer) -> UInt64 = { state in
      var membership: UInt64 = 0
      look(state, ChildKey()) { stack in
        if let stack { membership = Self.contents(of: stack).membership }
      }
      return membership
    }
    let path: @Sendable () -> String = { toStack.text }
    let extract: ChildSite.Extract = { action in
      guard let action = action as? Action,
        case .element(_, let screenAction) = toAction.extract(from: action)
      else { return nil }
      return screenAction
    }
    site = ChildSite(
      children: children,
      // A state with another identity may take the place of another one without a change of the stack.
      membership: identity == nil ? membership : nil,
      isStable: place.offset >= 0,
      presenter: ChildSite.Presenter(toStack, "forEach(stack:)", location),
      path: path,
      extract: extract,
      pairing: pairing,
      look: StatePlace.look(place.offset < 0 ? nil : place.offset, toStack) { stack, key, body in
        body(Self.screen(of: key, in: stack, identity))
      }
    )
    lookAtStack = look
  }

  /// Returns what is known of the screens of a stack.
  private static func contents(of stack: UnsafeMutableRawPointer) -> StackContents {
    stack.assumingMemoryBound(to: StackContents.self).pointee
  }

  /// Returns the address of a screen's state, or `nil` if the screen is not in the stack.
  private static func screen(
    of key: ChildKey,
    in stack: UnsafeMutableRawPointer,
    _ identity: ChildIdentity<Screen>?
  ) -> UnsafeMutableRawPointer? {
    // Reading the ids does not require the type of the stack, which unspecialized code would have to look up.
    let contents = contents(of: stack)
    guard let id = key.element?.value(as: Int.self), let index = contents.index(of: id),
      let other = key.identity?.value(as: ScreenIdentity.self),
      contents.screens[index].stamp == other.stamp,
      let states = stack.assumingMemoryBound(to: StackState<Screen>.self).pointee.states
        .withUnsafeBytes({ $0.baseAddress })
    else { return nil }
    let state = UnsafeMutableRawPointer(mutating: states + index * MemoryLayout<Screen>.stride)
    return identity?.raw.matches(state, other.state) == false ? nil : state
  }

  private func key(at index: Int, in stack: StackState<Screen>) -> ChildKey {
    let screen = stack.contents.screens[index]
    let state = identity.flatMap { identity in
      stack.place(at: index).map { identity.raw.read($0) }
    }
    return ChildKey(
      element: CancellationID(screen.id),
      identity: CancellationID(ScreenIdentity(stamp: screen.stamp, state: state))
    )
  }

  /// Returns the key of a screen; `nil` if it is not there.
  @usableFromInline
  func key(of id: Int, _ state: inout State) -> ChildKey? {
    place.look(in: &state) { stack in
      stack.pointee.index(of: id).map { key(at: $0, in: stack.pointee) }
    }
  }

  /// Runs the reducer of a screen; returns its effect as one of the feature.
  @inlinable
  func reduce<Environment>(
    _ state: inout State,
    _ action: Action,
    _ id: Int,
    _ screenAction: ScreenAction,
    _ reducer: Reducer<Screen, ScreenAction, Environment>,
    _ environment: Environment
  ) -> Effect<Action, Never> {
    let sender = SenderPlace.take(at: site)
    if let sender, let problem = replacement(of: sender, by: id, &state) {
      return stray(action, problem)
    }
    let effect = place.modify(&state) { stack in
      stack.modify(id: id) { screen in
        sender?.reducingChild { reducer.reduce(&screen, screenAction, environment) }
          ?? reducer.reduce(&screen, screenAction, environment)
      }
    }
    guard let effect else { return stray(action, absence(of: id, &state)) }
    return effect.node == nil ? .none : lift(effect, of: id, &state)
  }

  @usableFromInline
  func stray(_ action: Action, _ problem: String) -> Effect<Action, Never> {
    .stray(action, problem, "run for each screen", path: site.path?(), location)
  }

  @usableFromInline
  func absence(of id: Int, _ state: inout State) -> String {
    place.look(in: &state) { stack in
      stack.pointee.hadScreen(id)
        ? "its screen with the id \(id) was gone"
        : "the stack had never had a screen with the id \(id); its ids are \(stack.pointee.ids)"
    }
  }

  @usableFromInline
  func replacement(of sender: SenderPlace, by id: Int, _ state: inout State) -> String? {
    guard let key = key(of: id, &state), key.identity != sender.identity else { return nil }
    let (old, new) = (
      sender.identity?.value(as: ScreenIdentity.self), key.identity?.value(as: ScreenIdentity.self)
    )
    if let old, let new, old.stamp == new.stamp, let was = old.state, let isNow = new.state {
      return Lockstep.replacement(of: was, by: isNow)
    }
    return "another screen had the sender's id \(id)"
  }

  @usableFromInline
  func lift(
    _ effect: Effect<ScreenAction, Never>,
    of id: Int,
    _ state: inout State
  ) -> Effect<Action, Never> {
    guard let key = key(of: id, &state) else { return .none }
    var effect = effect
    let isDismissed = effect.node?.hasWords == true && effect.takeDismissal()
    let dismissal = toAction.embed(.popFrom(id: id))
    let lifted = effect.embedded(
      at: site,
      key: key,
      endsWithState: true,
      dismissal: ValueNode(dismissal)
    ) { [toAction] in
      toAction.embed(.element(id: id, action: $0))
    }
    return isDismissed ? lifted.merged(.dismissal(dismissal, of: key, at: site)) : lifted
  }

  /// Changes which screens there are; `shouldDismiss` says whether one may be popped.
  @usableFromInline
  func change(
    _ state: inout State,
    _ action: Action,
    _ stackAction: StackAction<Screen, ScreenAction>,
    shouldDismiss: ((inout Screen) -> Bool)?
  ) -> Effect<Action, Never> {
    switch stackAction {
    case .element:
      return .none
    case .push(let screen):
      place.modify(&state) { _ = $0.append(screen) }
      return .none
    case .popFrom(let id):
      let key = key(of: id, &state)
      if let sender = SenderPlace.take(at: site) {
        // The screen may have gone since it asked to be dismissed, even with the whole stack.
        guard key?.identity == sender.identity else { return .none }
      } else if key == nil, place.look(in: &state, { $0.pointee.hadScreen(id) }) == false {
        return stray(action, absence(of: id, &state))
      }
      guard key != nil else { return .none }
      place.modify(&state) { stack in
        guard let shouldDismiss else { return stack.pop(from: id) }
        stack.pop(from: id, where: shouldDismiss)
      }
      return .none
    }
  }

  /// Compares the screens with those of the last call, and returns the differences; `nil` if there are none.
  ///
  /// - Complexity: That of ``KnownScreens/changes(to:of:isIdentified:isAlwaysAsked:key:)``.
  @Sendable
  private func changes(
    _ state: UnsafeMutableRawPointer,
    _ known: Lives.Site,
    isAlwaysAsked: Bool
  ) -> ChildChanges? {
    var changes: ChildChanges?
    lookAtStack(state, ChildKey()) { stack in
      guard let stack else { return }
      changes = known.screens.changes(
        to: Self.contents(of: stack),
        of: known,
        isIdentified: identity != nil,
        isAlwaysAsked: isAlwaysAsked
      ) { index in
        key(at: index, in: stack.assumingMemoryBound(to: StackState<Screen>.self).pointee)
      }
    }
    return changes
  }

  @usableFromInline
  func access<Environment, ScreenEnvironment>(
    to lifecycle: Lifecycle<Screen, ScreenAction, ScreenEnvironment>?,
    environment: some ChildEnvironment<State, Environment, ScreenEnvironment>
  ) -> ChildAccess<State, Action, Environment, Screen, ScreenAction, ScreenEnvironment>? {
    guard let lifecycle else { return nil }
    return ChildAccess(
      site,
      .screens(
        changes,
        in: lookAtStack,
        keys: { [place] state in
          place.look(in: &state) { stack in
            stack.pointee.contents.screens.indices.map { key(at: $0, in: stack.pointee) }
          }
        },
        isAlwaysAsked: environment.pairing != nil
      ),
      of: lifecycle,
      set: { state, key, screen in
        guard let id = key.element?.value(as: Int.self) else { return }
        place.modify(&state) { stack in _ = stack.modify(id: id) { $0 = screen } }
      },
      environment: environment,
      endsWithState: true,
      isIdentified: identity != nil,
      dismissal: { key in
        key.element?.value(as: Int.self).map { toAction.embed(.popFrom(id: $0)) }
      },
      embed: { key, action in
        toAction.embed(.element(id: key.element?.value(as: Int.self) ?? 0, action: action))
      }
    )
  }
}
