// SPDX-License-Identifier: MIT

/// The element of a shared collection that a feature works on, paired with the feature's local state.
@usableFromInline
struct ElementPlace<Local, ElementID: Hashable & Sendable, Element>: ChildPlace {
  @usableFromInline typealias ParentState = Sharing<Local, IdentifiedArray<ElementID, Element>>
  @usableFromInline typealias Child = Sharing<Local, Element>

  @usableFromInline let toID: @Sendable (Local) -> ElementID

  @usableFromInline
  init(_ toID: @escaping @Sendable (Local) -> ElementID) {
    self.toID = toID
  }

  @inlinable var isStable: Bool { false }
  @inlinable var path: (@Sendable () -> String)? { nil }

  @usableFromInline var identity: ChildIdentity<Child>? {
    ChildIdentity { [toID] in toID($0.local) }
  }

  @usableFromInline
  func look(_ identity: RawIdentity?) -> ChildSite.Look {
    { [toID] parent, key, body in
      let parent = parent.assumingMemoryBound(to: ParentState.self)
      guard let element = parent.pointee.shared[id: toID(parent.pointee.local)] else {
        body(nil)
        return
      }
      var pair = Sharing(parent.pointee.local, element)
      withUnsafeMutablePointer(to: &pair) { pair in
        let child = UnsafeMutableRawPointer(pair)
        body(identity?.matches(child, key.identity) == false ? nil : child)
      }
    }
  }

  @usableFromInline
  func finder(_ site: ChildSite, _ identity: RawIdentity?, isShared: Bool) -> ChildFinder? {
    ChildFinder(site, identity, isCompared: false, .copied)
  }

  @usableFromInline
  func identity(
    of id: Void,
    in parent: inout ParentState,
    _ identity: ChildIdentity<Child>?
  ) -> CancellationID? {
    let id = toID(parent.local)
    return parent.shared.contains(id: id) ? CancellationID(id) : nil
  }

  @inlinable
  func modify(_ parent: inout ParentState, _ id: Void, _ body: (inout Child) -> Void) -> Bool {
    let id = toID(parent.local)
    return withUnsafeMutablePointer(to: &parent) { parent in
      parent.pointee.shared.modify(id: id) { element in
        withUnsafeMutablePointer(to: &element) { element in
          SharedContext(element, ()).pair(with: &parent.pointee.local, body)
        }
      } != nil
    }
  }

  @usableFromInline
  func absence(of id: Void, in parent: inout ParentState) -> String {
    "the shared collection had no element with the id \(Dump(toID(parent.local)).boundedLine)"
  }
}

extension Reducer {
  /// Returns a reducer that shares a collection and runs this one on a single element of it.
  ///
  /// ```swift
  /// enum BookPage {
  ///   struct State: Equatable {
  ///     let id: Book.ID
  ///     var isEditing = false
  ///   }
  ///
  ///   static let reducer = Reducer<Sharing<State, Book>, Action, Void>.withoutEffects {
  ///     state,
  ///     action in
  ///     switch action {
  ///     case .readTapped: state.shared.isRead = true
  ///     case .editTapped: state.isEditing = true
  ///     }
  ///   }
  /// }
  ///
  /// BookPage.reducer.sharingElement(\.id).forEach(
  ///   stack: \Library.State.path,
  ///   sharing: \.books,
  ///   action: /Library.Action.path
  /// )
  /// ```
  ///
  /// This reducer's state is a ``Sharing`` value whose shared part is the element itself, so the reducer need not look
  /// up an id or handle a missing element. If another reducer removes the element, the store cancels this reducer's
  /// effects and calls its ``onUnmount(fileID:filePath:line:column:_:)`` with the last element, and the feature
  /// requests its dismissal with ``Effect/dismiss``. The same happens if the element is missing when the feature
  /// appears. An action that arrives while the element is missing is reported and ignored. In rows of `forEach`, which
  /// nothing presents, only the effects are cancelled.
  ///
  /// - Parameters:
  ///   - toID: Returns the id of the element from the feature's local state. If the id changes, the store cancels the
  ///     effects of the previous element.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer that shares the collection.
  /// - Complexity: O(1) for each action, plus the cost of this reducer; the element is changed in place. In each turn,
  ///   the store looks up the element and copies it and the local state, which is O(1) for collections in them.
  @inlinable
  public func sharingElement<Local, ElementID: Hashable & Sendable, Element>(
    _ toID: @escaping @Sendable (Local) -> ElementID,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<Sharing<Local, IdentifiedArray<ElementID, Element>>, Action, Environment>
  where State == Sharing<Local, Element> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let place = ElementPlace<Local, ElementID, Element>(toID)
    return ComposedChild(
      noted(),
      at: place,
      place.identity,
      OnlyActions(.`self`, at: location),
      SameEnvironment(),
      dismissesParent: true,
      "pulled back to an element",
      location
    )
    .composed()
  }

  /// Adds a lifecycle, so that the store tracks when the state appears and is removed.
  @usableFromInline
  func noted() -> Self {
    Self(gate: gate, sites: sites, lifecycle: .union([lifecycle, .noted]), reduce)
  }
}

extension Lifecycle {
  fileprivate static var noted: Lifecycle {
    Lifecycle(
      hasHooks: true,
      unmountFlag: .notSet,
      settles: false,
      mount: { _, _, _ in .none },
      settle: { _, _, _ in .none },
      unmount: { _, _, _ in .none }
    )
  }
}
