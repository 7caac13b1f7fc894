// SPDX-License-Identifier: MIT

extension Store {
  /// Returns a store that shows a screen of a stack together with the value that the screen shares, if the screen is
  /// there.
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
  /// It is like ``scope(screen:of:action:id:)``, and its state is that of a screen that was composed by
  /// ``Reducer/forEach(stack:sharing:id:action:fileID:filePath:line:column:)``. Once the screen was popped, the store
  /// shows the screen as it was last, with the shared value as it is.
  ///
  /// - Parameters:
  ///   - id: The id of the screen.
  ///   - toStack: The key path to the stack.
  ///   - toShared: The key path to the shared value.
  ///   - fromAction: Embeds an action: the constructor of the case.
  ///   - toScreenID: Returns the identity of the state of a screen; by default its `id` if it is `Identifiable`, and
  ///     otherwise none.
  /// - Returns: The store of the screen; `nil` if it is not there now.
  /// - Complexity: As of ``scope(screen:of:action:id:)``. Reading copies both parts, which is O(1) for collections in
  ///   them.
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

  /// Returns a store that shows what a feature presents together with the value that it shares, if anything is
  /// presented.
  ///
  /// It is like ``scope(presented:action:id:)``, and its state is that of a feature that was composed by
  /// ``Reducer/presenting(_:sharing:id:action:_:closesAfter:fileID:filePath:line:column:)``. Once the feature was
  /// dismissed, the store shows it as it was last, with the shared value as it is.
  ///
  /// - Parameters:
  ///   - toChild: The key path to the optional state.
  ///   - toShared: The key path to the shared value.
  ///   - fromAction: Embeds an action: the constructor of the case.
  ///   - toChildID: Returns the identity of the child; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none.
  /// - Returns: The store of the presented feature; `nil` if nothing is presented now.
  /// - Complexity: As of ``scope(ifLet:action:id:)``. Reading copies both parts, which is O(1) for collections in them.
  public func scope<Child, ChildAction: Sendable, Shared>(
    presented toChild: KeyPath<State, Child?>,
    sharing toShared: KeyPath<State, Shared>,
    action fromAction: @escaping (PresentationAction<ChildAction>) -> Action,
    id toChildID: (@Sendable (Child) -> any Hashable & Sendable)? = nil
  ) -> Store<Sharing<Child, Shared>, ChildAction>? {
    scope(presented: toChild, action: fromAction, id: toChildID)?
      .sharing(view.appending(toShared))
  }

  /// Returns a store that shows the payload of a case of the local state together with the shared value, if the local
  /// state is in the case.
  ///
  /// It is like ``scope(_:fileID:filePath:line:column:)->Store<ChildState,ChildAction>?``, for a
  /// feature with shared state; see ``scope(screen:of:sharing:action:id:)`` for an example.
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

  /// Returns a store that shows the local state together with one element of the shared collection, if the element is
  /// there.
  ///
  /// It shows the state that a reducer sees behind ``Reducer/sharingElement(_:fileID:filePath:line:column:)``; see
  /// ``scope(screen:of:sharing:action:id:)`` for an example. Once the element was removed, or the local state has the
  /// id of another one, the store shows both parts as they were last.
  ///
  /// - Parameter toID: Returns the id of the element, given the local state.
  /// - Returns: The store of the local state and the element; `nil` if the element is not there now.
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

  /// Returns a store that shows the state of this one together with a value that is stored elsewhere.
  private func sharing<Shared>(_ shared: StateView<Shared>) -> Store<Sharing<State, Shared>, Action>
  {
    Store<Sharing<State, Shared>, Action>(of: self, view.sharing(shared)) { $0 }
  }
}

extension StateView {
  /// Returns a view of the shown state together with a value that is stored elsewhere.
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
