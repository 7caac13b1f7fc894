// SPDX-License-Identifier: MIT

package import GameOverFeature
package import TerminalSupport

/// The screen after a game, for demos in which a game leads to it.
package enum GameOverScreen {
  /// What the state looks like; the same state and size always give the same screen.
  package static func screen(_ state: GameOverState, size: Screen.Size) -> Screen {
    DemoState(gameOver: state).screen(size: size)
  }
}
