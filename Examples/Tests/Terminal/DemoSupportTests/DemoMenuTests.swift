// SPDX-License-Identifier: MIT

import DemoTestSupport
import Lockstep
import LockstepTerminal
import LockstepTerminalTesting
import Testing

@testable import DemoSupport

@MainActor @Suite struct DemoMenuTests {
  private let menu = DemoMenu([
    DemoMenu.Entry("f", name: "feed", title: "A feed of posts") { _, _ in 0 },
    DemoMenu.Entry("p", name: "primes", title: "Counting to favorite primes") { _, _ in 0 },
  ])

  @Test func `a command line chooses the menu, a demo or the version`() throws {
    guard case .menu = try menu.request([]) else {
      Issue.record("Without arguments the menu is shown.")
      return
    }
    guard case .demo(let entry) = try menu.request(["primes", "--no-such-option"]) else {
      Issue.record("A demo reads its own arguments.")
      return
    }
    #expect(entry.name == "primes")
    guard case .text(let version) = try menu.request(["--version"]) else {
      Issue.record("The version is a text.")
      return
    }
    #expect(version == "demos \(demoVersion)")
  }

  @Test(arguments: ["--help", "-h"])
  func `the help names the demos and the options`(option: String) throws {
    guard case .text(let help) = try menu.request([option]) else {
      Issue.record("The help is a text.")
      return
    }
    #expect(
      help == """
        Shows a list of the demos, and runs the one that is chosen.

        Usage: demos [DEMO [OPTION ...]]

        Demos, each with a --help of its own:
          feed    A feed of posts
          primes  Counting to favorite primes

        Options:
          --help     Show this text.
          --version  Show the name of the program and its version.
        """
    )
  }

  @Test(arguments: [
    ("prime", "there is no demo 'prime' (did you mean 'primes'?)"),
    ("Feed", "there is no demo 'Feed' (did you mean 'feed'?)"),
    ("x", "there is no demo 'x'"),
    ("--hepl", "unknown option '--hepl' (did you mean '--help'?)"),
    ("--seed=7", "unknown option '--seed=7'"),
    ("--version=1", "option '--version' takes no value"),
  ])
  func `invalid command lines are refused`(argument: String, message: String) {
    #expect(throws: DemoError(message: "\(message); see --help", exitCode: 64)) {
      try menu.request([argument])
    }
  }

  @Test func `keys, arrows and a filter choose a demo in the menu`() throws {
    let titles = [
      "game-over": "The end of a word game", "multiplayer": "Matches and rematches",
      "app": "A whole app in one store", "onboarding": "A first game, step by step",
      "primes": "Counting to favorite primes", "feed": "A feed of posts",
      "bookshelf": "A shelf of books", "race": "A race, and its cure",
      "loutline": "An outline in a file",
    ]
    let names = [
      "game-over", "multiplayer", "app", "onboarding", "primes", "feed", "bookshelf", "race",
    ]
    let entries = (names + ["loutline"]).map { name in
      DemoMenu.Entry(name.first ?? " ", name: name, title: titles[name] ?? "") { _, _ in 0 }
    }
    try checkSnapshot(
      "menu",
      of: MemoryTerminal(
        DemoChoice.program,
        ManualStore(
          initialState: DemoChoice(entries, selection: "f"),
          reducer: DemoChoice.reducer,
          environment: ()
        )
      ),
      script: """
        press down
        press end
        press home
        press /
        type book
        press return
        press escape
        press l
        """
    )
  }
}
