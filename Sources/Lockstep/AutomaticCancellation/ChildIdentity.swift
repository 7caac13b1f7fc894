// SPDX-License-Identifier: MIT

/// A function that reads the identity of a child's state: a state with another identity is another child.
@usableFromInline
struct ChildIdentity<State>: Sendable {
  @usableFromInline let raw: RawIdentity

  /// Creates the identity of an identifiable state, or of one with a function that returns it; `nil` if states cannot
  /// be told apart.
  ///
  /// - Parameter toID: Returns what identifies a state, in place of its id.
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

  // The type of the id is a parameter, so that the functions do not look it up in each call.
  private static func readingID<Child: Identifiable, ID>(
    _: ID.Type,
    of type: Child.Type
  ) -> RawIdentity where Child.ID == ID {
    // The type is that of the state.
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

  /// Returns whether a state is that of a child with an identity.
  @usableFromInline
  func matches(_ state: UnsafePointer<State>, _ identity: CancellationID?) -> Bool {
    identity.map { raw.isSame(UnsafeRawPointer(state), $0) } ?? true
  }
}

/// The functions of an identity, without the type of the state.
@usableFromInline
final class RawIdentity: Sendable {
  // `nonisolated(unsafe)` because of a conformance that is found at run time: it may be isolated to an actor only if
  // the state is, and only the store reads it.
  nonisolated(unsafe) let read: (UnsafeRawPointer) -> CancellationID
  nonisolated(unsafe) let isSame: (UnsafeRawPointer, CancellationID) -> Bool

  init(
    _ read: @escaping (UnsafeRawPointer) -> CancellationID,
    isSame: @escaping (UnsafeRawPointer, CancellationID) -> Bool
  ) {
    self.read = read
    self.isSame = isSame
  }

  /// Returns whether a state is that of a child with an identity; whichever it is if there is none.
  func matches(_ state: UnsafeMutableRawPointer, _ identity: CancellationID?) -> Bool {
    guard let identity else { return true }
    return isSame(UnsafeRawPointer(state), identity)
  }
}

/// The child of a site: which element, if the site leads into a collection, and with which identity, if its states can
/// be told apart.
@usableFromInline
package struct ChildKey: Hashable, Sendable {
  @usableFromInline package let element: CancellationID?
  @usableFromInline let identity: CancellationID?

  @usableFromInline
  init(element: CancellationID? = nil, identity: CancellationID? = nil) {
    self.element = element
    self.identity = identity
  }

  /// A number that is the same for equal keys.
  var hash: Int { (element?.hash ?? 0) &+ 31 &* (identity?.hash ?? 0) }
}

/// Explains why an action is not delivered: another child has taken the place of its sender.
@usableFromInline
func replacement(of sender: CancellationID, by child: CancellationID) -> String {
  "its state had the id \(child.text) instead of the sender's, \(sender.text)"
}
