// SPDX-License-Identifier: MIT

internal import DemoSupport
internal import Foundation
internal import LockstepTerminal
internal import MultiplayerFeature
internal import SharedModels
internal import WordGameFeature

struct MultiplayerDemoLayout {
  let screen: Screen
  let frame: Screen.Area
  let dialog: Screen.Area
  let body: Screen.Area
  let notice: Screen.Area
  let spinner: Screen.Area

  private static let none = Screen.Area(row: 0, column: 0, rows: 0, columns: 0)

  init(_ state: MultiplayerDemoState, _ size: Screen.Size, _ help: HelpLine) {
    var (screen, frame, content) = Screen.framed(state.title, size: size)
    // A match needs two rows for its text, one for the word, and three for the cube.
    let (main, dialog) = screen.footer(
      help,
      in: content,
      below: state.match == nil ? 5 : 6,
      hasDialog: state.front != nil
    )
    (self.screen, self.frame, self.dialog) = (screen, frame, dialog)
    let lines = state.failure?.wrapped(columns: main.columns).count ?? 0
    // If there is room, a new notice moves nothing. On a small screen, the cube of a match needs all rows.
    let isRoomy = main.rows >= 18
    if isRoomy == false, state.match?.takesWords == true {
      (body, notice, spinner) = (main, Self.none, Self.none)
      return
    }
    let isEmpty = state.listedMatches?.isEmpty == true
    let most = isEmpty ? main.rows - 1 : max(1, main.rows / 4)
    let parts = main.rows([
      .flexible(), .fixed(isRoomy ? max(2, lines) : min(lines, most)),
      .fixed(isRoomy || state.isBusy ? 1 : 0),
    ])
    (body, notice, spinner) = (parts[0], parts[1], parts[2])
  }
}

extension MultiplayerDemoState {
  fileprivate var title: String {
    if let match {
      return match.game.map { "Match, \($0.gameMode.rawValue)" } ?? "Match"
    }
    if openMatches != nil { return "Your matches" }
    return pastGames == nil ? "Multiplayer" : "Past games"
  }

  /// The error of the screen behind any dialog.
  var failure: String? {
    if let notice { return notice }
    if let match {
      return match.loadFailure.map { "The match could not be loaded. \($0.localizedDescription)" }
    }
    if let listFailure, pending.contains(.matches) == false {
      let name = pastGames == nil ? "Your matches" : "Your past games"
      return "\(name) could not be loaded. \(listFailure.localizedDescription)"
    }
    return pastGames == nil && openMatches == nil && front == nil ? accountFailure : nil
  }
}
