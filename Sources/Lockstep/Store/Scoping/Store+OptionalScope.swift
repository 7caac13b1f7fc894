// SPDX-License-Identifier: MIT

extension Store {
  /// Returns a store that shows the value of an optional, if there is one.
  ///
  /// ```swift
  /// if let alert = store.scope(ifLet: \.alert, action: AppFeature.Action.alert) {
  ///   show(alert.title)
  ///   alert.send(.dismissed)
  /// }
  /// ```
  ///
  /// When the value becomes `nil`, the store keeps showing the last value and stops calling its observers. An action that
  /// is sent to it then is reported by the reducer that it was for. The same happens when a value with another identity
  /// replaces this one: the report names both identities, and the action reaches no reducer. Without identities, any
  /// value of the optional is the same to the store.
  ///
  /// For as long as the store exists, the value is remembered as it is at the end of each turn. An action that changes
  /// a large array in the value therefore copies the array.
  ///
  /// - Parameters:
  ///   - toChildState: The key path to the optional.
  ///   - fromChildAction: Embeds an action.
  ///   - toChildID: Returns the identity of the child; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none.
  /// - Returns: The store of the value; `nil` if there is none now.
  /// - Complexity: O(1), and one comparison in each turn of the store while the new store exists.
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
  /// Once the state has left the case, or a payload with another identity has taken its place, the store shows the
  /// payload as it was last, and actions that it sends are reported; see ``scope(ifLet:action:id:)``.
  ///
  /// - Parameters:
  ///   - toChildState: The case.
  ///   - fromChildAction: Embeds an action.
  ///   - toChildID: Returns the identity of the child; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The store of the payload; `nil` if the state is in another case now.
  /// - Complexity: O(1), and a copy of the payload in each turn of the store while the new store exists.
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

  /// Returns a store that shows one element of a list, if it is there.
  ///
  /// ```swift
  /// if let row = store.scope(element: selectedID, of: \.rows, action: AppFeature.Action.row) {
  ///   show(row.title)
  /// }
  /// ```
  ///
  /// See ``scope(forEach:action:_:)`` for all elements.
  ///
  /// The store follows the element wherever it moves. After the element is removed, the store shows its last value and
  /// reports actions that are sent to it; see ``scope(ifLet:action:id:)``.
  ///
  /// - Parameters:
  ///   - id: The id of the element.
  ///   - toElements: The key path to the list.
  ///   - fromElementAction: Embeds an action, with the id.
  /// - Returns: The store of the element; `nil` if it is not there now.
  /// - Complexity: O(1), also for reading, and one comparison in each turn of the store while the new store exists; the
  ///   list is not copied.
  @inlinable
  public func scope<ID: Sendable, Element, ElementAction: Sendable>(
    element id: ID,
    of toElements: KeyPath<State, IdentifiedArray<ID, Element>>,
    action fromElementAction: @escaping (ID, ElementAction) -> Action
  ) -> Store<Element, ElementAction>? {
    makeStore(of: view.appending(toElements).element(id, rootState)) { fromElementAction(id, $0) }
  }

  /// Calls a function with the store of an optional's value whenever the optional becomes non-`nil` or another value
  /// takes the place of the one before, and another function whenever it becomes `nil`.
  ///
  /// ```swift
  /// let observation = store.ifLet(\.alert, action: AppFeature.Action.alert) { alert in
  ///   screen.show(alert)
  /// } else: {
  ///   screen.hideAlert()
  /// }
  /// ```
  ///
  /// One of them is called immediately. Another value is one with another identity: a value that changes, or is
  /// rewritten with the same one, leaves the store in use. The store of the value is handed over: the observation keeps
  /// neither it nor this store alive.
  ///
  /// Isolation: the store's.
  ///
  /// - Parameters:
  ///   - toChildState: The key path to the optional.
  ///   - fromChildAction: Embeds an action.
  ///   - toChildID: Returns the identity of the child; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none.
  ///   - then: Called with the store of the value.
  ///   - otherwise: Called when there is no value.
  /// - Returns: An object that ends the observation when it is cancelled or released.
  /// - Complexity: O(1) in each turn, and no copy, unless the value appears or disappears; see
  ///   ``scope(ifLet:action:id:)`` for the store that is handed over.
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

  /// Calls a function with the store of a case's payload whenever the state enters the case or another payload takes
  /// the place of the one before, and another function whenever the state leaves the case.
  ///
  /// One of them is called immediately; see ``ifLet(_:action:id:then:else:)``.
  ///
  /// Isolation: the store's.
  ///
  /// - Parameters:
  ///   - toChildState: The case.
  ///   - fromChildAction: Embeds an action.
  ///   - toChildID: Returns the identity of the child; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  ///   - then: Called with the store of the payload.
  ///   - otherwise: Called when the state is in another case.
  /// - Returns: An object that ends the observation when it is cancelled or released.
  /// - Complexity: O(1) in each turn. Nothing is copied, unless the payload appears or disappears, or has an identity.
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

  /// Calls one function when a part appears and another when it disappears.
  ///
  /// - Parameters:
  ///   - isThere: Returns whether a part is there; called after each turn.
  ///   - identity: The identity of the part; a part with another one is another part.
  ///   - toChild: Makes the store of the part, which copies the part; called only when it has appeared or
  ///     disappeared, or another part has taken its place.
  ///   - then: Called with the store.
  ///   - otherwise: Called when the part is not there.
  /// - Returns: An object that ends the observation.
  private func whenever<ChildState, ChildAction: Sendable>(
    _ isThere: @escaping (UnsafeRawPointer) -> Bool,
    _ identity: ChildIdentity<ChildState>?,
    _ toChild: @escaping (Store) -> Store<ChildState, ChildAction>?,
    _ then: @escaping (Store<ChildState, ChildAction>) -> Void,
    _ otherwise: @escaping () -> Void
  ) -> StoreObservation {
    // The store of the part is not kept, but only a way to find the part.
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
