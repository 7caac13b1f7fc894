// SPDX-License-Identifier: MIT

/// A user's input at a terminal.
public enum TerminalEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// A text was pasted, with line feeds between its lines and without other control characters than tabs.
  ///
  /// A very long text arrives in several pieces. A paste whose end is lost arrives after a pause. Without
  /// ``Terminal/Features/paste`` the characters arrive as keys.
  case paste(String)
  /// The mouse was used, if ``Terminal/Features/mouse`` was asked for.
  case mouse(Mouse)
  /// The terminal was chosen among the windows (`true`) or another one was, if
  /// ``Terminal/Features/focus`` was asked for.
  case focus(Bool)

  /// A use of the mouse, and its place.
  public struct Mouse: Hashable, Sendable {
    /// The uses of a mouse.
    public enum Kind: Hashable, Sendable {
      /// A button was pressed.
      case press(Button)
      /// A button was released.
      case release(Button)
      /// The wheel was turned by a notch, away from the user.
      case wheelUp
      /// The wheel was turned by a notch, towards the user.
      case wheelDown
    }

    /// The buttons of a mouse.
    public enum Button: Hashable, Sendable {
      /// The button for the forefinger.
      case left
      /// The button in the middle, often the wheel.
      case middle
      /// The button for menus.
      case right
    }

    /// The use.
    public var kind: Kind
    /// The row of the cell, from 0.
    public var row: Int
    /// The column of the cell, from 0.
    public var column: Int

    /// Describes a use of the mouse.
    public init(_ kind: Kind, row: Int, column: Int) {
      self.kind = kind
      self.row = row
      self.column = column
    }
  }
}

extension TerminalEvent.Mouse {
  /// The event of `ESC [ < code ; column ; row M`, or with `m` for a released button.
  ///
  /// Source: the SGR mode 1006 of xterm, <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>.
  init?(code: Int, column: Int, row: Int, isRelease: Bool) {
    guard column >= 1, row >= 1, code >= 0, code & 32 == 0 else { return nil }
    // The bits in between say which keys are held.
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
