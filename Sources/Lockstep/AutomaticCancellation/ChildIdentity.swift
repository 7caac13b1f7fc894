// SPDX-License-Identifier: MIT

/// A function that reads the identity of a child's state; a different identity means a different child.
@usableFromInline
struct ChildIdentity<State>: Sendable {
  @usableFromInline let raw: RawIdentity

  /// Uses `toID` if present, otherwise the `id` of an `Identifiable` state; `nil` if neither exists.
  @usableFromInline
  init?(_ toID: (@Sendable (State) -> any Hashable & Sendable)?) {
    if let toID {
      raw = RawIdentity {
        CancellationID(toID($0.assumingMemoryBound(to: State.self).pointee))
      } isSame: {
        CancellationID(toID($0.assumingMemoryBound(to: State.self).pointee)) == $1
      }
    } else if let type = State.self as? any Identifiable.Type {
      raw = Self.readingID(of: type)
    } else {
      return nil
    }
  }

  private static func readingID<Child: Identifiable>(of type: Child.Type) -> RawIdentity {
    readingID(Child.ID.self, of: type)
  }

  // The id's type is a generic parameter so that the closures do not look it up in each call.
  private static func readingID<Child: Identifiable, ID>(
    _: ID.Type,
    of type: Child.Type
  ) -> RawIdentity where Child.ID == ID {
    RawIdentity {
      CancellationID($0.assumingMemoryBound(to: Child.self).pointee.id)
    } isSame: {
      var id = $0.assumingMemoryBound(to: Child.self).pointee.id
      return $1.isID(ofValueAt: &id)
    }
  }

  @usableFromInline
  func id(of state: inout State) -> CancellationID {
    withUnsafePointer(to: &state) { raw.read(UnsafeRawPointer($0)) }
  }

  @usableFromInline
  func matches(_ state: UnsafePointer<State>, _ identity: CancellationID?) -> Bool {
    identity.map { raw.isSame(UnsafeRawPointer(state), $0) } ?? true
  }
}

/// The functions of a ``ChildIdentity`` without the type of the state.
@usableFromInline
final class RawIdentity: Sendable {
  // Safe because only the store calls these functions. They may use an `Identifiable` conformance found at run time,
  // which is isolated to an actor only if the state is.
  nonisolated(unsafe) let read: (UnsafeRawPointer) -> CancellationID
  nonisolated(unsafe) let isSame: (UnsafeRawPointer, CancellationID) -> Bool

  init(
    _ read: @escaping (UnsafeRawPointer) -> CancellationID,
    isSame: @escaping (UnsafeRawPointer, CancellationID) -> Bool
  ) {
    self.read = read
    self.isSame = isSame
  }

  /// Returns whether the state has the given identity; `true` if `identity` is `nil`.
  func matches(_ state: UnsafeMutableRawPointer, _ identity: CancellationID?) -> Bool {
    guard let identity else { return true }
    return isSame(UnsafeRawPointer(state), identity)
  }
}

/// The element of a site's collection, if the site leads to one, and the identity of the child, if it has one.
@usableFromInline
package struct ChildKey: Hashable, Sendable {
  @usableFromInline package let element: CancellationID?
  @usableFromInline let identity: CancellationID?

  @usableFromInline
  init(element: CancellationID? = nil, identity: CancellationID? = nil) {
    self.element = element
    self.identity = identity
  }

  var hash: Int { (element?.hash ?? 0) &+ 31 &* (identity?.hash ?? 0) }
}

/// Returns the reason for not delivering an action whose sender another child has replaced.
@usableFromInline
func replacement(of sender: CancellationID, by child: CancellationID) -> String {
  "its state had the id \(child.text) instead of the sender's, \(sender.text)"
}
