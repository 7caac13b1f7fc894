// SPDX-License-Identifier: MIT

internal import CaseStudyDemos
internal import DemoSupport
internal import Foundation
internal import GameOverDemo
internal import MultiplayerDemo

let menu = DemoMenu([
  DemoMenu.Entry("g", name: "game-over", title: "The end of a word game") {
    await GameOverDemoProgram.run(arguments: $0, terminal: $1)
  },
  DemoMenu.Entry("m", name: "multiplayer", title: "Matches and rematches") {
    await MultiplayerDemoProgram.run(arguments: $0, terminal: $1)
  },
  DemoMenu.Entry("a", .app, title: "A whole app in one store"),
  DemoMenu.Entry("o", .onboarding, title: "A first game, step by step"),
  DemoMenu.Entry("p", .primes, title: "Counting to favorite primes"),
  DemoMenu.Entry("f", .feed, title: "A feed of posts"),
  DemoMenu.Entry("b", .bookshelf, title: "A shelf of books"),
  DemoMenu.Entry("r", .race, title: "A race, and its cure"),
  DemoMenu.Entry("l", .outline, title: "An outline in a file"),
  DemoMenu.Entry("s", .readingList, title: "A reading list, screen on screen"),
])

extension DemoMenu.Entry {
  init(_ key: Character, _ program: CaseStudyProgram, title: String) {
    self.init(key, name: program.name, title: title, run: program.run)
  }
}

exit(await menu.run(arguments: Array(CommandLine.arguments.dropFirst())))
