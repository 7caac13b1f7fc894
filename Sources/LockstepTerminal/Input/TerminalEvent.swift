// SPDX-License-Identifier: MIT

/// A user input event in a terminal.
public enum TerminalEvent: Hashable, Sendable {
  /// The user pressed a key.
  case key(Key)
  /// The user pasted a text, with line feeds between its lines and without control characters other than tabs.
  ///
  /// A very long text arrives in several pieces. A paste whose end is lost arrives after a pause. Without
  /// ``Terminal/Features/paste``, the characters arrive as keys.
  case paste(String)
  /// The user used the mouse, if the program requests ``Terminal/Features/mouse``.
  case mouse(Mouse)
  /// The terminal gained (`true`) or lost (`false`) the focus, if the program requests ``Terminal/Features/focus``.
  case focus(Bool)

  /// A mouse action and its position.
  public struct Mouse: Hashable, Sendable {
    /// The kinds of mouse actions.
    public enum Kind: Hashable, Sendable {
      /// The user pressed a button.
      case press(Button)
      /// The user released a button.
      case release(Button)
      /// The user turned the wheel one notch up, away from the user.
      case wheelUp
      /// The user turned the wheel one notch down, toward the user.
      case wheelDown
    }

    /// The buttons of a mouse.
    public enum Button: Hashable, Sendable {
      /// The primary button.
      case left
      /// The middle button, often the wheel.
      case middle
      /// The button that opens menus.
      case right
    }

    /// The kind of mouse action.
    public var kind: Kind
    /// The row of the cell, from 0.
    public var row: Int
    /// The column of the cell, from 0.
    public var column: Int

    /// Creates a mouse action.
    public init(_ kind: Kind, row: Int, column: Int) {
      self.kind = kind
      self.row = row
      self.column = column
    }
  }
}

extension TerminalEvent.Mouse {
  /// Creates the event of `ESC [ < code ; column ; row M`, or with `m` for a released button.
  ///
  /// Source: the SGR mode 1006 of xterm, <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>.
  init?(code: Int, column: Int, row: Int, isRelease: Bool) {
    guard column >= 1, row >= 1, code >= 0, code & 32 == 0 else { return nil }
    // The remaining bits represent modifier keys.
    let kind: Kind? =
      switch (code & 0b1100_0011, isRelease) {
      case (0, false): .press(.left)
      case (1, false): .press(.middle)
      case (2, false): .press(.right)
      case (0, true): .release(.left)
      case (1, true): .release(.middle)
      case (2, true): .release(.right)
      case (64, false): .wheelUp
      case (65, false): .wheelDown
      default: nil
      }
    guard let kind else { return nil }
    self.init(kind, row: row - 1, column: column - 1)
  }
}
