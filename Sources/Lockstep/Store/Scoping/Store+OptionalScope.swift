// SPDX-License-Identifier: MIT

extension Store {
  /// Returns a store that shows the value of an optional, if the optional is not `nil`.
  ///
  /// ```swift
  /// if let alert = store.scope(ifLet: \.alert, action: AppFeature.Action.alert) {
  ///   show(alert.title)
  ///   alert.send(.dismissed)
  /// }
  /// ```
  ///
  /// When the value becomes `nil`, the store keeps showing the last value and stops calling its observers. If you then
  /// send an action to the store, the child's reducer reports it. The same happens when a value with another identity
  /// replaces the value, except that the action reaches no reducer and the report names both identities. Without
  /// identities, all values of the optional are the same to the store.
  ///
  /// While the store exists, it remembers the value at the end of each turn. An action that changes a large array in
  /// the value therefore copies the array.
  ///
  /// - Parameters:
  ///   - toChildState: The key path to the optional.
  ///   - fromChildAction: Embeds an action of the child.
  ///   - toChildID: Returns the child's identity; by default the `id` of an `Identifiable` state, and otherwise none.
  /// - Returns: The store of the value; `nil` if the optional is currently `nil`.
  /// - Complexity: O(1). While the new store exists, each turn costs one comparison.
  @inlinable
  public func scope<ChildState, ChildAction: Sendable>(
    ifLet toChildState: KeyPath<State, ChildState?>,
    action fromChildAction: @escaping (ChildAction) -> Action,
    id toChildID: (@Sendable (ChildState) -> any Hashable & Sendable)? = nil
  ) -> Store<ChildState, ChildAction>? {
    view.appending(toChildState).unwrapped(rootState, ChildIdentity(toChildID)).map {
      Store<ChildState, ChildAction>(of: self, $0, fromChildAction)
    }
  }

