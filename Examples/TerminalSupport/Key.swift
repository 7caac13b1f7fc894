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
  case `return`
  case escape
  case tab
  /// The tab key while Shift is held.
  case backTab
  case backspace
  /// The key that deletes forwards.
  case delete
  case insert
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown
  /// A function key by its number, 1 to 20.
  case function(Int)
}
