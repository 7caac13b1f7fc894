// SPDX-License-Identifier: MIT

internal import DemoSupport
internal import Foundation
internal import GameOverDemo
internal import MultiplayerDemo

let menu = DemoMenu([
  DemoMenu.Entry("g", name: "game-over", title: "The end of a word game, with its ranks") {
    await DemoProgram.run(arguments: $0, terminal: $1)
  },
  DemoMenu.Entry("m", name: "multiplayer", title: "Matches against others, and rematches") {
    await MultiplayerProgram.run(arguments: $0, terminal: $1)
  },
])

exit(await menu.run(arguments: Array(CommandLine.arguments.dropFirst())))
