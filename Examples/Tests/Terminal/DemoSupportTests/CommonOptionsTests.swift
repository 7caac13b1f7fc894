// SPDX-License-Identifier: MIT

import DemoSupport
import Foundation
import Testing

@Suite struct CommonOptionsTests {
  /// Reads a command line as in a demo with two endpoints.
  private func options(_ arguments: [String]) throws(DemoError) -> CommonOptions {
    var options = CommonOptions()
    var reader = ArgumentReader(arguments)
    while let name = reader.next() {
      guard
        try options.take(
          name,
          &reader,
          endpoints: [.matchesList, .matchesStart],
          connects: true
        )
      else {
        let names = CommonOptions.names(
          endpoints: [.matchesList, .matchesStart],
          connects: true
        )
        throw reader.unknown(options: names)
      }
    }
    try options.check(reader)
    return options
  }

  @Test func `options are read in each form`() throws {
    #expect(
      try options([])
        == CommonOptions(failing: [], log: nil, seed: 7, showsHelp: false, slow: 800)
    )
    #expect(
      try options(["--fail", "matches.list", "--fail=matches.start", "--log", "a=b.log", "-h"])
        == CommonOptions(
          failing: [.matchesList, .matchesStart],
          log: "a=b.log",
          showsHelp: true
        )
    )
    #expect(
      try options(["--seed=18446744073709551615", "--slow", "0", "--script", "keys", "--help"])
        == CommonOptions(script: "keys", seed: .max, showsHelp: true, slow: 0)
    )
    #expect(try options(["--slow=600000"]).slow == 600_000)
    #expect(try options(["--version"]) == CommonOptions(showsVersion: true))
    #expect(try options(["--version"]).runsDemo == false)
    #expect(try options(["--help"]).runsDemo == false)
    #expect(try options([]).runsDemo)
    let remote = try options(["--server", "http://127.0.0.1:8080", "--secret=another"])
    #expect(remote.server?.absoluteString == "http://127.0.0.1:8080")
    #expect(remote.secret == "another")
    #expect(try options([]).secret == "game-over-demo")
  }

  @Test(arguments: [
    (["--fail"], "option '--fail' needs one of matches.list, matches.start"),
    (
      ["--fail", "games.submit"],
      "option '--fail' needs one of matches.list, matches.start, not 'games.submit'"
    ),
    (
      ["--fail", "matches.lsit"],
      """
      option '--fail' needs one of matches.list, matches.start, not 'matches.lsit' \
      (did you mean 'matches.list'?)
      """
    ),
    (["--help=yes"], "option '--help' takes no value"),
    (["--version=1"], "option '--version' takes no value"),
    (["--log", ""], "option '--log' needs a file"),
    (
      ["--seed", "-1"],
      "option '--seed' needs a whole number from 0 to 18446744073709551615, not '-1'"
    ),
    (["--slow="], "option '--slow' needs a number of milliseconds from 0 to 600000"),
    (
      ["--slow=600001"],
      "option '--slow' needs a number of milliseconds from 0 to 600000, not '600001'"
    ),
    (
      ["--slow", "soon"],
      "option '--slow' needs a number of milliseconds from 0 to 600000, not 'soon'"
    ),
    (["--script"], "option '--script' needs a file"),
    (["--svg"], "option '--svg' needs a file"),
    (["--secret", ""], "option '--secret' needs a text"),
    (
      ["--server", "nonsense"],
      "option '--server' needs an address such as http://127.0.0.1:8080, not 'nonsense'"
    ),
    (
      ["--server=ftp://localhost"],
      "option '--server' needs an address such as http://127.0.0.1:8080, not 'ftp://localhost'"
    ),
    (
      ["--fail=matches.list", "--server=http://localhost"],
      "option '--fail' is for a server in the same process, and not for '--server'"
    ),
    (
      ["--server", "http://localhost", "--seed", "7"],
      "option '--seed' is for a server in the same process, and not for '--server'"
    ),
    (
      ["--slow", "800", "--server", "http://localhost"],
      "option '--slow' is for a server in the same process, and not for '--server'"
    ),
    (["--sloow=1"], "unknown option '--sloow=1' (did you mean '--slow'?)"),
    (["--HELP"], "unknown option '--HELP' (did you mean '--help'?)"),
    (["help"], "unknown argument 'help' (did you mean '--help'?)"),
    (["--no-such-option"], "unknown option '--no-such-option'"),
    (["x"], "unknown argument 'x'"),
  ])
  func `invalid command lines are refused`(arguments: [String], message: String) {
    #expect(throws: DemoError(message: "\(message); see --help", exitCode: 64)) {
      try options(arguments)
    }
  }

  @Test func `the help names the endpoints`() {
    #expect(
      CommonOptions.help(endpoints: [.matchesList, .matchesStart], connects: true) == """
          --fail ENDPOINT      The server answers an endpoint with an error; may be repeated. One of
                               matches.list,
                               matches.start.
          --slow MILLISECONDS  How long each answer of the server takes; 800 by default.
          --seed NUMBER        Changes what others have done before; 7 by default.
          --server URL         Asks a server elsewhere, as a new player, instead of one in the same
                               process, which alone has the three options above.
          --secret TEXT        What requests to that server are signed with.
          --log FILE           Write each action to a file: what sent it, and what it changed. Those that
                               an effect repeats are only counted.
          --script FILE        Take the steps in a file, in virtual time, and print a screen after each. A
                               line is one of: press KEY, type TEXT, wait 250ms, resize 80x24.
          --svg FILE           Draw what the script shows as a picture that moves.
          --help               Show this text.
          --version            Show the name of the program and its version.
        """
    )
  }

  @Test func `a demo without a server has no server options`() throws {
    let help = CommonOptions.help(endpoints: [])
    #expect(
      CommonOptions.names(endpoints: []) == ["--log", "--script", "--svg", "--help", "--version"]
    )
    for option in ["--fail", "--seed", "--slow"] {
      #expect(help.contains(option) == false)
      var reader = ArgumentReader([option, "1"])
      var options = CommonOptions()
      let name = reader.next() ?? ""
      #expect(try options.take(name, &reader, endpoints: []) == false)
    }
    #expect(help.hasPrefix("  --log FILE "))
  }

  @Test func `a demo that runs only its own server has no options for a remote server`() throws {
    let help = CommonOptions.help(endpoints: [.matchesList])
    for option in ["--secret", "--server"] {
      #expect(help.contains(option) == false)
      var reader = ArgumentReader([option, "http://127.0.0.1"])
      var options = CommonOptions()
      let name = reader.next() ?? ""
      #expect(try options.take(name, &reader, endpoints: [.matchesList]) == false)
    }
  }
}
