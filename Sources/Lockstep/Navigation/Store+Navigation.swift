// SPDX-License-Identifier: MIT

extension Store {
  /// Returns a store that shows what a feature presents, if anything is presented.
  ///
  /// ```swift
  /// if let editor = store.scope(presented: \.editor, action: Book.Action.editor) {
  ///   show(editor.draft)
  /// }
  /// ```
  ///
  /// If the state is an enum, its cases follow with ``scope(ifCaseLet:action:id:fileID:filePath:line:column:)``. After
  /// the state is dismissed or replaced, the store shows the last value and reports actions that are sent to it; see
  /// ``scope(ifLet:action:id:)``. To follow presentations as they come, use ``ifLet(_:action:id:then:else:)``.
  ///
  /// - Parameters:
  ///   - toChild: The key path to the optional state.
  ///   - fromAction: Embeds an action: the constructor of the case.
  ///   - toChildID: Returns the identity of the child; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none.
  /// - Returns: The store of the presented feature; `nil` if nothing is presented now.
  /// - Complexity: As of ``scope(ifLet:action:id:)``.
  @inlinable
  public func scope<Child, ChildAction: Sendable>(
    presented toChild: KeyPath<State, Child?>,
    action fromAction: @escaping (PresentationAction<ChildAction>) -> Action,
    id toChildID: (@Sendable (Child) -> any Hashable & Sendable)? = nil
  ) -> Store<Child, ChildAction>? {
    scope(ifLet: toChild, action: { fromAction(.presented($0)) }, id: toChildID)
  }

  /// Returns a store that shows a screen of a stack, if it is there.
  ///
  /// ```swift
  /// if let screen = store.scope(screen: id, of: \.path, action: AppFeature.Action.path) {
  ///   show(screen)
  /// }
  /// ```
  ///
  /// If the state of a screen is an enum, its cases follow with
  /// ``scope(ifCaseLet:action:id:fileID:filePath:line:column:)``. Once the screen was popped, the store shows it as it was
  /// last, and actions that it sends are reported, even if another stack has taken the place that contains a screen with
  /// the same id.
  ///
  /// - Parameters:
  ///   - id: The id of the screen.
  ///   - toStack: The key path to the stack.
  ///   - fromAction: Embeds an action: the constructor of the case.
  ///   - toScreenID: Returns the identity of the state of a screen; by default its `id` if it is `Identifiable`, and
  ///     otherwise none.
  /// - Returns: The store of the screen; `nil` if it is not there now.
  /// - Complexity: O(log *n*) in the number of screens, also for reading, and a comparison in each turn of the store while
  ///   the new store exists.
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
  /// Use it where a user interface reports the remaining screens after the user goes back, such as a binding of the path
  /// of a navigation stack. The lowest screen whose id is not in its place in the list is popped, with all above it.
  ///
  /// ```swift
  /// let path = store.scope(state: \.path, action: AppFeature.Action.path)
  /// path.popScreens(toMatch: [])  // back to the root
  /// ```
  ///
  /// - Parameters:
  ///   - ids: The ids of the screens that remain, from the bottom to the top.
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
  /// Returns a view of a screen, while it is there; `nil` if it is not there now.
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
      // The memory of the screens stays valid as long as the state of the store does not change.
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
