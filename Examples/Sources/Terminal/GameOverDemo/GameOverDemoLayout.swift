// SPDX-License-Identifier: MIT

internal import DemoSupport
internal import LockstepTerminal

/// The positions of the components of the screen.
///
/// A large screen shows ranks and words side by side. A small screen shows one scrolling report.
struct GameOverDemoLayout {
  let screen: Screen
  let frame: Screen.Area
  let dialog: Screen.Area
  let content: Screen.Area
  /// The area of the title lines, or nil if they are part of the report.
  let title: Screen.Area?
  let standing: Screen.Area
  let spinner: Screen.Area
  let notices: Screen.Area
  /// The area of the words, or of the report if `title` is nil.
  let words: Screen.Area

  init(_ state: GameOverDemoState, _ size: Screen.Size, _ help: HelpLine) {
    var (screen, frame, content) = Screen.framed("Game over", size: size)
    let hasDialog = GameOverDemoScreen.dialog(state.gameOver, size) != nil
    let (main, dialog) = screen.footer(help, in: content, below: 5, hasDialog: hasDialog)
    (self.screen, self.frame, self.content, self.dialog) = (screen, frame, content, dialog)
    if main.columns >= 56 && main.rows >= 12 {
      // Reserves rows for notices if there is room, so that a new notice does not move the other components.
      let lines = state.notices.last?.wrapped(columns: main.columns).count ?? 0
      let parts = main.rows([
        .fixed(3), .fixed(1), .flexible(), .fixed(max(lines, main.rows >= 17 ? 4 : 1)),
      ])
      let body = parts[2].columns([.flexible(), .fixed(min(main.columns, 100)), .flexible()])[1]
      let halves = body.columns([.flexible(), .fixed(min(37, body.columns / 2))])
      let rows = halves[0].rows([
        .fixed(state.standing.rows.count + 1), .fixed(1), .fixed(1), .flexible(),
      ])
      (title, standing, spinner, notices) = (parts[0], rows[0], rows[2], parts[3])
      words = halves[1]
    } else {
      let notices = state.notices.last?.wrapped(columns: main.columns).count ?? 0
      let rows = main.rows([
        .flexible(), .fixed(state.isBusy ? 1 : 0), .fixed(min(notices, max(1, main.rows / 3))),
      ])
      (title, spinner, self.notices, words) = (nil, rows[1], rows[2], rows[0])
      standing = Screen.Area(row: main.row, column: main.column, rows: 0, columns: 0)
    }
  }
}
