// SPDX-License-Identifier: MIT

/// How to get from the state of a root store to what a store shows of it.
@usableFromInline
struct StateView<State> {
  /// The distance in the memory of the root's state, if what is shown is stored there.
  @usableFromInline let offset: Int
  /// Makes what is shown, if it is not stored there.
  @usableFromInline let compute: ((UnsafeRawPointer) -> State)?

  @inlinable
  init(offset: Int) {
    self.offset = offset
    compute = nil
  }

  @inlinable
  init(_ compute: @escaping (UnsafeRawPointer) -> State) {
    offset = 0
    self.compute = compute
  }

  @inlinable
  func read(_ root: UnsafeRawPointer) -> State {
    if let compute { return compute(root) }
    return (root + offset).assumingMemoryBound(to: State.self).pointee
  }

  @inlinable
  func read<Value>(_ root: UnsafeRawPointer, _ keyPath: KeyPath<State, Value>) -> Value {
    guard compute == nil else { return readComputed(root, keyPath) }
    let state = (root + offset).assumingMemoryBound(to: State.self)
    if let value = state.pointer(to: keyPath) { return value.pointee }
    return readComputed(root, keyPath)
  }

  // Apart, so that a large state needs no room on the stack of the fast path.
  @inlinable
  @inline(never)
  func readComputed<Value>(_ root: UnsafeRawPointer, _ keyPath: KeyPath<State, Value>) -> Value {
    read(root)[keyPath: keyPath]
  }

  /// What a key path shows of this.
  @usableFromInline
  func appending<Value>(_ keyPath: KeyPath<State, Value>) -> StateView<Value> {
    if compute == nil, let distance = MemoryLayout<State>.offset(of: keyPath) {
      return StateView<Value>(offset: offset + distance)
    }
    return StateView<Value> { root in read(root, keyPath) }
  }
}
