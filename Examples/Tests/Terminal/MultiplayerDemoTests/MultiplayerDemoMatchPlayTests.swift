// SPDX-License-Identifier: MIT

import DemoSupport
import Foundation
import LockstepTerminal
import Testing

@testable import MultiplayerDemo

/// Matches that are played, and a server that a key breaks and mends.
@MainActor @Suite struct MultiplayerDemoMatchPlayTests {
  /// What the steps of a script print, after the screen that comes up first.
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

  /// Joins the match of Grace, who then has the turn.
  private let joining = """
    wait 3s
    press s
    press t
    wait 1s

    """

  @Test func `words are played in turns`() throws {
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
    expect(frames[3], ["It is the turn of Grace.", "[!] Break the server   [Esc] Back"])
    expect(
      frames[4],
      ["It is your turn.", "Grace           1 word     12 points", "ERA 12"]
    )
    expect(
      frames[5],
      ["CAT", "[Enter] Play the word   [Backspace] Take back   [Tab] Take its cube away"]
    )
    expect(frames[6], ["You have played.", "You             1 word     21 points"])
    expect(frames[6], ["asking the server"])
    expect(frames[7], ["It is the turn of Grace.", "You             1 word     21 points"])
    expect(
      frames[8],
      ["It is your turn.", "Grace          2 words     36 points", "SELL 24", "CAT 21", "ERA 12"]
    )
    expect(frames[9], ["Play words against others, in turns."])
  }

  @Test func `a word that the dictionary does not have stays here`() throws {
    let frames = try frames(joining + "wait 3s\ntype tca\npress return\ntype c")
    expect(frames[5], ["TCA", "[Enter] Play the word"])
    expect(frames[6], ["It is your turn.", "TCA does not count."])
    #expect(frames[7].contains("does not count") == false)
  }

  @Test func `a move that a broken server does not take is sent again when it is mended`() throws {
    let frames = try frames(
      joining + """
        wait 3s
        press !
        type cat
        press return
        wait 1s
        press !
        press t
        wait 1s
        """
    )
    expect(frames[5], ["[!] Mend the server   [Esc] Back"])
    expect(
      frames[8],
      [
        "Your move could not be sent", "The server is broken.", "[t] Try again",
        "[a] Take it back", "[!] Mend the server",
      ]
    )
    expect(frames[9], ["Your move could not be sent", "[!] Break the server"])
    expect(frames[11], ["It is the turn of Grace.", "You             1 word     21 points"])
  }

  @Test func `a move that a broken server does not take is taken back`() throws {
    let frames = try frames(
      joining + """
        wait 3s
        press !
        type cat
        press return
        wait 1s
        press a
        press !
        wait 4s
        """
    )
    expect(frames[9], ["It is your turn.", "You            0 words      0 points"])
    expect(frames[11], ["It is your turn.", "You            0 words      0 points"])
    #expect(frames[11].contains("could not") == false)
  }

  @Test func `the opponent is asked again when the server is mended`() throws {
    let frames = try frames(joining + "press !\nwait 4s\npress !\nwait 4s")
    expect(
      frames[5],
      ["It is the turn of Grace.", "The match could not be loaded. The server is broken."]
    )
    expect(frames[7], ["It is your turn."])
    #expect(frames[7].contains("could not") == false)
  }

  @Test func `the main screen asks who plays, until the server is back`() throws {
    let frames = try frames("press !\nwait 1s\npress !\nwait 4s")
    expect(
      frames[1],
      [
        "You are not signed in.", "You could not be signed in. The server is broken.",
        "[!] Mend the server",
      ]
    )
    expect(frames[3], ["You are signed in.", "Won            1", "[!] Break the server"])
    #expect(frames[3].contains("could not") == false)
  }

  @Test func `the main screen asks for the record, until the server is back`() throws {
    let frames = try frames("wait 1s\npress !\nwait 10s\npress !\nwait 4s")
    expect(
      frames[2],
      ["You are signed in.", "Your record could not be loaded. The server is broken."]
    )
    expect(frames[4], ["Won            1"])
    #expect(frames[4].contains("could not") == false)
  }
}
