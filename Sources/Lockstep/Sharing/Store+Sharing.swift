// SPDX-License-Identifier: MIT

extension Store {
  /// Returns a store for a screen of a stack and the value that the screen shares, if the screen exists.
  ///
  /// ```swift
  /// if let page = library.scope(
  ///   screen: id,
  ///   of: \.path,
  ///   sharing: \.books,
  ///   action: Library.Action.path
  /// )?.sharingElement(\.id) {
  ///   show(page.shared.title, page.isEditing)
  /// }
  /// ```
  ///
  /// This method works like ``scope(screen:of:action:id:)``. The store's state is the state of a screen composed with
  /// ``Reducer/forEach(stack:sharing:id:action:fileID:filePath:line:column:)``. After the screen is popped, the store
  /// shows the screen's last state with the current shared value.
  ///
  /// - Parameters:
  ///   - id: The id of the screen.
  ///   - toStack: The key path to the stack.
  ///   - toShared: The key path to the shared value.
  ///   - fromAction: Embeds an action: the constructor of the case.
  ///   - toScreenID: Returns the identity of a screen; by default its `id` if it is `Identifiable`, and otherwise none.
  /// - Returns: The store of the screen; `nil` if the screen does not exist.
  /// - Complexity: The same as ``scope(screen:of:action:id:)``. Reading copies both parts, which is O(1) for
  ///   collections in them.
  public func scope<Screen, ScreenAction: Sendable, Shared>(
    screen id: Int,
    of toStack: KeyPath<State, StackState<Screen>>,
    sharing toShared: KeyPath<State, Shared>,
    action fromAction: @escaping (StackAction<Screen, ScreenAction>) -> Action,
    id toScreenID: (@Sendable (Screen) -> any Hashable & Sendable)? = nil
  ) -> Store<Sharing<Screen, Shared>, ScreenAction>? {
    scope(screen: id, of: toStack, action: fromAction, id: toScreenID)?
      .sharing(view.appending(toShared))
  }

  /// Returns a store for a presented feature and the value that it shares, if the feature is presented.
  ///
  /// This method works like ``scope(presented:action:id:)``. The store's state is the state of a feature composed with
  /// ``Reducer/presenting(_:sharing:id:action:_:closesAfter:fileID:filePath:line:column:)``. After the feature is
  /// dismissed, the store shows the feature's last state with the current shared value.
  ///
  /// - Parameters:
  ///   - toChild: The key path to the optional state.
  ///   - toShared: The key path to the shared value.
  ///   - fromAction: Embeds an action: the constructor of the case.
  ///   - toChildID: Returns the identity of the child; by default its `id` if it is `Identifiable`, and otherwise none.
  /// - Returns: The store of the presented feature; `nil` if nothing is presented.
  /// - Complexity: The same as ``scope(ifLet:action:id:)``. Reading copies both parts, which is O(1) for collections in
  ///   them.
  public func scope<Child, ChildAction: Sendable, Shared>(
    presented toChild: KeyPath<State, Child?>,
    sharing toShared: KeyPath<State, Shared>,
    action fromAction: @escaping (PresentationAction<ChildAction>) -> Action,
    id toChildID: (@Sendable (Child) -> any Hashable & Sendable)? = nil
  ) -> Store<Sharing<Child, Shared>, ChildAction>? {
    scope(presented: toChild, action: fromAction, id: toChildID)?
      .sharing(view.appending(toShared))
  }

  /// Returns a store for the payload of a case of the local state and the shared value, if the local state is in the
  /// case.
  ///
  /// This method works like ``scope(_:fileID:filePath:line:column:)->Store<ChildState,ChildAction>?``, for a feature
  /// with shared state. For an example, see ``scope(screen:of:sharing:action:id:)``.
  public func scope<Local, Shared, ChildLocal, ChildAction: Sendable>(
    _ child: ChildCase<Local, Action, ChildLocal, ChildAction>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Store<Sharing<ChildLocal, Shared>, ChildAction>? where State == Sharing<Local, Shared> {
    scope(state: \.local)
      .scope(child, fileID: fileID, filePath: filePath, line: line, column: column)?
      .sharing(view.appending(\.shared))
  }

  /// Returns a store for the local state and one element of the shared collection, if the element exists.
  ///
  /// Its state is the state of a reducer composed with ``Reducer/sharingElement(_:fileID:filePath:line:column:)``. For
  /// an example, see ``scope(screen:of:sharing:action:id:)``. After the element is removed, or the local state's id
  /// changes, the store shows the last values of both parts.
  ///
  /// - Parameter toID: Returns the id of the element from the local state.
  /// - Returns: The store of the local state and the element; `nil` if the element does not exist.
  /// - Complexity: O(1), and a copy of both parts in each turn of the store while the new store exists.
  public func sharingElement<Local, ElementID: Hashable & Sendable, Element>(
    _ toID: @escaping @Sendable (Local) -> ElementID
  ) -> Store<Sharing<Local, Element>, Action>?
  where State == Sharing<Local, IdentifiedArray<ElementID, Element>> {
    typealias Pair = Sharing<Local, Element>
    let pair: StateView<Pair>? = view.part(rootState) { [view] root in
      guard let pair = view.current(root), let element = pair.shared[id: toID(pair.local)] else {
        return .nothing
      }
      return .value(Sharing(pair.local, element))
    }
    let identity = ChildIdentity<Pair> { toID($0.local) }
    return pair.map { Store<Pair, Action>(of: self, PartOfState($0, identity)) { $0 } }
  }

  private func sharing<Shared>(_ shared: StateView<Shared>) -> Store<Sharing<State, Shared>, Action>
  {
    Store<Sharing<State, Shared>, Action>(of: self, view.sharing(shared)) { $0 }
  }
}

extension StateView {
  fileprivate func sharing<Shared>(_ shared: StateView<Shared>) -> StateView<Sharing<State, Shared>>
  {
    StateView<Sharing<State, Shared>>(
      StateFinder { root in
        Sharing(read(root), shared.read(root))
      } find: { root in
        current(root).map { .value(Sharing($0, shared.read(root))) } ?? .nothing
      }
    )
  }
}
