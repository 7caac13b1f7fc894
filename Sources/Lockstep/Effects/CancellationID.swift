// SPDX-License-Identifier: MIT

/// A value of any type that identifies effects: an id, or the key of an element.
///
/// Values of different types are not equal.
@usableFromInline
package struct CancellationID: Hashable, Sendable {
  @usableFromInline let box: AnyBox

  @inlinable
  package init(_ value: some Hashable & Sendable) {
    box = Box(value)
  }

  /// Returns the value if it is of the given type.
  @inlinable
  func value<Value: Hashable & Sendable>(as type: Value.Type) -> Value? {
    (box as? Box<Value>)?.value
  }

  @usableFromInline
  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.box === rhs.box || (lhs.box.hash == rhs.box.hash && lhs.box.isEqual(to: rhs.box))
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(box.hash)
  }

  /// `@unchecked` because a nonfinal class cannot be checked; it has only constants of `Sendable` types.
  @usableFromInline
  class AnyBox: @unchecked Sendable {
    /// The hash value, computed once because an id is looked up several times.
    @usableFromInline let hash: Int

    @inlinable
    init(hash: Int) {
      self.hash = hash
    }

    @usableFromInline
    func isEqual(to other: AnyBox) -> Bool {
      preconditionFailure("A subclass of AnyBox does not override isEqual(to:).")
    }
  }

  /// `@unchecked` like its superclass.
  @usableFromInline
  final class Box<Value: Hashable & Sendable>: AnyBox, @unchecked Sendable {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) {
      self.value = value
      super.init(hash: value.hashValue)
    }

    @usableFromInline
    override func isEqual(to other: AnyBox) -> Bool {
      // Instances of the same class hold values of the same type; a conditional cast takes longer.
      type(of: other) == type(of: self as AnyBox)
        && unsafeDowncast(other, to: Box<Value>.self).value == value
    }
  }
}
