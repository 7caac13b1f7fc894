// SPDX-License-Identifier: MIT

/// The action that something comes from, the case of its type that the action is in, and the length of the
/// chain of actions by then.
///
/// The actions of a store are numbered in the order of the store's queue, starting with one.
@usableFromInline
package struct ActionOrigin: Sendable {
  /// The number of the action; zero if there is none.
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

  /// The origin of anything that does not follow from an action.
  static var none: Self { Self(action: 0, depth: 0, tag: noTag) }

  @inlinable var depth: Int { Int(shortDepth) }

  /// The tag of an action that is not in any case.
  @inlinable static var noTag: UInt32 { .max }

  /// Returns the name of the action's case in a type; `nil` if the type has no cases.
  func name(in type: Any.Type) -> String? {
    guard tag != Self.noTag, let metadata = EnumMetadata(type) else { return nil }
    return CaseTag(metadata, tag).caseName
  }
}
