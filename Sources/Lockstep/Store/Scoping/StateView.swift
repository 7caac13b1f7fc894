// SPDX-License-Identifier: MIT

/// The way from the state of a root store to what a store shows of it.
@usableFromInline
struct StateView<State> {
  /// The offset of the shown state in the memory of the root's state, if it is stored there.
  @usableFromInline let offset: Int
  /// The finder of the shown state, if it is not stored at a fixed place.
  @usableFromInline let finder: StateFinder<State>?

  @inlinable
  init(offset: Int) {
    self.offset = offset
    finder = nil
  }

  @inlinable
  init(_ finder: StateFinder<State>) {
    offset = 0
    self.finder = finder
  }

  @inlinable
  func read(_ root: UnsafeRawPointer) -> State {
    if let finder { return finder.read(root) }
    return place(root).pointee
  }

  @inlinable
  func read<Value>(_ root: UnsafeRawPointer, _ keyPath: KeyPath<State, Value>) -> Value {
    if let finder { return finder.read(root, keyPath) }
    let state = place(root)
    if let value = state.pointer(to: keyPath) { return value.pointee }
    return readSlowly(state, keyPath)
  }

  // A separate function, so that a large state takes no stack space on the fast path.
  @inlinable
  @inline(never)
  func readSlowly<Value>(
    _ state: UnsafePointer<State>,
    _ keyPath: KeyPath<State, Value>
  ) -> Value {
    state.pointee[keyPath: keyPath]
  }

  /// Returns the shown state; `nil` if it is missing.
  @inlinable
  func current(_ root: UnsafeRawPointer) -> State? { find(root).value }

  /// Returns a part of the shown state; `nil` if that is missing.
  func current<Value>(_ root: UnsafeRawPointer, _ keyPath: KeyPath<State, Value>) -> Value? {
    guard let finder else { return read(root, keyPath) }
    return finder.current(root, keyPath)
  }

  @inlinable
  func find(_ root: UnsafeRawPointer) -> StateFinder<State>.Found {
    finder?.find(root) ?? .place(place(root))
  }

  /// Returns whether a predicate is true of the shown state, which is examined in place; `false` if it is
  /// missing.
  func isThere(_ root: UnsafeRawPointer, where isTrue: (UnsafePointer<State>) -> Bool) -> Bool {
    guard let finder else { return isTrue(place(root)) }
    return finder.isThere(root, where: isTrue)
  }

  @inlinable
  func place(_ root: UnsafeRawPointer) -> UnsafePointer<State> {
    (root + offset).assumingMemoryBound(to: State.self)
  }

  // MARK: Parts that are always there

  /// Returns a view of the part that a key path leads to.
  @usableFromInline
  func appending<Value>(_ keyPath: KeyPath<State, Value>) -> StateView<Value> {
    guard let distance = MemoryLayout<State>.offset(of: keyPath) else {
      return mapping { $0[keyPath: keyPath] }
    }
    guard let finder else { return StateView<Value>(offset: offset + distance) }
    return StateView<Value>(
      StateFinder<Value>(in: finder, { $0[keyPath: keyPath] }) { root in
        switch finder.find(root) {
        case .place(let state):
          .place((UnsafeRawPointer(state) + distance).assumingMemoryBound(to: Value.self))
        case .value(let state): .value(state[keyPath: keyPath])
        case .nothing: .nothing
        }
      }
    )
  }

  /// Returns a view of what a function makes of the shown state.
  @inlinable
  func mapping<Value>(_ transform: @escaping (State) -> Value) -> StateView<Value> {
    StateView<Value>(
      StateFinder<Value>(in: finder, transform) { root in
        switch find(root) {
        case .place(let state): .value(transform(state.pointee))
        case .value(let state): .value(transform(state))
        case .nothing: .nothing
        }
      }
    )
  }

  // MARK: Parts that may be missing

