// SPDX-License-Identifier: MIT

/// The action that caused an event: its number, its case, and the length of its chain of actions.
///
/// A store numbers its actions from 1, in the order of its queue.
@usableFromInline
package struct ActionOrigin: Sendable {
  /// The number of the action, or zero if no action is the cause.
  @usableFromInline let action: Int
  @usableFromInline let shortDepth: Int32
  @usableFromInline let tag: UInt32

  @inlinable
  init(action: Int, depth: Int, tag: UInt32) {
    self.action = action
    shortDepth = Int32(clamping: depth)
    self.tag = tag
  }

  static var none: Self { Self(action: 0, depth: 0, tag: noTag) }

  @inlinable var depth: Int { Int(shortDepth) }

  @inlinable static var noTag: UInt32 { .max }

  func name(in type: Any.Type) -> String? {
    guard tag != Self.noTag, let metadata = EnumMetadata(type) else { return nil }
    return CaseTag(metadata, tag).caseName
  }
}
