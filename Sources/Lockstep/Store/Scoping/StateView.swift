// SPDX-License-Identifier: MIT

/// The path from a root store's state to the state that a store shows.
@usableFromInline
struct StateView<State> {
  /// The offset of the shown state in the root's state, if the state has a fixed place.
  @usableFromInline let offset: Int
  /// The finder of the shown state, if the state has no fixed place.
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

  // Not inlined, so that the fast path reserves no stack space for a large state.
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

  func current<Value>(_ root: UnsafeRawPointer, _ keyPath: KeyPath<State, Value>) -> Value? {
    guard let finder else { return read(root, keyPath) }
    return finder.current(root, keyPath)
  }

  @inlinable
  func find(_ root: UnsafeRawPointer) -> StateFinder<State>.Found {
    finder?.find(root) ?? .place(place(root))
  }

  /// Returns whether the shown state is present and matches a predicate, which examines the state in place.
  func isThere(_ root: UnsafeRawPointer, where isTrue: (UnsafePointer<State>) -> Bool) -> Bool {
    guard let finder else { return isTrue(place(root)) }
    return finder.isThere(root, where: isTrue)
  }

  @inlinable
  func place(_ root: UnsafeRawPointer) -> UnsafePointer<State> {
    (root + offset).assumingMemoryBound(to: State.self)
  }

  // MARK: Parts that are always there

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

  @inlinable
  func unwrapped<Value>(
    _ root: UnsafeRawPointer,
    _ identity: ChildIdentity<Value>?
  ) -> PartOfState<Value>? where State == Value? {
    let metadata = EnumMetadata(State.self)
    let find: (UnsafePointer<State>) -> StateFinder<Value>.Found = { optional in
      let place = UnsafeRawPointer(optional)
      guard let metadata else { return optional.pointee.map { .value($0) } ?? .nothing }
      // A wrapped value has the same address as its optional.
      return metadata.tag(of: place) == EnumMetadata.tagOfSome
        ? .place(place.assumingMemoryBound(to: Value.self)) : .nothing
    }
    return part(root, of: { $0 }, at: find).map { PartOfState($0, identity) }
  }

  @inlinable
  func payload<Value>(
    _ path: CasePath<State, Value>,
    _ root: UnsafeRawPointer,
    _ identity: ChildIdentity<Value>?
  ) -> PartOfState<Value>? {
    part(
      root,
      of: path.extract(from:),
      at: { path.extract(from: $0.pointee).map { .value($0) } ?? .nothing }
    )
    .map { PartOfState($0, identity) }
  }

  @inlinable
  func element<ID, Element>(_ id: ID, _ root: UnsafeRawPointer) -> StateView<Element>?
  where State == IdentifiedArray<ID, Element> {
    part(root) { root in
      switch find(root) {
      // The address of the elements is valid until the store's state changes.
      case .place(let elements): elements.pointee.place(of: id).map { .place($0) } ?? .nothing
      case .value(let elements): elements[id: id].map { .value($0) } ?? .nothing
      case .nothing: .nothing
      }
    }
  }

  @inlinable
  func part<Value>(
    _ root: UnsafeRawPointer,
    of value: @escaping (State) -> Value?,
    at place: @escaping (UnsafePointer<State>) -> StateFinder<Value>.Found
  ) -> StateView<Value>? {
    part(root) { root in
      switch find(root) {
      case .place(let state): place(state)
      case .value(let state): value(state).map { .value($0) } ?? .nothing
      case .nothing: .nothing
      }
    }
  }

  @inlinable
  func part<Value>(
    _ root: UnsafeRawPointer,
    _ find: @escaping (UnsafeRawPointer) -> StateFinder<Value>.Found
  ) -> StateView<Value>? {
    switch find(root) {
    case .place(let part): StateView<Value>(StateFinder(last: part.pointee, find: find))
    case .value(let part): StateView<Value>(StateFinder(last: part, find: find))
    case .nothing: nil
    }
  }
}

/// A view of a part of the state that may be missing.
@usableFromInline
struct PartOfState<State> {
  @usableFromInline let view: StateView<State>
  /// Checks that no other part has replaced this one; `nil` if the parts have no identity.
  @usableFromInline let check: PartCheck?

  init(_ view: StateView<State>, check: PartCheck?) {
    (self.view, self.check) = (view, check)
  }

  /// Creates a view of the current part, for which a part with another identity counts as missing.
  @usableFromInline
  init(_ view: StateView<State>, _ identity: ChildIdentity<State>?) {
    guard let identity, let find = view.finder?.find, var part = view.finder?.last?.state else {
      (self.view, check) = (view, nil)
      return
    }
    let id = identity.id(of: &part)
    self.view = StateView(
      StateFinder(last: part) { root in
        let found = find(root)
        return identity.matches(found, id) ? found : .nothing
      }
    )
    check = { root in
      guard var part = find(root).value else { return nil }
      let other = identity.id(of: &part)
      return other == id ? nil : replacement(of: id, by: other)
    }
  }
}

extension ChildIdentity {
  fileprivate func matches(_ found: StateFinder<State>.Found, _ id: CancellationID) -> Bool {
    switch found {
    case .place(let state): matches(state, id)
    case .value(var state): matches(&state, id)
    case .nothing: true
    }
  }
}
