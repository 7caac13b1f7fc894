// SPDX-License-Identifier: MIT

import DemoSupport
import Testing

@testable import GameOverDemo

@Suite struct DemoOptionsTests {
  @Test func `options in each form`() throws {
    let none = try DemoOptions(arguments: [])
    #expect(none == DemoOptions(game: nil, dictionary: nil))
    let separate = try DemoOptions(arguments: ["--game", "a.json", "--dictionary", "words"])
    #expect(separate == DemoOptions(game: "a.json", dictionary: "words"))
    let joined = try DemoOptions(arguments: ["--game=a=b.json"])
    #expect(joined == DemoOptions(game: "a=b.json", dictionary: nil))
    #expect(try DemoOptions(arguments: ["--help"]).common.showsHelp)
    let common = try DemoOptions(arguments: ["--seed", "8", "--fail", "games.submit"]).common
    #expect(common == CommonOptions(failing: [.gamesSubmit], seed: 8))
    #expect(try DemoOptions(arguments: ["-h"]).common.showsHelp)
    #expect(try DemoOptions(arguments: ["--version"]).common.showsVersion)
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
  func `wrong command lines`(arguments: [String], message: String) {
    #expect(throws: DemoError(message: message, exitCode: 64)) {
      try DemoOptions(arguments: arguments)
    }
  }
}
