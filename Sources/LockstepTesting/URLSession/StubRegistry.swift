// SPDX-License-Identifier: MIT

internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A registry that finds the stub of a session by the number in the type of its protocol.
///
/// A session makes its protocols itself, so nothing can be passed to them: on Linux, they see neither the
/// session nor the header fields of its configuration. Instead, each stub has a number of its own, and
/// sees only the requests of its session.
enum StubRegistry {
  private struct Entry {
    weak var desk: StubDesk?
  }

  private struct Entries {
    var last = 0
    var entries: [Int: Entry] = [:]
  }

  private static let stubs = Mutex(Entries())

  /// Gives a stub its number, and returns the class of protocols that lead to it.
  static func add(_ desk: StubDesk) -> (id: Int, protocolClass: AnyClass) {
    let id = stubs.withLock { stubs in
      stubs.last += 1
      stubs.entries[stubs.last] = Entry(desk: desk)
      return stubs.last
    }
    return (id, protocolClass(of: tag(of: id)))
  }

  static func remove(_ id: Int) {
    stubs.withLock { _ = $0.entries.removeValue(forKey: id) }
  }

  /// Passes a question to the stub with the number; returns whether there is one.
  static func ask(_ id: Int, _ question: StubQuestion) -> Bool {
    guard let desk = stubs.withLock({ $0.entries[id]?.desk }) else { return false }
    desk.take(question)
    return true
  }

  private static func protocolClass<Tag: StubTag>(of tag: Tag.Type) -> AnyClass {
    StubURLProtocol<Tag>.self
  }

  /// Returns the type that spells a number in binary digits.
  private static func tag(of id: Int) -> any StubTag.Type {
    guard id > 1 else { return StubTagOne.self }
    return id.isMultiple(of: 2) ? twice(tag(of: id / 2)) : twicePlusOne(tag(of: id / 2))
  }

  private static func twice<Tag: StubTag>(_: Tag.Type) -> any StubTag.Type {
    StubTagTwice<Tag>.self
  }

  private static func twicePlusOne<Tag: StubTag>(_: Tag.Type) -> any StubTag.Type {
    StubTagTwicePlusOne<Tag>.self
  }
}

/// A type that represents a positive number.
protocol StubTag {
  static var id: Int { get }
}

enum StubTagOne: StubTag {
  static var id: Int { 1 }
}

enum StubTagTwice<Half: StubTag>: StubTag {
  static var id: Int { 2 * Half.id }
}

enum StubTagTwicePlusOne<Half: StubTag>: StubTag {
  static var id: Int { 2 * Half.id + 1 }
}
