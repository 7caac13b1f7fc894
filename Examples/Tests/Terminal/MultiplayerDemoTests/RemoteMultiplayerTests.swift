// SPDX-License-Identifier: MIT

import DemoSupport
import Foundation
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

/// Sessions of several demos with one server elsewhere.
///
/// Isolation: the main thread, which may wait for an answer.
@MainActor @Suite struct RemoteMultiplayerTests {
  private let isDown = Recorder(false)
  private let send: RemoteServer.Send

  init() {
    // All players have names that begin alike.
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

  /// Runs a demo with keys, of which "<" is Escape, before some of which something happens, by their
  /// places.
  private func frames(
    _ keys: String,
    before: [Int: @MainActor () throws -> Void] = [:]
  ) async throws -> [[String]] {
    let failures = Recorder<[any Error]>([])
    let rest = Recorder(Array(keys.enumerated()))
    let stream = AsyncStream<Key>(unfolding: { @MainActor in
      var next: (offset: Int, element: Character)?
      rest.update { next = $0.isEmpty ? nil : $0.removeFirst() }
      guard let next else { return nil }
      do {
        try before[next.offset]?()
      } catch {
        failures.update { $0.append(error) }
      }
      return next.element == "<" ? .escape : .character(next.element)
    })
    var frames: [[String]] = []
    try await demo().run(keys: stream) { frames.append(texts($0)) }
    #expect(failures.value.isEmpty)
    return frames
  }

  /// The lines of a frame that say something, without the box and without what each frame has.
  private func texts(_ frame: String) -> [String] {
    frame.split(separator: "\n").dropFirst()
      .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "│║╔╗╚╝═╭╮╰╯─ ")) }
      .filter { $0.isEmpty == false && $0.hasSuffix("Quit the demo") == false }
  }

  private let waiting = [
    "Match",
    "A match, timed",
    "Nobody else waits yet: an opponent is still to come.",
    "You            0 words      0 points",
    "[b] Back",
  ]

  @Test func `who waits sees the other one come`() async throws {
    var other: [[String]] = []
    let own = try await frames(
      "st..<",
      before: [
        2: {
          let script = try TerminalScript("press s\npress t")
          try demo().run(script) { other.append(texts($0)) }
        }
      ]
    )
    #expect(own[3] == waiting)
    #expect(
      own[4] == [
        "Match",
        "It is your turn.",
        "You            0 words      0 points",
        "Player DEAD    0 words      0 points",
        "Top            Word                 Words found",
        "C   C   C     …",
        "C   C   C",
        "C   C   C",
        "Left           Right",
        "A   A   A      B   B   B",
        "A   A   A      B   B   B",
        "A   A   A      B   B   B",
        "[Esc] Back",
      ]
    )
    #expect(own[5] == own[4])
    #expect(own[6].contains("Not over       1"))
    #expect(
      other.last == [
        "Match",
        "It is the turn of Player DEAD.",
        "Player DEAD    0 words      0 points",
        "You            0 words      0 points",
        "Top            Word                 Words found",
        "C   C   C     …",
        "C   C   C",
        "C   C   C",
        "Left           Right",
        "A   A   A      B   B   B",
        "A   A   A      B   B   B",
        "A   A   A      B   B   B",
        "[Esc] Back",
      ]
    )
  }

  @Test func `who waits is told when the network is lost, and goes on when it is back`()
    async throws
  {
    let frames = try await frames(
      "st......",
      before: [
        2: { isDown.set(true) },
        4: { isDown.set(false) },
        6: {
          try demo().run(TerminalScript("press s\npress t")) { _ in }
        },
      ]
    )
    var lost = waiting
    lost.insert("The match could not be loaded. Could not connect to the server.", at: 4)
    #expect(frames[3] == waiting)
    #expect(frames[4] == lost)
    #expect(frames[6] == waiting)
    #expect(frames[8].contains("It is your turn."))
  }

  @Test func `a match that could not be started for lack of a network is started again`()
    async throws
  {
    let frames = try await frames(
      "stt",
      before: [0: { isDown.set(true) }, 2: { isDown.set(false) }]
    )
    #expect(
      frames[3] == [
        "Multiplayer",
        "Play words against others, in turns.",
        "You are signed in.",
        "Find an opponent",
        "Whoever waits for a match of the same",
        "kind plays against you.",
        "The match could not be started. Could",
        "not connect to the server.",
        "[t] A timed match",
        "[u] An unlimited match",
        "[x] Cancel",
      ]
    )
    #expect(frames[4] == waiting)
  }

  @Test func `the main screen asks again when the server is back`() async throws {
    let frames = try await frames(
      "stb....",
      before: [2: { isDown.set(true) }, 5: { isDown.set(false) }]
    )
    let lost = "Your record could not be loaded. Could not connect to the server."
    #expect(frames[4].contains(lost))
    #expect(frames[6].contains(lost))
    #expect(frames[8].contains(lost) == false)
    #expect(frames[8].contains("Not over       1"))
  }
}
