// SPDX-License-Identifier: MIT

import DemoSupport
import Foundation
import Lockstep
import LockstepTerminal
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

@testable import MultiplayerDemo

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests sessions of several demos with one remote server.
///
/// Isolation: the main thread, which may wait for an answer.
@MainActor @Suite struct RemoteMultiplayerTests {
  private let isDown = Recorder(false)
  private let send: RemoteServer.Send

  init() {
    // The names of all players have the same first letters.
    let count = Recorder(0)
    let database = InMemoryDatabase(
      date: { .mock },
      uuid: {
        var id = UUID.deadbeef.uuid
        count.update {
          $0 += 1
          id.15 = UInt8($0)
        }
        return UUID(uuid: id)
      }
    )
    let environment = ServerEnvironment(
      database: .inMemory(database),
      date: { .mock },
      dictionary: .english([]),
      envVars: .production,
      mailgun: .noop,
      randomCubes: { .mock },
      router: .demo(date: { .mock })
    )
    let site = siteMiddleware(environment: environment)
    send = { [isDown] request in
      if isDown.value {
        throw URLError(
          .cannotConnectToHost,
          userInfo: [NSLocalizedDescriptionKey: "Could not connect to the server."]
        )
      }
      let (body, response) = await site(request)
      return (body, response)
    }
  }

  private func demo() throws -> MultiplayerDemo {
    let address = try #require(URL(string: "http://127.0.0.1:8080"))
    return try .multiplayer(
      CommonOptions(server: address),
      try RemoteServer(address, secret: ServerRoute.demoSecret, date: { .mock }, send: send)
    )
  }

  private typealias Terminal = MemoryTerminal<MultiplayerDemoState, MultiplayerDemoAction>

  /// Starts a demo, and waits until it knows the player.
  private func start() throws -> Terminal {
    let terminal = try demo().makeTerminal()
    terminal.advance(by: 3)
    return terminal
  }

  /// Presses keys with a second after each.
  ///
  /// Without keys, one second passes.
  private func press(_ keys: Key..., in terminal: Terminal) {
    for key in keys {
      terminal.press(key)
      terminal.advance(by: 1)
    }
    if keys.isEmpty { terminal.advance(by: 1) }
  }

  private func expect(
    _ terminal: Terminal,
    _ texts: [String],
    without others: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let frame = terminal.screen.plainText
    for text in texts {
      #expect(frame.contains(text), Comment(rawValue: frame), sourceLocation: sourceLocation)
    }
    for text in others {
      #expect(!frame.contains(text), Comment(rawValue: frame), sourceLocation: sourceLocation)
    }
  }

  private let waiting = [
    "Match, timed", "Nobody else waits yet.", "the match stays in the list.",
    "You: 0 words, 0 points", "[Esc] Back   [^C] Quit",
  ]

  @Test func `a waiting player sees the other player join`() throws {
    let own = try start()
    press("s", "t", in: own)
    expect(own, waiting)
    let other = try start()
    press("s", "t", in: other)
    press(in: own)
    press(in: own)
    let cubes = ["Word  (type letters)", "C   C   C", "A   A   A      B   B   B"]
    expect(
      own,
      [
        "It is your turn.", "You                        0 words  0 points",
        "Player DEAD                0 words  0 points",
      ] + cubes
    )
    expect(other, ["It is the turn of Player DEAD.", "Spell your next word, or go back"] + cubes)
    press(.escape, in: own)
    expect(own, ["Not over         1", "[m] Go on"])
  }

  @Test func `a waiting player sees a lost network and continues when it returns`()
    throws
  {
    let terminal = try start()
    press("s", "t", in: terminal)
    expect(terminal, waiting)
    isDown.set(true)
    press(in: terminal)
    press(in: terminal)
    let lost = "The match could not be loaded. Could not connect to the server."
    expect(terminal, waiting + [lost])
    isDown.set(false)
    press(in: terminal)
    press(in: terminal)
    expect(terminal, waiting, without: [lost])
    press("s", "t", in: try start())
    press(in: terminal)
    press(in: terminal)
    expect(terminal, ["It is your turn."])
  }

  @Test func `a match that cannot be started without a network can be started later`() throws {
    let terminal = try start()
    isDown.set(true)
    press("s", "t", in: terminal)
    expect(
      terminal,
      [
        "Find an opponent", "The match could not be started.", "[t] A timed match",
        "[u] An unlimited match", "[x/Esc] Cancel",
      ]
    )
    isDown.set(false)
    press("t", in: terminal)
    expect(terminal, waiting)
  }

  @Test func `a match with an opponent who does not play can be left and opened again`() throws {
    let other = try start()
    press("s", "t", in: other)
    let terminal = try start()
    press("s", "t", in: terminal)
    for _ in 0..<60 { press(in: terminal) }
    expect(terminal, ["It is the turn of Player DEAD."])
    press(.escape, "m", in: terminal)
    expect(terminal, ["> Player DEAD", "theirs"])
    press(.return, in: terminal)
    expect(terminal, ["It is the turn of Player DEAD."])
  }

  @Test func `the main screen asks again when the server is back`() throws {
    let terminal = try start()
    press("s", "t", in: terminal)
    isDown.set(true)
    press(.escape, in: terminal)
    let lost = "Your record could not be loaded. Could not connect to the server."
    expect(terminal, [lost])
    for _ in 0..<3 { press(in: terminal) }
    expect(terminal, [lost])
    isDown.set(false)
    for _ in 0..<2 { press(in: terminal) }
    expect(terminal, ["Not over         1"], without: [lost])
  }
}
