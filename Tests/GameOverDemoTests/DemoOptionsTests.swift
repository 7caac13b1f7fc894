// SPDX-License-Identifier: MIT

import Testing

@testable import GameOverDemo

@Suite struct DemoOptionsTests {
  @Test func `options in each form`() throws {
    let none = try DemoOptions(arguments: [])
    #expect(none == DemoOptions(game: nil, dictionary: nil, showsHelp: false))
    let separate = try DemoOptions(arguments: ["--game", "a.json", "--dictionary", "words"])
    #expect(separate == DemoOptions(game: "a.json", dictionary: "words", showsHelp: false))
    let joined = try DemoOptions(arguments: ["--game=a=b.json"])
    #expect(joined == DemoOptions(game: "a=b.json", dictionary: nil, showsHelp: false))
    #expect(try DemoOptions(arguments: ["--help"]).showsHelp)
    #expect(try DemoOptions(arguments: ["-h"]).showsHelp)
  }

  @Test(arguments: [
    (["--gaem"], "unknown option '--gaem'; see --help"),
    (["--gaem=x"], "unknown option '--gaem=x'; see --help"),
    (["file.json"], "unknown argument 'file.json'; see --help"),
    ([""], "unknown argument ''; see --help"),
    (["--game"], "option '--game' needs a file; see --help"),
    (["--game="], "option '--game' needs a file; see --help"),
    (["--dictionary", ""], "option '--dictionary' needs a file; see --help"),
  ])
  func `wrong command lines`(arguments: [String], message: String) {
    #expect(throws: DemoError(message: message, exitCode: 64)) {
      try DemoOptions(arguments: arguments)
    }
  }
}
