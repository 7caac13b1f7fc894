// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer of a larger feature that runs this one on each screen of a stack.
  ///
  /// ```swift
  /// enum AppFeature {
  ///   static let reducer = Reducer<State, Action, Environment>.combine(
  ///     BookScreen.reducer.environment(\.screens).forEach(stack: \.path, action: /Action.path),
  ///     .withoutEffects { state, action in
  ///       guard case .bookTapped(let id) = action else { return }
  ///       state.path.append(.detail(Detail.State(id: id)))
  ///     }
  ///   )
  /// }
  /// ```
  ///
  /// For screens of several kinds, use an enum as the screen's state, and combine pullbacks along its cases.
  ///
  /// Popping a screen cancels the effects of that screen and of all screens above it before the store processes the
  /// next action. A screen that returns ``Effect/dismiss`` is popped, together with all screens above it. An action for
  /// a missing screen is reported. Popping a screen that was already removed does nothing.
  ///
  /// - Parameters:
  ///   - toStack: The key path to the stack.
  ///   - toScreenID: Returns the identity of a screen. By default, this is the `id` of an `Identifiable` state; other
  ///     states have no identity. Assigning a state with another identity replaces the screen.
  ///   - toAction: The case of the actions of the stack.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the larger feature.
  /// - Complexity: O(log *n*) for each action, where *n* is the number of screens, plus the cost of this reducer. The
  ///   stack is not copied.
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
    return StackComposition(
      self,
      toStack,
      ChildIdentity(toScreenID),
      toAction,
      SameEnvironment(),
      location
    )
    .composed()
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

/// The identity of a screen's place in the stack, and the identity of its state, if any.
private struct ScreenIdentity: Hashable {
  let stamp: UInt64
  let state: CancellationID?
}

@usableFromInline
struct StackPlace<ParentState, Screen>: ChildPlace {
  @usableFromInline let stack: StatePlace<ParentState, StackState<Screen>>

  @usableFromInline
  init(_ keyPath: any WritableKeyPath<ParentState, StackState<Screen>> & Sendable) {
    stack = StatePlace(keyPath)
  }

  @inlinable static var isStamped: Bool { true }
  @inlinable var isStable: Bool { stack.isStable }
  @usableFromInline var path: (@Sendable () -> String)? { stack.path }

  @usableFromInline var membership: (@Sendable (UnsafeMutableRawPointer) -> UInt64)? {
    { [look = lookAtStack] state in
      var membership: UInt64 = 0
      look(state, ChildKey()) { stack in
        if let stack { membership = Self.contents(of: stack).membership }
      }
      return membership
    }
  }

  private var lookAtStack: ChildSite.Look { stack.lookAtPart { stack, _, body in body(stack) } }

  private static func contents(of stack: UnsafeMutableRawPointer) -> StackContents {
    stack.assumingMemoryBound(to: StackContents.self).pointee
  }

  @usableFromInline
  func look(_ identity: RawIdentity?) -> ChildSite.Look {
    stack.lookAtPart { stack, key, body in body(Self.screen(of: key, in: stack, identity)) }
  }

  /// Returns the address of a screen's state, or `nil` if the stack does not contain the screen.
  private static func screen(
    of key: ChildKey,
    in stack: UnsafeMutableRawPointer,
    _ identity: RawIdentity?
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
    return identity?.matches(state, other.state) == false ? nil : state
  }

  private static func key(
    at index: Int,
    in stack: StackState<Screen>,
    _ identity: RawIdentity?
  ) -> ChildKey {
    let screen = stack.contents.screens[index]
    let state = identity.flatMap { identity in stack.place(at: index).map { identity.read($0) } }
    return ChildKey(
      element: CancellationID(screen.id),
      identity: CancellationID(ScreenIdentity(stamp: screen.stamp, state: state))
    )
  }

  @usableFromInline
  func finder(_ site: ChildSite, _ identity: RawIdentity?, isShared: Bool) -> ChildFinder? {
    let lookAtStack = lookAtStack
    return ChildFinder(
      site,
      { state, known, isAlwaysAsked in
        // The result of ``KnownScreens/changes(to:of:isIdentified:isAlwaysAsked:key:)``.
        var changes: ChildChanges?
        lookAtStack(state, ChildKey()) { stack in
          guard let stack else { return }
          changes = known.screens.changes(
            to: Self.contents(of: stack),
            of: known,
            isIdentified: identity != nil,
            isAlwaysAsked: isAlwaysAsked
          ) { index in
            let stack = stack.assumingMemoryBound(to: StackState<Screen>.self)
            return Self.key(at: index, in: stack.pointee, identity)
          }
        }
        return changes
      },
      in: lookAtStack,
      keys: { state in
        var keys: [ChildKey] = []
        lookAtStack(state, ChildKey()) { stack in
          guard let stack else { return }
          let screens = stack.assumingMemoryBound(to: StackState<Screen>.self).pointee
          keys = screens.contents.screens.indices.map { Self.key(at: $0, in: screens, identity) }
        }
        return keys
      },
      isAlwaysAsked: isShared
    )
  }

  @inlinable
  func visited(_ id: Int, in parent: inout ParentState) -> VisitedScreen? {
    stack.look(in: &parent) { VisitedScreen(id, in: $0.pointee.contents) }
  }

  @usableFromInline
  func identity(
    of id: Int,
    in parent: inout ParentState,
    _ identity: ChildIdentity<Screen>?
  ) -> CancellationID? {
    stack.look(in: &parent) { stack in
      let stack = stack.pointee
      return stack.index(of: id).flatMap { Self.key(at: $0, in: stack, identity?.raw).identity }
    }
  }

