// SPDX-License-Identifier: MIT

extension Store {
  /// Calls a function with the store of each element of a list, in order.
  ///
  /// ```swift
  /// store.scope(forEach: \.rows, action: AppFeature.Action.row) { row in
  ///   show(row.title)
  /// }
  /// ```
  ///
  /// Unlike ``ifLet(_:action:id:then:else:)``, this method does not observe the list: nothing is called when the list
  /// changes later. The method visits the elements that the list contains when you call it, and skips an element that
  /// is removed before its turn. You may keep the stores. Each store follows its element; see
  /// ``scope(element:of:action:)``. In an observation, this method tracks the ids of the elements and their order. Of
  /// the elements themselves, only the properties that the function reads are tracked.
  ///
  /// Isolation: the store's actor.
  ///
  /// - Parameters:
  ///   - toElements: The key path to the list.
  ///   - fromElementAction: Embeds an action of an element, with the element's id.
  ///   - body: Called with the store of each element.
  /// - Throws: The error that the function throws, which stops the iteration.
  /// - Complexity: O(*n*) in the number of elements. The list is not copied.
  @inlinable
  public func scope<ID: Sendable, Element, ElementAction: Sendable, Failure: Error>(
    forEach toElements: KeyPath<State, IdentifiedArray<ID, Element>>,
    action fromElementAction: @escaping (ID, ElementAction) -> Action,
    _ body: (Store<Element, ElementAction>) throws(Failure) -> Void
  ) throws(Failure) {
    let elements = view.appending(toElements)
    for id in self[dynamicMember: toElements.appending(path: \.ids)] {
      let count = observers.parts.count
      if let element = makeStore(of: elements.element(id, rootState), { fromElementAction(id, $0) })
      {
        try body(element)
      }
      observers.dropReleasedPart(at: count)
    }
  }

  @inlinable
  @inline(__always)
  func makeStore<Part, PartAction: Sendable>(
    of part: StateView<Part>?,
    _ embed: @escaping (PartAction) -> Action
  ) -> Store<Part, PartAction>? {
    guard let part else { return nil }
    let store = Store<Part, PartAction>(of: self, part, embed)
    store.rememberPart()
    return store
  }
}
