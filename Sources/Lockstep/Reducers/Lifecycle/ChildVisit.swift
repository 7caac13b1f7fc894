// SPDX-License-Identifier: MIT

@usableFromInline
struct ChildVisit {
  /// The `Lives` of the state whose reducer calls the child's.
  let outer: UnsafeMutableRawPointer?
  let life: Life?
  let key: ChildKey
  /// The stack's site, if only visited screens were modified since the last check.
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

  @usableFromInline
  func note(modification: UInt64) { screens?.screens.modification = modification }
}

@usableFromInline
struct VisitedScreen {
  let id: Int
  let found: (index: Int, screen: StackScreen)?
  @usableFromInline let modification: UInt64

  @usableFromInline
  init(_ id: Int, in stack: StackContents) {
    self.id = id
    found = stack.index(of: id).map { ($0, stack.screens[$0]) }
    modification = stack.modification
  }
}
