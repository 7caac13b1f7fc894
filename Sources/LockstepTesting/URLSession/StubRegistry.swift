// SPDX-License-Identifier: MIT

internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A registry that finds a session's stub by the class of the session's protocols.
///
/// A session creates its protocols itself, so a stub cannot pass them a value. On Linux, they see neither the session
/// nor the header fields of its configuration. Each stub therefore has its own class, which receives only the requests
/// of the stub's session.
enum StubRegistry {
  private struct Entries {
    var lastNumber = 0
    var desks: [ObjectIdentifier: @Sendable () -> StubDesk?] = [:]
  }

  private static let stubs = Mutex(Entries())

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

  /// Returns whether the stub exists.
  static func ask(_ protocolClass: AnyClass, _ question: StubQuestion) -> Bool {
    let desk = stubs.withLock { $0.desks[ObjectIdentifier(protocolClass)]?() }
    desk?.take(question)
    return desk != nil
  }

  /// Returns the unique class of a number: each binary digit wraps the generic argument of the class.
  private static func protocolClass<Tag>(_ tag: Tag.Type, _ number: Int) -> AnyClass {
    switch number {
    case 0: StubURLProtocol<Tag>.self
    case _ where number.isMultiple(of: 2): protocolClass([Tag].self, number / 2)
    default: protocolClass(Tag?.self, number / 2)
    }
  }
}
