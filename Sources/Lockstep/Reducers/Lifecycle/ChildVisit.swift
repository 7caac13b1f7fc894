// SPDX-License-Identifier: MIT

/// A call of the reducer of a child.
@usableFromInline
struct ChildVisit {
  /// The children of the state that is reduced around it.
  let outer: UnsafeMutableRawPointer?
  /// The child, if the store knows it.
  let life: Life?
  let key: ChildKey
  /// The screens of the stack, if none but the visited ones was modified since they were last looked at.
  @usableFromInline var screens: Lives.Site?

  init(
    _ outer: UnsafeMutableRawPointer?,
    _ life: Life? = nil,
    _ key: ChildKey = ChildKey()
  ) {
    self.outer = outer
    self.life = life
    self.key = key
  }

  /// Notes the modification of the stack after the reducer of the screen.
  @usableFromInline
  func note(modification: UInt64) { screens?.screens.modification = modification }
}

/// A screen that a reducer is about to change.
@usableFromInline
struct VisitedScreen {
  let id: Int
  /// The position and the stamp of the screen; `nil` if the screen is not in the stack.
  let found: (index: Int, screen: StackScreen)?
  /// The modification of the stack.
  @usableFromInline let modification: UInt64

  @usableFromInline
  init(_ id: Int, in stack: StackContents) {
    self.id = id
    found = stack.index(of: id).map { ($0, stack.screens[$0]) }
    modification = stack.modification
  }
}
