// SPDX-License-Identifier: MIT

import DemoSupport
import Testing

@testable import GameOverDemo

@Suite struct GameOverDemoOptionsTests {
  @Test func `options are read in each form`() throws {
    let none = try GameOverDemoOptions(arguments: [])
    #expect(none == GameOverDemoOptions(game: nil, dictionary: nil))
    let separate = try GameOverDemoOptions(arguments: ["--game", "a.json", "--dictionary", "words"])
    #expect(separate == GameOverDemoOptions(game: "a.json", dictionary: "words"))
    let joined = try GameOverDemoOptions(arguments: ["--game=a=b.json"])
    #expect(joined == GameOverDemoOptions(game: "a=b.json", dictionary: nil))
    #expect(try GameOverDemoOptions(arguments: ["--help"]).common.showsHelp)
    let common = try GameOverDemoOptions(arguments: ["--seed", "8", "--fail", "games.submit"])
      .common
    #expect(common == CommonOptions(failing: [.gamesSubmit], seed: 8))
    #expect(try GameOverDemoOptions(arguments: ["-h"]).common.showsHelp)
    #expect(try GameOverDemoOptions(arguments: ["--version"]).common.showsVersion)
  }

  @Test(arguments: [
    (["--gaem"], "unknown option '--gaem' (did you mean '--game'?); see --help"),
    (["--gaem=x"], "unknown option '--gaem=x' (did you mean '--game'?); see --help"),
    (["--dictonary"], "unknown option '--dictonary' (did you mean '--dictionary'?); see --help"),
    (["--slwo=1"], "unknown option '--slwo=1' (did you mean '--slow'?); see --help"),
    (["file.json"], "unknown argument 'file.json'; see --help"),
    ([""], "unknown argument ''; see --help"),
    (["--game"], "option '--game' needs a file; see --help"),
    (["--game="], "option '--game' needs a file; see --help"),
    (["--dictionary", ""], "option '--dictionary' needs a file; see --help"),
    (
      ["--server", "http://localhost", "--slow=1"],
      "option '--slow' is for a server in the same process, and not for '--server'; see --help"
    ),
  ])
  func `invalid command lines are refused`(arguments: [String], message: String) {
    #expect(throws: DemoError(message: message, exitCode: 64)) {
      try GameOverDemoOptions(arguments: arguments)
    }
  }
}
