// SPDX-License-Identifier: MIT

/// How to get from the state of a root store to what a store shows of it.
@usableFromInline
struct StateView<State> {
  /// The distance in the memory of the root's state, if what is shown is stored there.
  @usableFromInline let offset: Int
  /// How to find what is shown, if it is not stored at a fixed place.
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

  /// A view of what a function makes.
  @inlinable
  init(_ compute: @escaping (UnsafeRawPointer) -> State) {
    self.init(StateFinder { .value(compute($0)) })
  }

  @inlinable
  func read(_ root: UnsafeRawPointer) -> State {
    if let finder { return finder.read(root) }
    return (root + offset).assumingMemoryBound(to: State.self).pointee
  }

  @inlinable
  func read<Value>(_ root: UnsafeRawPointer, _ keyPath: KeyPath<State, Value>) -> Value {
    guard finder == nil else { return readFound(root, keyPath) }
    let state = (root + offset).assumingMemoryBound(to: State.self)
    if let value = state.pointer(to: keyPath) { return value.pointee }
    return readSlowly(state, keyPath)
  }

  @usableFromInline
  func readFound<Value>(_ root: UnsafeRawPointer, _ keyPath: KeyPath<State, Value>) -> Value {
    guard let finder, case .place(let state) = finder.find(root) else {
      return read(root)[keyPath: keyPath]
    }
    if let value = state.pointer(to: keyPath) { return value.pointee }
    return readSlowly(state, keyPath)
  }

  // Apart, so that a large state needs no room on the stack of the fast path.
  @inlinable
  @inline(never)
  func readSlowly<Value>(
    _ state: UnsafePointer<State>,
    _ keyPath: KeyPath<State, Value>
  ) -> Value {
    state.pointee[keyPath: keyPath]
  }

  /// Reads what is shown, and remembers it for when it has gone.
  @inlinable
  func readForOwner(_ root: UnsafeRawPointer) -> State {
    let state = read(root)
    if let finder, finder.last != nil { finder.last = state }
    return state
  }

  // MARK: Parts

  /// What a key path shows of this.
  @inlinable
  func appending<Value>(_ keyPath: KeyPath<State, Value>) -> StateView<Value> {
    if finder == nil, let distance = MemoryLayout<State>.offset(of: keyPath) {
      return StateView<Value>(offset: offset + distance)
    }
    return StateView<Value> { root in read(root, keyPath) }
  }

  /// The value of an optional, while there is one; `nil` if there is none now.
  @inlinable
  func unwrapped<Value>(_ root: UnsafeRawPointer) -> StateView<Value>? where State == Value? {
    guard let value = read(root) else { return nil }
    guard finder == nil, let some = CaseTag(someOf: State.self) else {
      return StateView<Value>(
        StateFinder(last: value) { root in read(root).map { .value($0) } ?? .nothing }
      )
    }
    // A value that is not `nil` is stored where the optional is.
    return StateView<Value>(
      StateFinder(last: value) { [offset] root in
        some.matches(root + offset)
          ? .place((root + offset).assumingMemoryBound(to: Value.self)) : .nothing
      }
    )
  }

  /// The payload of a case, while the enum is in it; `nil` if it is in another one now.
  @inlinable
  func payload<Value>(
    _ path: CasePath<State, Value>,
    _ root: UnsafeRawPointer
  ) -> StateView<Value>? {
    guard let value = path.extract(from: read(root)) else { return nil }
    return StateView<Value>(
      StateFinder(last: value) { root in
        path.extract(from: read(root)).map { .value($0) } ?? .nothing
      }
    )
  }

  /// An element, while it is there; `nil` if it is not there now.
  @inlinable
  func element<ID, Element>(_ id: ID, _ root: UnsafeRawPointer) -> StateView<Element>?
  where State == IdentifiedArray<ID, Element> {
    guard let element = read(root)[id: id] else { return nil }
    guard finder == nil else {
      return StateView<Element>(
        StateFinder(last: element) { root in
          read(root)[id: id].map { .value($0) } ?? .nothing
        }
      )
    }
    return StateView<Element>(
      StateFinder(last: element) { [offset] root in
        let elements = (root + offset).assumingMemoryBound(to: State.self)
        // The memory of the elements stays as long as the state of the store does not change.
        return elements.pointee.place(of: id).map { .place($0) } ?? .nothing
      }
    )
  }
}

/// How to find a part of a root's state that is stored at no fixed place, or may be missing.
///
/// Isolation: that of the store.
@usableFromInline
final class StateFinder<State> {
  @usableFromInline
  enum Found {
    /// It is stored in the root's state, which does not change as long as this is used.
    case place(UnsafePointer<State>)
    case value(State)
    case nothing
  }

  @usableFromInline let find: (UnsafeRawPointer) -> Found
  /// What is shown while there is nothing; it is there if that can be.
  @usableFromInline var last: State?

  @inlinable
  init(last: State? = nil, find: @escaping (UnsafeRawPointer) -> Found) {
    self.last = last
    self.find = find
  }

  @inlinable
  func read(_ root: UnsafeRawPointer) -> State {
    switch find(root) {
    case .place(let state): return state.pointee
    case .value(let state): return state
    case .nothing:
      guard let last else {
        preconditionFailure("A part of the state that cannot be missing is missing.")
      }
      return last
    }
  }
}
