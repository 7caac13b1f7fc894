// SPDX-License-Identifier: MIT

import ApiClient
import DependencyClients
import Foundation
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import Testing

@Suite struct GameCenterClientTests {
  private func live(_ update: (inout ApiClient) -> Void = { _ in }) -> GameCenterClient {
    var apiClient = ApiClient.failing
    update(&apiClient)
    return .live(
      apiClient: apiClient,
      presentAuthenticationViewController: .failing("authentication"),
      presentMatchmaker: { _ in .failing("matchmaker") }
    )
  }

  private let mock = TurnBasedMatch(
    currentPlayerIndex: 0,
    id: "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF",
    matchData: try? TurnBasedMatchData(cubes: .mock, gameMode: .unlimited).encoded(),
    participants: [
      .init(player: .init(displayName: "Blob", gamePlayerId: GameCenterClientTests.blobId)),
      .init(player: .init(displayName: "Blob Jr.", gamePlayerId: GameCenterClientTests.blobJrId)),
    ],
    status: .open
  )

  private static let blobId: GameCenterPlayerId = "B10BB10B-DEAD-BEEF-DEAD-BEEFDEADBEEF"
  private static let blobJrId: GameCenterPlayerId = "B10B2000-DEAD-BEEF-DEAD-BEEFDEADBEEF"

  @Test func `each match endpoint requests its route`() async throws {
    let record = PlayerRecord(player: .blob, won: 2)
    let client = live {
      $0.override(route: .matches(.list()), withResponse: .ok([Match.mock, .mock]))
      $0.override(route: .matches(.load(.deadbeef)), withResponse: .ok(Match.mock))
      $0.override(route: .matches(.play(.deadbeef, .cab)), withResponse: .ok(Match.mock))
      $0.override(route: .matches(.rematch(.deadbeef)), withResponse: .ok(Match.mock))
      $0.override(
        route: .matches(.start(gameMode: .timed, language: .en, opponent: nil)),
        withResponse: .ok(Match.mock)
      )
      $0.override(route: .playerRecord, withResponse: .ok(record))
    }
    #expect(try await client.localPlayer.record.value() == record)
    #expect(try await client.turnBasedMatch.load(mock.id).value() == mock)
    #expect(try await client.turnBasedMatch.loadMatches().value() == [mock, mock])
    #expect(try await client.turnBasedMatch.play(mock.id, .cab).value() == mock)
    #expect(try await client.turnBasedMatch.rematch(mock.id).value() == mock)
    #expect(try await client.turnBasedMatch.start(.timed).value() == mock)
  }

  @Test func `the client loads all pages of matches`() async throws {
    func page(_ numbers: Range<Int>) -> [Match] {
      numbers.map { number in
        var match = Match.mock
        match.id = Match.ID(rawValue: UUID(uuidString: Self.id(number)) ?? UUID())
        return match
      }
    }
    let client = live {
      $0.override(route: .matches(.list()), withResponse: .ok(page(0..<20)))
      $0.override(
        route: .matches(.list(before: page(19..<20)[0].id)),
        withResponse: .ok(page(20..<40))
      )
      $0.override(route: .matches(.list(before: page(39..<40)[0].id)), withResponse: .ok([Match]()))
    }
    let matches = try #require(try await client.turnBasedMatch.loadMatches().value())
    #expect(matches.map(\.id.rawValue) == (0..<40).map(Self.id))
  }

  private static func id(_ number: Int) -> String {
    "00000000-0000-0000-0000-0000000000\(10 + number)"
  }

  @Test func `match data can be decoded`() {
    #expect(
      mock.decodedMatchData == TurnBasedMatchData(cubes: .mock, gameMode: .unlimited, moves: [])
    )
    #expect(mock.participant(at: 1)?.player?.gamePlayerId == Self.blobJrId)
    #expect([-1, 2].map { mock.participant(at: $0) } == [nil, nil])
  }

  @Test func `a refused request fails with its error`() async {
    let error = ApiError(error: NoSuchMatchError(id: "here"))
    let client = live {
      $0.override(route: .matches(.load(.deadbeef)), withResponse: .ok(error))
    }
    await #expect(throws: error) { try await client.turnBasedMatch.load(mock.id).value() }
  }

  @Test func `an invalid match id fails without a request`() async {
    let client = live().turnBasedMatch
    let error = NoSuchMatchError(id: "id")
    #expect(error.localizedDescription == "There is no match id.")
    await #expect(throws: error) { try await client.load("id").value() }
    await #expect(throws: error) { try await client.play("id", .cab).value() }
    await #expect(throws: error) { try await client.rematch("id").value() }
  }

  @Test func `a player is authenticated if the API client knows the player`() {
    #expect(live { $0.currentPlayer = { nil } }.localPlayer.localPlayer().isAuthenticated == false)

    let localPlayer = live { $0.currentPlayer = { .mock } }.localPlayer.localPlayer()
    #expect(localPlayer.isAuthenticated)
    #expect(localPlayer.player == mock.participants[0].player)
    #expect(localPlayer.player.gamePlayerId == Self.blobId)

    var nameless = Player.blobJr
    nameless.displayName = nil
    #expect(GameCenterPlayer(MatchPlayer(nameless)).displayName == "Player B10B")
  }

  @Test func `the failing client reports each endpoint`() {
    let client = GameCenterClient.failing
    func run<Output, Failure>(_ effect: Effect<Output, Failure>) {
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, Bool, Void> { _, _, _ in effect.catchToEffect().ignoreOutput() },
        environment: ()
      )
      store.send(true)
    }
    let issues = withReportedIssues {
      #expect(client.localPlayer.localPlayer() == .notAuthenticated)
      run(client.localPlayer.presentAuthenticationViewController)
      run(client.localPlayer.record)
      run(client.turnBasedMatch.load("a"))
      run(client.turnBasedMatch.loadMatches())
      run(client.turnBasedMatch.play("c", .cab))
      run(client.turnBasedMatch.rematch("b"))
      run(client.turnBasedMatch.start(.timed))
      run(client.turnBasedMatchmakerViewController.present(true))
    }
    #expect(
      issues.map { $0.message.prefix { $0 != "\n" } } == [
        "LocalPlayerClient.localPlayer is unimplemented",
        "LocalPlayerClient.presentAuthenticationViewController is unimplemented"
          + " - A failing effect ran.",
        "LocalPlayerClient.record is unimplemented - A failing effect ran.",
        "TurnBasedMatchClient.load(a) is unimplemented - A failing effect ran.",
        "TurnBasedMatchClient.loadMatches is unimplemented - A failing effect ran.",
        "TurnBasedMatchClient.play(c) is unimplemented - A failing effect ran.",
        "TurnBasedMatchClient.rematch(b) is unimplemented - A failing effect ran.",
        "TurnBasedMatchClient.start(timed) is unimplemented - A failing effect ran.",
        "TurnBasedMatchmakerViewControllerClient.present is unimplemented"
          + " - A failing effect ran.",
      ]
    )
  }
}
