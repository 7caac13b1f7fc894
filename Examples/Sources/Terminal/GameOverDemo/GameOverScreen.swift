// SPDX-License-Identifier: MIT

package import GameOverFeature
package import LockstepTerminal

/// The screen after a game, for demos in which a game leads to it.
package enum GameOverScreen {
  /// What the state looks like, with notices below; the same of them all always give the same screen.
  package static func screen(
    _ state: GameOverState,
    notices: [String] = [],
    size: Screen.Size
  ) -> Screen {
    DemoState(gameOver: state, notices: notices).screen(size: size)
  }
}
