// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

/// Compares the contents of the database, except scores, with a naive model after each of many steps.
@Suite struct RecordsModelTests {
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `records equal those of a naive model`(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let server = TestServer()
    var model = RecordsModel()
    model.players = [.blob, .blobJr]
    for step in 1...60 {
      let place: Comment = "seed \(seed), step \(step)"
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        server.now.update { $0.addTimeInterval(random.pick([0, 1, 3_600, 86_400])) }
      case 1:
        try await authenticate(server, &model, &random, place)
      case 2:
        try await create(server, &model, &random, place)
      case 3:
        try await play(server, &model, &random, place)
      case 4:
        let game = CompletedGame.numbered(step)
        let shared = try await server.client.insertSharedGame(game)
        try expectEqual(shared.puzzle, game.cubes, place)
        #expect(model.sharedGames.allSatisfy { $0.code != shared.code }, place)
        model.sharedGames.append(shared)
      case 5:
        end(server, &model, &random)
      case 6:
        try await rematch(server, &model, &random, place)
      case 7:
        try await playTurn(server, &model, &random, place)
      default:
        try await start(server, &model, &random, place)
      }
      try await expectSame(server, model, place)
    }
  }

  private func expectSame(
    _ server: TestServer,
    _ model: RecordsModel,
    _ place: Comment
  ) async throws {
    for player in model.players {
      let matches = try await server.client.fetchMatches(.init(playerId: player.id))
      try expectEqual(matches, model.matches(of: player.id), place)
      let known = try await server.client.fetchPlayerByAccessToken(player.accessToken)
      try expectEqual(known, model.player(player.accessToken), place)
    }
    for match in model.matches {
      let known = try await server.client.fetchMatch(match.id)
      try expectEqual(known, match, place)
    }
    for challenge in model.challenges {
      let known = try await server.client.fetchDailyChallengeById(challenge.id)
      try expectEqual(known, challenge, place)
    }
    for game in model.sharedGames {
      let known = try await server.client.fetchSharedGame(game.code)
      try expectEqual(known, game, place)
    }
  }

  /// Ends the test at the first difference, without printing the values, which may contain a hundred puzzles.
  private func expectEqual<Value: Equatable>(
    _ value: Value,
    _ expected: Value,
    _ place: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let isEqual = value == expected
    try #require(isEqual, place, sourceLocation: sourceLocation)
  }

  private func authenticate(
    _ server: TestServer,
    _ model: inout RecordsModel,
    _ random: inout SplitMix64,
    _ place: Comment
  ) async throws {
    let request = AuthenticateRequest(
      deviceId: DeviceId(rawValue: UUID(Int.random(in: 0..<5, using: &random))),
      displayName: random.pick(["Blob", "Blob Sr.", nil])
    )
    let known = try await server.client.fetchPlayerByDeviceId(request.deviceId)
    try expectEqual(known, model.players.first { $0.deviceId == request.deviceId }, place)
    let player = try await server.client.insertPlayer(request)
    try expectEqual(player, model.authenticate(request, player, server.now.value), place)
  }

  private func create(
    _ server: TestServer,
    _ model: inout RecordsModel,
    _ random: inout SplitMix64,
    _ place: Comment
  ) async throws {
    let request = CreateTodaysDailyChallengeRequest(
      endsAt: Date.mock + random.pick([1, 2, 3]),
      gameMode: random.pick(GameMode.allCases),
      language: .en,
      puzzle: .numbered(Int.random(in: 0..<100, using: &random))
    )
    let challenge = try await server.client.createTodaysDailyChallenge(request)
    try expectEqual(challenge, model.create(request, challenge, server.now.value), place)
  }

  private func play(
    _ server: TestServer,
    _ model: inout RecordsModel,
    _ random: inout SplitMix64,
    _ place: Comment
  ) async throws {
    guard let challenge = model.challenges.randomElement(using: &random)?.id else { return }
    let player = random.pick(model.players).id
    let isComplete = Bool.random(using: &random)
    let play =
      isComplete
      ? try await server.client.completeDailyChallenge(challenge, player)
      : try await server.client.startDailyChallenge(challenge, player)
    let expected = model.play(challenge, player, isComplete: isComplete, play, server.now.value)
    try expectEqual(play, expected, place)
  }

  /// Ends a match in the database, which no request can do.
  private func end(
    _ server: TestServer,
    _ model: inout RecordsModel,
    _ random: inout SplitMix64
  ) {
    guard let index = model.matches.indices.randomElement(using: &random) else { return }
    model.matches[index].status = .ended
    model.matches[index].currentPlayerIndex = nil
    server.database.insert(model.matches[index])
  }

  private func start(
    _ server: TestServer,
    _ model: inout RecordsModel,
    _ random: inout SplitMix64,
    _ place: Comment
  ) async throws {
    let stranger = Player.numbered(1).id
    let request = StartMatchRequest(
      gameMode: random.pick(GameMode.allCases),
      language: .en,
      opponent: random.pick([nil, nil, stranger] + model.players.map { .some($0.id) }),
      playerId: random.pick(model.players).id,
      puzzle: .numbered(Int.random(in: 0..<100, using: &random))
    )
    let match = try? await server.client.startMatch(request)
    try expectEqual(match, model.start(request, match, server.now.value), place)
  }

  private func playTurn(
    _ server: TestServer,
    _ model: inout RecordsModel,
    _ random: inout SplitMix64,
    _ place: Comment
  ) async throws {
    guard let match = model.matches.randomElement(using: &random) else { return }
    let request = PlayTurnRequest(
      isLast: random.pick([true, false, false]),
      matchId: match.id,
      move: random.pick([.cab, .removeCube]),
      turn: max(0, match.moves.count - random.pick([0, 0, 1]))
    )
    let answer = try? await server.client.playTurn(request)
    try expectEqual(answer, model.playTurn(request), place)
  }

  private func rematch(
    _ server: TestServer,
    _ model: inout RecordsModel,
    _ random: inout SplitMix64,
    _ place: Comment
  ) async throws {
    let matches = model.matches.filter { $0.participants.count == 2 }
    guard let match = matches.randomElement(using: &random) else { return }
    var players = match.participants.compactMap { $0.player?.id }
    if Bool.random(using: &random) { players.reverse() }
    let request = StartRematchRequest(
      gameMode: match.gameMode,
      language: .en,
      matchId: match.id,
      opponent: players[1],
      playerId: players[0],
      puzzle: .numbered(Int.random(in: 0..<100, using: &random))
    )
    let rematch = try? await server.client.startRematch(request)
    try expectEqual(rematch, model.rematch(request, rematch, server.now.value), place)
  }
}

extension CompletedGame {
  fileprivate static func numbered(_ number: Int) -> Self {
    var game = Self.mock
    game.cubes = .numbered(number)
    return game
  }
}
