// SPDX-License-Identifier: MIT

/// A collection that finds children by their ids.
@usableFromInline
protocol ChildList<ID, Child>: SendableMetatype {
  associatedtype ID: Hashable
  associatedtype Child

  /// Whether ``look(at:_:)`` finds a child in place rather than in a copy.
  static var isStable: Bool { get }
  static var hasMembership: Bool { get }
  /// A number that changes whenever a child is removed; meaningless unless ``hasMembership`` is `true`.
  var membershipOfChildren: UInt64 { get }

  /// Calls a function with a child for reading, and returns whether the child exists.
  func look(at id: ID, _ body: (UnsafeMutablePointer<Child>) -> Void) -> Bool

  /// Changes a child in place, and returns whether the child exists.
  mutating func modify(_ id: ID, at location: CodeLocation, _ body: (inout Child) -> Void) -> Bool

  static func absence(of id: ID) -> String
}

/// The location of a list, whose elements the store does not track as they appear and are removed.
@usableFromInline
struct ListPlace<ParentState, List: ChildList>: ChildPlace where List.ID: Sendable {
  @usableFromInline let list: StatePlace<ParentState, List>
  @usableFromInline let location: CodeLocation

  @inlinable
  init(_ keyPath: any WritableKeyPath<ParentState, List> & Sendable, _ location: CodeLocation) {
    list = StatePlace(keyPath)
    self.location = location
  }

  @inlinable var isStable: Bool { List.isStable && list.isStable }

  @usableFromInline var path: (@Sendable () -> String)? { list.path }

  @inlinable var membership: (@Sendable (UnsafeMutableRawPointer) -> UInt64)? {
    guard List.hasMembership else { return nil }
    return { [list] state in list.look(at: state) { $0.pointee.membershipOfChildren } }
  }

  @inlinable
  func look(_ identity: RawIdentity?) -> ChildSite.Look {
    { [list] parent, key, body in
      let isThere = key.element?.value(as: List.ID.self).map { id in
        list.look(at: parent) { elements in
          elements.pointee.look(at: id) { child in
            let child = UnsafeMutableRawPointer(child)
            body(matches(identity, child, key) ? child : nil)
          }
        }
      }
      if isThere != true { body(nil) }
    }
  }

  @inlinable
  func finder(_ site: ChildSite, _ identity: RawIdentity?, isShared: Bool) -> ChildFinder? { nil }

  @inlinable
  func identity(
    of id: List.ID,
    in parent: inout ParentState,
    _ identity: ChildIdentity<List.Child>?
  ) -> CancellationID? {
    guard let identity else { return nil }
    var found: CancellationID?
    _ = list.look(in: &parent) { elements in
      elements.pointee.look(at: id) { found = identity.id(of: &$0.pointee) }
    }
    return found
  }

  @inlinable
  func modify(
    _ parent: inout ParentState,
    _ id: List.ID,
    _ body: (inout List.Child) -> Void
  ) -> Bool {
    list.modify(&parent) { $0.modify(id, at: location, body) }
  }

  @usableFromInline
  func absence(of id: List.ID, in parent: inout ParentState) -> String { List.absence(of: id) }
}

@usableFromInline
func matches(_ identity: RawIdentity?, _ child: UnsafeMutableRawPointer, _ key: ChildKey) -> Bool {
  identity?.matches(child, key.identity) != false
}

extension IdentifiedArray: ChildList {
  @inlinable static var isStable: Bool { true }
  @inlinable static var hasMembership: Bool { true }
  @inlinable var membershipOfChildren: UInt64 { membership }

  @inlinable
  func look(at id: ID, _ body: (UnsafeMutablePointer<Element>) -> Void) -> Bool {
    guard let element = place(of: id) else { return false }
    body(UnsafeMutablePointer(mutating: element))
    return true
  }

  @inlinable
  mutating func modify(
    _ id: ID,
    at location: CodeLocation,
    _ body: (inout Element) -> Void
  ) -> Bool {
    let (fileID, filePath) = (location.fileID, location.filePath)
    let (line, column) = (location.line, location.column)
    return modify(id: id, fileID: fileID, filePath: filePath, line: line, column: column, body)
      != nil
  }

  @usableFromInline
  static func absence(of id: ID) -> String { "there was no element with the id \(Dump(id).text)" }
}

extension Dictionary: ChildList {
  @inlinable static var isStable: Bool { false }
  @inlinable static var hasMembership: Bool { false }
  @inlinable var membershipOfChildren: UInt64 { 0 }

  @inlinable
  func look(at key: Key, _ body: (UnsafeMutablePointer<Value>) -> Void) -> Bool {
    guard var value = self[key] else { return false }
    withUnsafeMutablePointer(to: &value, body)
    return true
  }

  @inlinable
  mutating func modify(
    _ key: Key,
    at location: CodeLocation,
    _ body: (inout Value) -> Void
  ) -> Bool {
    guard let index = index(forKey: key) else { return false }
    body(&values[index])
    return true
  }

  @usableFromInline
  static func absence(of key: Key) -> String {
    "there was no value under the key \(Dump(key).text)"
  }
}

extension Array: ChildList {
  @inlinable static var isStable: Bool { true }
  @inlinable static var hasMembership: Bool { true }
  // A position becomes invalid only when the number of elements changes.
  @inlinable var membershipOfChildren: UInt64 { UInt64(count) }

  @inlinable
  func look(at index: Int, _ body: (UnsafeMutablePointer<Element>) -> Void) -> Bool {
    guard indices.contains(index) else { return false }
    withUnsafeBufferPointer { elements in
      guard let first = elements.baseAddress else { return }
      body(UnsafeMutablePointer(mutating: first + index))
    }
    return true
  }

  @inlinable
  mutating func modify(
    _ index: Int,
    at location: CodeLocation,
    _ body: (inout Element) -> Void
  ) -> Bool {
    guard indices.contains(index) else { return false }
    body(&self[index])
    return true
  }

  @usableFromInline
  static func absence(of index: Int) -> String { "there was no element at the position \(index)" }
}
