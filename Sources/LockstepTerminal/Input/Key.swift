// SPDX-License-Identifier: MIT

/// A key that was pressed, as far as terminals tell.
///
/// Terminals send bytes, not keys, so some keys cannot be told apart: Control-I arrives as ``tab``,
/// Control-M and Control-J as ``return``, Control-H as ``backspace``. Shift and Control on an arrow
/// are not reported, and Alt with a key arrives as ``escape`` and then the key.
public enum Key: Hashable, Sendable {
  /// A printable character. A letter with a combining mark arrives as two.
  case character(Character)
  /// A lower-case letter, or one of `@[\]^_`, while Control is held: `.control("c")` is Control-C.
  case control(Character)
  /// The key that ends a line.
  case `return`
  /// The escape key.
  case escape
  /// The tab key.
  case tab
  /// The tab key while Shift is held.
  case backTab
  /// The key that deletes backwards.
  case backspace
  /// The key that deletes forwards.
  case delete
  /// The insert key.
  case insert
  /// The arrow up.
  case up
  /// The arrow down.
  case down
  /// The arrow to the left.
  case left
  /// The arrow to the right.
  case right
  /// The key that goes to the beginning.
  case home
  /// The key that goes to the end.
  case end
  /// The key that goes a page up.
  case pageUp
  /// The key that goes a page down.
  case pageDown
  /// A function key by its number, 1 to 20.
  case function(Int)
}
