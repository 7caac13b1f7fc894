// SPDX-License-Identifier: MIT

import DemoSupport
import ExampleData
import Foundation
import LockstepTerminal
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

@testable import GameOverDemo

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests sessions with a remote server.
///
/// Isolation: the main thread, which may wait for an answer.
@MainActor @Suite struct RemoteGameOverTests {
  private let isDown = Recorder(false)
  private let database = InMemoryDatabase(date: { .mock })

  /// Runs the demo.
  ///
  /// If `stopsServer` is true, the server stops after it has created the player.
  private func frames(_ script: String, stopsServer: Bool = false) throws -> [String] {
    let input = try GameOverDemoInput(GameOverDemoOptions(game: SampleGame.solo.url.path))
    let site = siteMiddleware(
      environment: ServerEnvironment(
        database: .inMemory(database),
        date: { .mock },
        dictionary: .english(input.words),
        envVars: .production,
        mailgun: .noop,
        randomCubes: { .mock },
        router: .demo(date: { .mock })
      )
    )
    let address = try #require(URL(string: "http://127.0.0.1:8080"))
    let server = try RemoteServer(
      address,
      secret: ServerRoute.demoSecret,
      date: { .mock },
      send: { [isDown] request in
        if isDown.value {
          throw URLError(
            .cannotConnectToHost,
            userInfo: [NSLocalizedDescriptionKey: "Could not connect to the server."]
          )
        }
        let (body, response) = await site(request)
        return (body, response)
      }
    )
    isDown.set(stopsServer)
    var frames: [String] = []
    let demo = GameOverDemo.gameOver(input, CommonOptions(server: address), server)
    try demo.run(TerminalScript(script)) { frames.append($0) }
    isDown.set(false)
    return frames
  }

  @Test func `a game is ranked among the games of other players`() throws {
    for outOf in 1...2 {
      // The wait skips the interstitial.
      let screen = try #require(try frames("wait 15s\npress m").last)
      for timeScope in ["Last day ", "Last week", "All time "] {
        #expect(screen.contains("\(timeScope)       1 of \(outOf) "), "\(screen)")
      }
    }
  }

  @Test func `without a network, the game is not accepted, and the player can continue`() throws {
    let frames = try frames("wait 15s\npress m\npress t", stopsServer: true)
    let notice = "The server did not accept the game."
    #expect(frames.dropLast(2).last?.contains(notice) == true, "\(frames)")
    #expect(frames.last == "Here a new timed game would begin.\n")
  }
}
