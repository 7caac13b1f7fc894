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
  /// Like the other scopes, and unlike ``ifLet(_:action:id:then:else:)``, this looks once: nothing is called
  /// again when the list changes. The elements are those that the list contains when this method is called; an
  /// element that has been removed before its turn is skipped. The stores may be kept: each follows its
  /// element, see ``scope(element:of:action:)``. In an observation, this method tracks the ids of the elements
  /// and their order, but not the elements: of these, only the parts that the function reads are tracked.
  ///
  /// Isolation: the store's.
  ///
  /// - Parameters:
  ///   - toElements: The key path to the list.
  ///   - fromElementAction: Embeds an action, with the id of the element.
  ///   - body: Called with the store of each element.
  /// - Throws: The error that the function throws, which ends the calls.
  /// - Complexity: O(*n*) in the number of elements; the list is not copied.
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
