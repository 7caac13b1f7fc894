// SPDX-License-Identifier: MIT

/// Which action something comes from, which case of its type that is, and how long the chain of actions was by
/// then.
///
/// The actions of a store are numbered in the order of the queue, from one on.
@usableFromInline
package struct ActionOrigin: Sendable {
  /// Its number; zero if there is none.
  @usableFromInline let action: Int
  @usableFromInline let shortDepth: Int32
  /// The tag of the case.
  @usableFromInline let tag: UInt32

  @inlinable
  init(action: Int, depth: Int, tag: UInt32) {
    self.action = action
    shortDepth = Int32(clamping: depth)
    self.tag = tag
  }

  /// That of what follows from no action.
  static var none: Self { Self(action: 0, depth: 0, tag: noTag) }

  @inlinable var depth: Int { Int(shortDepth) }

  /// The tag of what is in no case.
  @inlinable static var noTag: UInt32 { .max }

  /// What the action is called, as one of a type; `nil` if that has no cases.
  func name(in type: Any.Type) -> String? {
    guard tag != Self.noTag, let metadata = EnumMetadata(type) else { return nil }
    return CaseTag(metadata, tag).caseName
  }
}
