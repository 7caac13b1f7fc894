// SPDX-License-Identifier: MIT

import DemoSupport
import DependencyClients
import Lockstep
import LockstepTerminal
import MultiplayerFeature
import SharedModels
import Testing
import WordGameFeature

@testable import MultiplayerDemo

/// Tests playing matches while a key breaks and fixes the server.
@MainActor @Suite struct MultiplayerDemoMatchPlayTests {
  /// The screens after each step of a script.
  private func frames(_ script: String) throws -> [String] {
    var frames: [String] = []
    try MultiplayerDemo.multiplayer().run(TerminalScript(script)) { frames.append($0) }
    return Array(frames.dropFirst())
  }

  private func expect(
    _ frame: String,
    _ texts: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for text in texts {
      #expect(frame.contains(text), Comment(rawValue: frame), sourceLocation: sourceLocation)
    }
  }

  /// Joins the match of Grace, who has the first turn.
  private let joining = """
    wait 3s
    press s
    press t
    wait 1s

    """

  @Test func `the player and the opponent play words in turns`() throws {
    let frames = try frames(
      joining + """
        wait 3s
        type cat
        press return
        wait 1s
        wait 7s
        press escape
        """
    )
    expect(frames[3], ["It is the turn of Grace.", "[Esc] Back   [^B] Break the server"])
    expect(
      frames[4],
      ["It is your turn.", "Grace                      1 word  12 points", "ERA 12"]
    )
    expect(
      frames[5],
      ["CAT", "[Enter] Play the word   [Backspace] Take back   [Tab] Take its cube away"]
    )
    expect(frames[6], ["You have played.", "You                        1 word  21 points"])
    expect(frames[6], ["asking the server"])
    expect(frames[7], ["It is the turn of Grace.", "You                        1 word  21 points"])
    expect(
      frames[8],
      [
        "It is your turn.", "Grace                     2 words  36 points", "SELL 24", "CAT 21",
        "ERA 12",
      ]
    )
    expect(frames[9], ["Play words against others, in turns."])
  }

  @Test func `a word that is not in the dictionary is not sent`() throws {
    let frames = try frames(joining + "wait 3s\ntype tca\npress return\ntype c")
    expect(frames[5], ["TCA", "[Enter] Play the word"])
    expect(frames[6], ["It is your turn.", "TCA does not count."])
    #expect(frames[7].contains("does not count") == false)
  }

  @Test func `a move that fails on a broken server can be sent again after the server is fixed`()
    throws
  {
    let frames = try frames(
      joining + """
        wait 3s
        press ctrl-b
        type cat
        press return
        wait 1s
        press ctrl-b
        press 1
        wait 1s
        """
    )
    expect(frames[5], ["[Esc] Back   [^B] Fix the server"])
    expect(
      frames[8],
      [
        "Your move could not be sent", "The server is broken.", "[1] Try again",
        "[2/Esc] Take it back", "[^B] Fix the server",
      ]
    )
    expect(frames[9], ["Your move could not be sent", "[^B] Break the server"])
    expect(
      frames[11],
      ["It is the turn of Grace.", "You                        1 word  21 points"]
    )
  }

  @Test func `a move that fails on a broken server can be taken back`() throws {
    let frames = try frames(
      joining + """
        wait 3s
        press ctrl-b
        type cat
        press return
        wait 1s
        press 2
        press ctrl-b
        wait 4s
        """
    )
    expect(frames[9], ["It is your turn.", "You                       0 words   0 points"])
    expect(frames[11], ["It is your turn.", "You                       0 words   0 points"])
    #expect(frames[11].contains("could not") == false)
  }

  @Test func `the match is loaded again after the server is fixed`() throws {
    let frames = try frames(joining + "press ctrl-b\nwait 4s\npress ctrl-b\nwait 4s")
    expect(
      frames[5],
      ["It is the turn of Grace.", "The match could not be loaded. The server is broken."]
    )
    expect(frames[7], ["It is your turn."])
    #expect(frames[7].contains("could not") == false)
  }

  @Test func `the main screen retries signing in until the server is fixed`() throws {
    let frames = try frames("press !\nwait 1s\npress !\nwait 4s")
    expect(
      frames[1],
      [
        "You are not signed in.", "You could not be signed in. The server is broken.",
        "[!] Fix the server",
      ]
    )
    expect(frames[3], ["You are signed in.", "Won              1", "[!] Break the server"])
    #expect(frames[3].contains("could not") == false)
  }

  @Test func `the main screen retries loading the record until the server is fixed`() throws {
    let frames = try frames("wait 1s\npress !\nwait 10s\npress !\nwait 4s")
    expect(
      frames[2],
      ["You are signed in.", "Your record could not be loaded. The server is broken."]
    )
    expect(frames[4], ["Won              1"])
    #expect(frames[4].contains("could not") == false)
  }

  @Test(arguments: [("t", 3), ("u", 2)])
  func `each started match of a kind finds an opponent`(
    key: String,
    count: Int
  )
    throws
  {
    for frame in try frames(
      "wait 3s\n"
        + String(repeating: "press s\npress \(key)\nwait 8s\npress escape\n", count: count)
    ).enumerated() where frame.offset % 4 == 3 {
      #expect(frame.element.contains("It is your turn."), Comment(rawValue: frame.element))
    }
  }

  @Test func `letters typed before a move fails do not answer its alert`() throws {
    let frames = try frames(
      joining + """
        wait 3s
        press ctrl-b
        type cat
        press return
        type t
        wait 1s
        type atqb
        press 2
        wait 1s
        """
    )
    expect(frames[8], ["Word  T ", "You have played."])
    expect(frames[10], ["Your move could not be sent", "[1] Try again", "[2/Esc] Take it back"])
    // The letters of the next word remain.
    expect(frames[11], ["It is your turn.", "Word  T "])
  }

  @Test func `opening a match again shows its current state`() throws {
    let frames = try frames(
      joining + """
        press escape
        wait 8s
        press m
        wait 1s
        press o
        """
    )
    expect(frames[7], ["> Grace", "yours", "timed"])
    expect(frames[8], ["It is your turn.", "Grace                      1 word  12 points"])
  }

  @Test func `after the last move of a match, letters are not commands`() throws {
    let terminal = try MultiplayerDemo.multiplayer(CommonOptions(slow: 0)).makeTerminal()
    var match: MatchState? { terminal.store.store.state.match }
    terminal.advance(by: 1)
    terminal.press("s")
    terminal.press("t")
    for _ in 0..<500 where match?.match.status != .ended {
      terminal.advance(by: 1)
      guard let match, match.canPlay, let game = match.game else { continue }
      let faces = CubeFace.Side.allCases.flatMap { game.visibleFaces($0).joined() }
      let face = try #require(faces.compactMap(\.self).first)
      terminal.type(String(game.cubes[face].letters.prefix(1)))
      terminal.press(.tab)
    }
    try #require(match?.match.status == .ended)
    for key in ["b", "q", "c", .tab, .return] as [Key] { terminal.press(key) }
    #expect(terminal.ending == nil)
    let screen = terminal.screen.plainText
    expect(screen, ["You have lost.", "Past games offer a rematch.", "You: 0 words, 0 points"])
    terminal.press(.escape)
    terminal.advance(by: 1)
    expect(terminal.screen.plainText, ["Lost             4", "[p] Past games"])
  }
}
