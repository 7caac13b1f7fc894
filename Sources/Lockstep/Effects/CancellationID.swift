// SPDX-License-Identifier: MIT

/// A type-erased effect id or element key.
///
/// Values of different types are not equal.
@usableFromInline
package struct CancellationID: Hashable, Sendable {
  @usableFromInline let box: AnyBox
  /// The hash value, computed once because an id is looked up several times.
  ///
  /// It is stored here rather than in the box because a growing table reads the hashes of all of its ids.
  @usableFromInline let hash: Int

  @inlinable
  package init(_ value: some Hashable) {
    box = Box(value)
    hash = value.hashValue
  }

  /// Whether the id is a ``StoreWide`` value.
  var isStoreWide: Bool { Swift.type(of: box) == Box<StoreWide>.self }

  @inlinable
  func value<Value: Hashable>(as type: Value.Type) -> Value? {
    // `Box` is final, and a conditional cast takes longer.
    Swift.type(of: box) == Box<Value>.self ? unsafeDowncast(box, to: Box<Value>.self).value : nil
  }

  /// Returns whether this is the id of the value at an address.
  ///
  /// Generic code uses this method because ``value(as:)`` would look up types at run time.
  @usableFromInline
  func isID<Value: Hashable>(ofValueAt place: UnsafePointer<Value>) -> Bool {
    box.isEqual(toValueAt: place, of: Value.self)
  }

  var text: String { box.text }

  @usableFromInline
  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.box === rhs.box || (lhs.hash == rhs.hash && lhs.box.isEqual(to: rhs.box))
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }

  /// `@unchecked` because a nonfinal class cannot be checked; its subclass has only one constant.
  @usableFromInline
  class AnyBox: @unchecked Sendable {
    @inlinable
    init() {}

    @usableFromInline
    func isEqual(to other: AnyBox) -> Bool {
      preconditionFailure("A subclass of AnyBox does not override isEqual(to:).")
    }

    @usableFromInline
    var text: String {
      preconditionFailure("A subclass of AnyBox does not override text.")
    }

    /// Returns whether the value has the given type and equals the value of that type at an address.
    @usableFromInline
    func isEqual(toValueAt place: UnsafeRawPointer, of type: Any.Type) -> Bool {
      preconditionFailure("A subclass of AnyBox does not override isEqual(toValueAt:of:).")
    }
  }

  @usableFromInline
  final class Box<Value: Hashable>: AnyBox, @unchecked Sendable {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) {
      self.value = value
      super.init()
    }

    @usableFromInline
    override func isEqual(to other: AnyBox) -> Bool {
      // Instances of the same class contain values of the same type. A conditional cast takes longer.
      Swift.type(of: other) == Swift.type(of: self as AnyBox)
        && unsafeDowncast(other, to: Box<Value>.self).value == value
    }

    @usableFromInline
    override var text: String { Dump(value).text }

    @usableFromInline
    override func isEqual(toValueAt place: UnsafeRawPointer, of type: Any.Type) -> Bool {
      type == Value.self && place.assumingMemoryBound(to: Value.self).pointee == value
    }
  }
}
