// SPDX-License-Identifier: MIT

internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A registry that finds the stub of a session by the class of its protocols.
///
/// A session makes its protocols itself, so nothing can be passed to them: on Linux, they see neither the
/// session nor the header fields of its configuration. Instead, each stub has a class of its own, and sees
/// only the requests of its session.
enum StubRegistry {
  private struct Entries {
    var lastNumber = 0
    var desks: [ObjectIdentifier: @Sendable () -> StubDesk?] = [:]
  }

  private static let stubs = Mutex(Entries())

  /// Adds a stub, and returns the class of protocols that lead to it.
  static func add(_ desk: StubDesk) -> AnyClass {
    stubs.withLock { stubs in
      stubs.lastNumber += 1
      let protocolClass: AnyClass = protocolClass(Never.self, stubs.lastNumber)
      stubs.desks[ObjectIdentifier(protocolClass)] = { [weak desk] in desk }
      return protocolClass
    }
  }

  static func remove(_ protocolClass: AnyClass) {
    stubs.withLock { _ = $0.desks.removeValue(forKey: ObjectIdentifier(protocolClass)) }
  }

  /// Passes a question to the stub with the class; returns whether there is one.
  static func ask(_ protocolClass: AnyClass, _ question: StubQuestion) -> Bool {
    let desk = stubs.withLock { $0.desks[ObjectIdentifier(protocolClass)]?() }
    desk?.take(question)
    return desk != nil
  }

  /// Returns a class that no other number has: each of its binary digits wraps the argument of the class.
  private static func protocolClass<Tag>(_ tag: Tag.Type, _ number: Int) -> AnyClass {
    switch number {
    case 0: StubURLProtocol<Tag>.self
    case _ where number.isMultiple(of: 2): protocolClass([Tag].self, number / 2)
    default: protocolClass(Tag?.self, number / 2)
    }
  }
}
