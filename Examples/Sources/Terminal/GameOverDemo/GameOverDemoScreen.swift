// SPDX-License-Identifier: MIT

internal import DemoSupport
internal import DependencyClients
package import GameOverFeature
internal import Lockstep
package import LockstepTerminal
internal import SharedModels

/// The screen at the end of a game, for demos that lead to it.
package enum GameOverDemoScreen {
  /// Returns the screen for `state`, with notices below.
  package static func screen(
    _ state: GameOverState,
    notices: [String] = [],
    size: Screen.Size,
    help: HelpLine
  ) -> Screen {
    GameOverDemoState(gameOver: state, notices: notices).screen(size, help)
  }
}

extension GameOverDemoState {
  func screen(_ size: Screen.Size, _ help: HelpLine) -> Screen {
    let dialog = GameOverDemoScreen.dialog(gameOver, size)
    let isInert = gameOver.isViewEnabled == false
    var help = help
    if isInert { help.items.insert("One moment …", at: 0) }
    let layout = GameOverDemoLayout(self, size, help)
    var screen = layout.screen
    if let title = layout.title {
      drawTitle(in: title, on: &screen)
      screen.draw(standing, in: layout.standing)
      screen.draw(words, in: layout.words)
    } else {
      screen.draw(report, in: layout.words)
    }
    if isBusy {
      let spinner = Spinner("asking the server", phase: spinnerPhase)
      screen.draw(spinner, in: layout.spinner, style: Style(.magenta))
    }
    drawNotices(in: layout.notices, on: &screen)
    drawSounds(layout, on: &screen)
    if isInert || dialog != nil { screen.restyle(layout.frame) { $0.dim = true } }
    if let confetti { screen.draw(confetti, in: layout.content) }
    if let dialog {
      let row = screen.draw(dialog, in: layout.dialog, style: Style(.magenta, bold: true))
      let upgrade = gameOver.upgradeInterstitial
      let passed = upgrade.map { Double($0.secondsPassedCount) / Double(max(1, $0.duration)) }
      screen.draw(ProgressBar(passed ?? 0, showsPercentage: false), in: row)
    }
    return screen
  }

  private func drawTitle(in area: Screen.Area, on screen: inout Screen) {
    var lines = StyledLines()
    for (text, style) in zip(title, [.plain, Style(.yellow, bold: true), Style(.green)]) {
      lines.add(text, style: style)
    }
    lines.draw(in: area, on: &screen)
  }

  /// Draws as many of the latest notices as fit.
  ///
  /// The latest one is cut off if it does not fit alone.
  private func drawNotices(in area: Screen.Area, on screen: inout Screen) {
    var lines: [String] = []
    for notice in notices.reversed() {
      let added = notice.wrapped(columns: area.columns)
      guard lines.isEmpty || lines.count + added.count <= area.rows else { break }
      lines = added + lines
    }
    screen.put(lines.joined(separator: "\n"), in: area, style: Style(.yellow))
  }

  private func drawSounds(_ layout: GameOverDemoLayout, on screen: inout Screen) {
    let names = [music, sound].compactMap { $0?.name }
    guard names.isEmpty == false else { return }
    let hasBox = layout.content.row + layout.content.rows < layout.frame.rows
    let edges = layout.frame.rows([.fixed(1), .flexible(), .fixed(1)])
    let line = (hasBox ? edges[2] : edges[0]).columns([.fixed(hasBox ? 2 : 14), .flexible()])[1]
    screen.put(" ♪ \(names.joined(separator: ", ")) ", in: line, style: Style(.blue))
  }
}

extension GameOverDemoScreen {
  static func dialog(_ state: GameOverState, _ size: Screen.Size) -> Dialog<GameOverAction>? {
    if let upgrade = state.upgradeInterstitial {
      let text = "Enjoying the game? The full version helps us to make more of it."
      let seconds = upgrade.duration - upgrade.secondsPassedCount
      let isWaiting = upgrade.isDismissable == false && seconds > 0
      let note =
        upgrade.isPurchasing
        ? "\nBuying …" : isWaiting ? "\nYou can go on in \(counted(seconds, "second"))." : ""
      return Dialog(
        "From the makers",
        message: text + note,
        // A row for the progress bar.
        contentRows: isWaiting && upgrade.isPurchasing == false && size.rows >= 12 ? 1 : 0,
        keys: choices(state)
      )
    }
    guard state.notificationsAuthAlert != nil else { return nil }
    return Dialog(
      "Want to be notified?",
      message: "We can tell you about your rank, and when a new challenge starts.",
      keys: choices(state)
    )
  }
}

extension GameOverDemoState.Ending {
  var farewell: String {
    switch self {
    case .closed: "You have left the game."
    case .game(let gameMode, isDailyChallenge: true):
      "Here the \(gameMode.rawValue) daily challenge would begin."
    case .game(let gameMode, isDailyChallenge: false):
      "Here a new \(gameMode.rawValue) game would begin."
    }
  }
}
