// SPDX-License-Identifier: MIT

/// Which action something comes from, which case of its type that is, and how long the chain of actions was by
/// then.
///
/// The actions of a store are numbered in the order of the queue, from one on.
@usableFromInline
package struct ActionOrigin: Sendable {
  /// Its number; zero if there is none.
  @usableFromInline var action: Int
  private var shortDepth: Int32
  /// The tag of the case, as ``tag(of:)`` reads it.
  let tag: UInt32

  @usableFromInline
  init(action: Int, depth: Int, tag: UInt32) {
    self.action = action
    shortDepth = Int32(clamping: depth)
    self.tag = tag
  }

  /// That of what follows from no action.
  static var none: Self { Self(action: 0, depth: 0, tag: noTag) }

  var depth: Int { Int(shortDepth) }

  /// The tag of what is in no case.
  @usableFromInline static var noTag: UInt32 { .max }

  /// The tag of the case that an action is in, from which its name can be found out later.
  @inlinable
  static func tag<Action>(of action: borrowing Action) -> UInt32 {
    guard let metadata = EnumMetadata(Action.self) else { return noTag }
    return withUnsafePointer(to: action) { metadata.tag(of: $0) }
  }

  /// What the action is called, as one of a type; `nil` if that has no cases.
  func name(in type: Any.Type) -> String? {
    guard tag != Self.noTag, let metadata = EnumMetadata(type) else { return nil }
    return CaseTag(metadata, tag).caseName
  }
}