  @inlinable
  func modify(_ parent: inout ParentState, _ id: Int, _ body: (inout Screen) -> Void) -> Bool {
    stack.modify(&parent) { $0.modify(id: id, body) != nil }
  }

  @usableFromInline
  func absence(of id: Int, in parent: inout ParentState) -> String {
    stack.look(in: &parent) { stack in
      stack.pointee.hadScreen(id)
        ? "the stack no longer had its screen with the id \(id)"
        : "the stack had never had a screen with the id \(id); its ids are \(stack.pointee.ids)"
    }
  }

  @usableFromInline
  static func replacement(of sender: CancellationID, by child: CancellationID, _ id: Int) -> String
  {
    let (old, new) = (
      sender.value(as: ScreenIdentity.self), child.value(as: ScreenIdentity.self)
    )
    if let old, let new, old.stamp == new.stamp, let was = old.state, let isNow = new.state {
      return Lockstep.replacement(of: was, by: isNow)
    }
    return "another screen had the sender's id \(id)"
  }
}

@usableFromInline
struct ScreenActions<ParentAction: Sendable, Screen: Sendable, Action: Sendable>: ChildActions {
  @usableFromInline let path: CasePath<ParentAction, StackAction<Screen, Action>>

  @usableFromInline
  init(_ path: CasePath<ParentAction, StackAction<Screen, Action>>, at location: CodeLocation) {
    self.path = path
    path.noteUse(at: location)
  }

  @usableFromInline var gate: CaseGate? { path.gate }

  @inlinable
  func extract(from action: ParentAction) -> (Int, Action)? {
    guard case .element(let id, let action) = path.extract(from: action) else { return nil }
    return (id, action)
  }

  @inlinable
  func embedding(of id: Int) -> @Sendable (Action) -> ParentAction {
    { [path] in path.embed(.element(id: id, action: $0)) }
  }

  @inlinable
  func dismissal(of id: Int) -> ValueNode<ParentAction, Never>? {
    ValueNode(path.embed(.popFrom(id: id)))
  }
}

@usableFromInline
final class StackComposition<
  Action: Sendable,
  Screen: Sendable,
  ScreenAction: Sendable,
  Source: ChildEnvironment
>: Sendable {
  @usableFromInline typealias State = Source.ParentState
  @usableFromInline typealias Screens =
    ComposedChild<StackPlace<State, Screen>, ScreenActions<Action, Screen, ScreenAction>, Source>

  @usableFromInline let screens: Screens

  @inlinable
  init(
    _ screen: Reducer<Screen, ScreenAction, Source.Environment>,
    _ toStack: any WritableKeyPath<State, StackState<Screen>> & Sendable,
    _ identity: ChildIdentity<Screen>?,
    _ toAction: CasePath<Action, StackAction<Screen, ScreenAction>>,
    _ source: Source,
    _ location: CodeLocation
  ) {
    screens = ComposedChild(
      screen,
      at: StackPlace(toStack),
      identity,
      ScreenActions(toAction, at: location),
      source,
      presenter: ChildSite.Presenter(toStack, "forEach(stack:)"),
      "run for each screen",
      location
    )
  }

  @inlinable
  func composed() -> Reducer<State, Action, Source.ParentEnvironment> {
    Reducer(
      gate: screens.actions.gate,
      sites: SiteSet(screens.site),
      lifecycle: screens.lifecycle?.ofParent
    ) { [self, screens] state, action, environment in
      // This frame is on the stack once per nested stack, so keep variables few.
      guard let (id, screenAction) = screens.actions.extract(from: action) else {
        return change(&state, action, environment)
      }
      let effect = screens.run(&state, action, id, screenAction, environment)
      return effect.node?.hasOutputs == true ? dismissing(effect, id, &state) : effect
    }
  }

  /// Replaces a screen's requests to be dismissed with an effect that dismisses the screen.
  @usableFromInline
  func dismissing(
    _ effect: Effect<Action, Never>,
    _ id: Int,
    _ state: inout State
  ) -> Effect<Action, Never> {
    var effect = effect
    guard effect.takeDismissal(), let dismissal = screens.actions.dismissal(of: id) else {
      return effect
    }
    let key = screens.key(of: id, &state)
    return effect.merged(.dismissal(dismissal.value, of: key, at: screens.site))
  }

  @usableFromInline
  func change(
    _ state: inout State,
    _ action: Action,
    _ environment: Source.ParentEnvironment
  ) -> Effect<Action, Never> {
    guard let stackAction = screens.actions.path.extract(from: action) else { return .none }
    StoreTurn.noteTaken()
    let stack = screens.place.stack
    switch stackAction {
    case .element:
      return .none
    case .push(let screen):
      stack.modify(&state) { _ = $0.append(screen) }
      return .none
    case .popFrom(let id):
      let identity = screens.place.identity(of: id, in: &state, screens.identity)
      if let sender = SenderPlace.take(at: screens.site) {
        // The screen, or even the whole stack, may have been removed since it asked to be dismissed.
        guard identity == sender.identity else { return .none }
      } else if identity == nil, stack.look(in: &state, { $0.pointee.hadScreen(id) }) == false {
        return screens.unhandled(action, of: id, nil, &state)
      }
      guard identity != nil else { return .none }
      guard let shouldDismiss = screens.shouldDismiss else {
        stack.modify(&state) { $0.pop(from: id) }
        return .none
      }
      screens.source.with(&state, environment) { state, environment in
        stack.modify(&state) { $0.pop(from: id) { shouldDismiss(&$0, environment) } }
      }
      return .none
    }
  }
}