  /// Returns a view of the value of an optional, while there is one; `nil` if there is none now.
  @inlinable
  func unwrapped<Value>(
    _ root: UnsafeRawPointer,
    _ identity: ChildIdentity<Value>?
  ) -> PartOfState<Value>? where State == Value? {
    let metadata = EnumMetadata(State.self)
    let find: (UnsafePointer<State>) -> StateFinder<Value>.Found = { optional in
      let place = UnsafeRawPointer(optional)
      guard let metadata else { return optional.pointee.map { .value($0) } ?? .nothing }
      // A value that is not `nil` is stored where the optional is.
      return metadata.tag(of: place) == EnumMetadata.tagOfSome
        ? .place(place.assumingMemoryBound(to: Value.self)) : .nothing
    }
    return part(root, identity, of: { $0 }, at: find)
  }

  /// Returns a view of the payload of a case, while the enum is in that case; `nil` if it is in another one
  /// now.
  @inlinable
  func payload<Value>(
    _ path: CasePath<State, Value>,
    _ root: UnsafeRawPointer,
    _ identity: ChildIdentity<Value>?
  ) -> PartOfState<Value>? {
    part(
      root,
      identity,
      of: path.extract(from:),
      at: { path.extract(from: $0.pointee).map { .value($0) } ?? .nothing }
    )
  }

  /// Returns a view of an element, while it is there; `nil` if it is not there now.
  @inlinable
  func element<ID, Element>(_ id: ID, _ root: UnsafeRawPointer) -> PartOfState<Element>?
  where State == IdentifiedArray<ID, Element> {
    // The memory of the elements stays valid as long as the state of the store does not change.
    part(
      root,
      // The id is that of the element.
      nil,
      of: { $0[id: id] },
      at: { elements in elements.pointee.place(of: id).map { .place($0) } ?? .nothing }
    )
  }

  /// Returns a view of a part that may be missing; `nil` if it is missing now.
  ///
  /// - Parameters:
  ///   - root: The root's state.
  ///   - identity: The identity of the part; a part with another one is another part.
  ///   - value: Takes the part out of a value.
  ///   - place: Finds the part in a value that is stored somewhere.
  /// - Returns: The view of the part.
  @inlinable
  func part<Value>(
    _ root: UnsafeRawPointer,
    _ identity: ChildIdentity<Value>?,
    of value: @escaping (State) -> Value?,
    at place: @escaping (UnsafePointer<State>) -> StateFinder<Value>.Found
  ) -> PartOfState<Value>? {
    let findPart: (UnsafeRawPointer) -> StateFinder<Value>.Found = { root in
      switch find(root) {
      case .place(let state): place(state)
      case .value(let state): value(state).map { .value($0) } ?? .nothing
      case .nothing: .nothing
      }
    }
    guard let last = findPart(root).value else { return nil }
    guard let identity else {
      return PartOfState<Value>(view: StateView<Value>(StateFinder(last: last, find: findPart)))
    }
    return identity.view(of: last, findPart)
  }
}

/// A view of a part of the state that may be missing.
@usableFromInline
struct PartOfState<State> {
  @usableFromInline let view: StateView<State>
  /// A check that another part has not taken its place, if parts can be told apart.
  @usableFromInline var check: PartCheck?

  @inlinable
  init(view: StateView<State>, check: PartCheck? = nil) {
    self.view = view
    self.check = check
  }
}

/// A function that returns the problem with an action for a part whose place another one has taken in the root's state;
/// `nil` if there is none.
@usableFromInline package typealias PartCheck = (_ root: UnsafeRawPointer) -> String?

extension ChildIdentity {
  /// Returns a view of the part that has the identity of the given one.
  @usableFromInline
  func view(
    of part: State,
    _ find: @escaping (UnsafeRawPointer) -> StateFinder<State>.Found
  ) -> PartOfState<State> {
    var part = part
    let id = id(of: &part)
    let finder = StateFinder(last: part) { root in
      let found = find(root)
      return isDifferent(found, id) ? .nothing : found
    }
    return PartOfState(view: StateView(finder)) { root in
      guard var part = find(root).value, case let other = self.id(of: &part), other != id else {
        return nil
      }
      return replacement(of: id, by: other)
    }
  }

  private func isDifferent(_ found: StateFinder<State>.Found, _ id: CancellationID) -> Bool {
    switch found {
    case .place(let state): matches(UnsafeMutablePointer(mutating: state), id) == false
    case .value(var state): matches(&state, id) == false
    case .nothing: false
    }
  }
}