  /// Returns a store that shows the payload of a case, if the state is in that case.
  ///
  /// ```swift
  /// if let login = store.scope(
  ///   ifCaseLet: /AppFeature.State.login,
  ///   action: AppFeature.Action.login
  /// ) {
  ///   show(login.name)
  /// }
  /// ```
  ///
  /// After the state leaves the case, or a payload with another identity replaces the payload, the store shows the last
  /// payload, and actions that you send to the store are reported; see ``scope(ifLet:action:id:)``.
  ///
  /// - Parameters:
  ///   - toChildState: The case.
  ///   - fromChildAction: Embeds an action of the child.
  ///   - toChildID: Returns the child's identity; by default the `id` of an `Identifiable` state, and otherwise none.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The store of the payload; `nil` if the state is currently in another case.
  /// - Complexity: O(1). While the new store exists, each turn copies the payload.
  @inlinable
  public func scope<ChildState, ChildAction: Sendable>(
    ifCaseLet toChildState: CasePath<State, ChildState>,
    action fromChildAction: @escaping (ChildAction) -> Action,
    id toChildID: (@Sendable (ChildState) -> any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction>? {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    toChildState.noteUse(at: location)
    return view.payload(toChildState, rootState, ChildIdentity(toChildID)).map {
      Store<ChildState, ChildAction>(of: self, $0, fromChildAction)
    }
  }

  /// Returns a store that shows an element of a list, if the list contains the element.
  ///
  /// ```swift
  /// if let row = store.scope(element: selectedID, of: \.rows, action: AppFeature.Action.row) {
  ///   show(row.title)
  /// }
  /// ```
  ///
  /// The store follows the element when it moves. After the element is removed, the store shows its last value, and
  /// actions that you send to the store are reported; see ``scope(ifLet:action:id:)``. To visit all elements, see
  /// ``scope(forEach:action:_:)``.
  ///
  /// - Parameters:
  ///   - id: The id of the element.
  ///   - toElements: The key path to the list.
  ///   - fromElementAction: Embeds an action of the element, with the element's id.
  /// - Returns: The store of the element; `nil` if the list does not contain the element.
  /// - Complexity: O(1), also for reading, and one comparison in each turn while the new store exists. The list is not
  ///   copied.
  @inlinable
  public func scope<ID: Sendable, Element, ElementAction: Sendable>(
    element id: ID,
    of toElements: KeyPath<State, IdentifiedArray<ID, Element>>,
    action fromElementAction: @escaping (ID, ElementAction) -> Action
  ) -> Store<Element, ElementAction>? {
    makeStore(of: view.appending(toElements).element(id, rootState)) { fromElementAction(id, $0) }
  }

  /// Calls one function with the store of an optional's value when a value appears or is replaced, and another function
  /// when the optional becomes `nil`.
  ///
  /// ```swift
  /// let observation = store.ifLet(\.alert, action: AppFeature.Action.alert) { alert in
  ///   screen.show(alert)
  /// } else: {
  ///   screen.hideAlert()
  /// }
  /// ```
  ///
  /// One of the functions is called immediately. A value is replaced when a value with another identity takes its
  /// place. A change of the value, or a new value with the same identity, leaves the store in use. The observation
  /// keeps neither this store nor the store of the value alive.
  ///
  /// Isolation: the store's actor.
  ///
  /// - Parameters:
  ///   - toChildState: The key path to the optional.
  ///   - fromChildAction: Embeds an action of the child.
  ///   - toChildID: Returns the child's identity; by default the `id` of an `Identifiable` state, and otherwise none.
  ///   - then: Called with the store of the value.
  ///   - otherwise: Called when the optional is `nil`.
  /// - Returns: A token that keeps the observation active until the token is cancelled or released.
  /// - Complexity: O(1) in each turn, without a copy unless the value appears or disappears. See
  ///   ``scope(ifLet:action:id:)`` for the cost of the value's store.
  public func ifLet<ChildState, ChildAction: Sendable>(
    _ toChildState: KeyPath<State, ChildState?>,
    action fromChildAction: @escaping (ChildAction) -> Action,
    id toChildID: (@Sendable (ChildState) -> any Hashable & Sendable)? = nil,
    then: @escaping (Store<ChildState, ChildAction>) -> Void,
    else otherwise: @escaping () -> Void = {}
  ) -> StoreObservation {
    let optional = view.appending(toChildState)
    let some = CaseTag(someOf: ChildState?.self)
    let hasValue: (UnsafePointer<ChildState?>) -> Bool =
      some.map { some in { some.matches($0) } } ?? { $0.pointee != nil }
    return whenever(
      { optional.isThere($0, where: hasValue) },
      ChildIdentity(toChildID),
      { $0.scope(ifLet: toChildState, action: fromChildAction, id: toChildID) },
      then,
      otherwise
    )
  }

  /// Calls one function with the store of a case's payload when the state enters the case or the payload is replaced,
  /// and another function when the state leaves the case.
  ///
  /// One of the functions is called immediately; see ``ifLet(_:action:id:then:else:)``.
  ///
  /// Isolation: the store's actor.
  ///
  /// - Parameters:
  ///   - toChildState: The case.
  ///   - fromChildAction: Embeds an action of the child.
  ///   - toChildID: Returns the child's identity; by default the `id` of an `Identifiable` state, and otherwise none.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  ///   - then: Called with the store of the payload.
  ///   - otherwise: Called when the state is in another case.
  /// - Returns: A token that keeps the observation active until the token is cancelled or released.
  /// - Complexity: O(1) in each turn. Nothing is copied unless the payload appears, disappears, or has an identity.
  public func ifCaseLet<ChildState, ChildAction: Sendable>(
    _ toChildState: CasePath<State, ChildState>,
    action fromChildAction: @escaping (ChildAction) -> Action,
    id toChildID: (@Sendable (ChildState) -> any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    then: @escaping (Store<ChildState, ChildAction>) -> Void,
    else otherwise: @escaping () -> Void = {}
  ) -> StoreObservation {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    toChildState.noteUse(at: location)
    return whenever(
      { [view] in view.isThere($0, where: toChildState.isMatching(at:)) },
      ChildIdentity(toChildID),
      { $0.scope(ifCaseLet: toChildState, action: fromChildAction, id: toChildID) },
      then,
      otherwise
    )
  }

  /// Calls one function when a part appears or is replaced, and another when it disappears.
  private func whenever<ChildState, ChildAction: Sendable>(
    _ isThere: @escaping (UnsafeRawPointer) -> Bool,
    _ identity: ChildIdentity<ChildState>?,
    _ toChild: @escaping (Store) -> Store<ChildState, ChildAction>?,
    _ then: @escaping (Store<ChildState, ChildAction>) -> Void,
    _ otherwise: @escaping () -> Void
  ) -> StoreObservation {
    // Keeps a function that finds the part, because keeping the part's store would keep it alive.
    var (wasThere, find) = (false, { (_: UnsafeRawPointer) in true })
    func update(_ store: Store<ChildState, ChildAction>?) {
      wasThere = store != nil
      if identity != nil, let finder = store?.view.finder {
        find = { [find = finder.find] in find($0).isThere }
      }
      if let store { then(store) } else { otherwise() }
    }
    let makeParent = makeCopies()
    let id = observers.add { root, _ in
      let isThere = isThere(root)
      guard isThere != wasThere || (isThere && find(root) == false), let parent = makeParent()
      else {
        return
      }
      update(toChild(parent))
    }
    root.beforeTurns { update(toChild(self)) }
    return StoreObservation(observers, id: id)
  }
}
