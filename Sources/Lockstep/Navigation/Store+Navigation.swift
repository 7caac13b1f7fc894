// SPDX-License-Identifier: MIT

extension Store {
  /// Returns a store of a presented feature, if one is presented.
  ///
  /// ```swift
  /// if let editor = store.scope(presented: \.editor, action: Book.Action.editor) {
  ///   show(editor.draft)
  /// }
  /// ```
  ///
  /// If the presented state is an enum, scope to its cases with
  /// ``scope(ifCaseLet:action:id:fileID:filePath:line:column:)``. After the state is dismissed or replaced, the store
  /// shows the last value and reports actions that it receives. See ``scope(ifLet:action:id:)``. To observe
  /// presentations and dismissals, use ``ifLet(_:action:id:then:else:)``.
  ///
  /// - Parameters:
  ///   - toChild: The key path to the optional state.
  ///   - fromAction: Embeds an action: the constructor of the case.
  ///   - toChildID: Returns the identity of the child; by default, the `id` of an `Identifiable` state.
  /// - Returns: The store of the presented feature; `nil` if none is presented.
  /// - Complexity: The same as ``scope(ifLet:action:id:)``.
  @inlinable
  public func scope<Child, ChildAction: Sendable>(
    presented toChild: KeyPath<State, Child?>,
    action fromAction: @escaping (PresentationAction<ChildAction>) -> Action,
    id toChildID: (@Sendable (Child) -> any Hashable & Sendable)? = nil
  ) -> Store<Child, ChildAction>? {
    scope(ifLet: toChild, action: { fromAction(.presented($0)) }, id: toChildID)
  }

  /// Returns a store of a screen in a stack, if the stack contains the screen.
  ///
  /// ```swift
  /// if let screen = store.scope(screen: id, of: \.path, action: AppFeature.Action.path) {
  ///   show(screen)
  /// }
  /// ```
  ///
  /// If the state of a screen is an enum, scope to its cases with
  /// ``scope(ifCaseLet:action:id:fileID:filePath:line:column:)``. After the screen is popped, the store shows its last
  /// state and reports actions that it receives, even if a new stack contains a screen with the same id.
  ///
  /// - Parameters:
  ///   - id: The id of the screen.
  ///   - toStack: The key path to the stack.
  ///   - fromAction: Embeds an action: the constructor of the case.
  ///   - toScreenID: Returns the identity of a screen's state; by default, the `id` of an `Identifiable` state.
  /// - Returns: The store of the screen; `nil` if the stack does not contain it.
  /// - Complexity: O(log *n*) in the number of screens, also for each read. While the new store exists, each turn makes
  ///   one comparison.
  public func scope<Screen, ScreenAction: Sendable>(
    screen id: Int,
    of toStack: KeyPath<State, StackState<Screen>>,
    action fromAction: @escaping (StackAction<Screen, ScreenAction>) -> Action,
    id toScreenID: (@Sendable (Screen) -> any Hashable & Sendable)? = nil
  ) -> Store<Screen, ScreenAction>? {
    view.appending(toStack).screen(id, rootState, ChildIdentity(toScreenID)).map {
      Store<Screen, ScreenAction>(of: self, $0) { fromAction(.element(id: id, action: $0)) }
    }
  }

  /// Pops the screens of this stack that a user interface no longer shows.
  ///
  /// Call this method from a binding that reports the remaining screens after the user goes back. It pops the lowest
  /// screen whose id differs from `ids` at the same position, and all screens above it.
  ///
  /// ```swift
  /// let path = store.scope(state: \.path, action: AppFeature.Action.path)
  /// path.popScreens(toMatch: [])  // back to the root
  /// ```
  ///
  /// - Parameters:
  ///   - ids: The ids of the remaining screens, from the bottom to the top.
  ///   - fileID: The file that sends the action.
  ///   - line: The line that sends it.
  public func popScreens<Screen, ScreenAction: Sendable>(
    toMatch ids: some Sequence<Int>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where State == StackState<Screen>, Action == StackAction<Screen, ScreenAction> {
    let present = self[dynamicMember: \.ids]
    let same = zip(present, ids).prefix { $0 == $1 }.count
    if same < present.count { send(.popFrom(id: present[same]), fileID: fileID, line: line) }
  }
}

extension StateView {
  func screen<Screen>(
    _ id: Int,
    _ root: UnsafeRawPointer,
    _ identity: ChildIdentity<Screen>?
  ) -> PartOfState<Screen>? where State == StackState<Screen> {
    let place = StackPlace<State, Screen>(\.self)
    let present: (UnsafeRawPointer) -> CancellationID? = { root in
      guard var stack = find(root).value else { return nil }
      return place.identity(of: id, in: &stack, identity)
    }
    guard let sender = present(root) else { return nil }
    let key = ChildKey(element: CancellationID(id), identity: sender)
    let look = place.look(identity?.raw)
    let view = part(root) { root in
      var found = StateFinder<Screen>.Found.nothing
      switch find(root) {
      // The memory of the screens stays valid until the state of the store changes.
      case .place(let stack):
        look(UnsafeMutableRawPointer(mutating: stack), key) { screen in
          if let screen {
            found = .place(UnsafePointer(screen.assumingMemoryBound(to: Screen.self)))
          }
        }
      case .value(var stack):
        withUnsafeMutablePointer(to: &stack) { stack in
          look(UnsafeMutableRawPointer(stack), key) { screen in
            if let screen { found = .value(screen.assumingMemoryBound(to: Screen.self).pointee) }
          }
        }
      case .nothing: break
      }
      return found
    }
    return view.map { view in
      PartOfState(view) { root in
        guard let other = present(root), other != sender else { return nil }
        return StackPlace<State, Screen>.replacement(of: sender, by: other, id)
      }
    }
  }
}
