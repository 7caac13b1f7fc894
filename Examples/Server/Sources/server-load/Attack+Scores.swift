// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import ServerRouter
internal import SharedModels
internal import WireClient

private typealias Submission = ServerRoute.Api.Route.Games.SubmitRequest

struct ScoresOfOthers {
  var requests: Requests

  func run() throws -> String {
    let attacker = try requests.player(device: 1, host: 2)
    let victim = try requests.player(device: 2, host: 3)
    try spoilDailyChallenge(of: victim, by: attacker)
    try scoreFor(victim, by: attacker)
    try changeMatch(with: victim, by: attacker)
    return "scores for others, scores that spoil those of others, other moves than those of a match"
  }

  /// Submits the victim's daily challenge as a match that the victim lost without a word.
  private func spoilDailyChallenge(of victim: Player, by attacker: Player) throws {
    let challenge = try requests.value(
      StartDailyChallengeResponse.self,
      "a daily challenge",
      post("daily-challenges", victim),
      host: 3
    ).dailyChallenge
    let match = match([0: attacker.id, 1: victim.id], challenge.puzzle, .unlimited, [])
    _ = try submit(match, attacker)
    let moves: Moves = [Move(playedAt: Date(), score: 0, type: .removedCube(.corner))]
    let game = Submission(gameContext: .dailyChallenge(challenge.id), moves: moves)
    let answer = try submit(game, victim)
    try expect("the victim's daily challenge", answer, 200)
    let result = try JSONDecoder().decode(SubmitGameResponse.self, from: answer?.body ?? Data())
    guard case .dailyChallenge(let result) = result, result.rank == 1, result.outOf == 1 else {
      throw Failure("a forged match completed the daily challenge of another player: \(result)")
    }
  }

  /// Submits a match that the server does not know, with a word for the victim.
  private func scoreFor(_ victim: Player, by attacker: Player) throws {
    let game = try Games().game(1, of: 1)
    var moves = try JSONDecoder().decode(Submission.self, from: game.body).moves
    moves[0].playerIndex = 1
    let match = match([0: attacker.id, 1: victim.id], game.puzzle, .timed, moves)
    _ = try submit(match, attacker)
    if try best(.timed, of: victim) != nil {
      throw Failure("the attacker changed the victim's score")
    }
    let words = try requests.value(
      [FetchVocabLeaderboardEntry].self,
      "words",
      requests.get(
        "/api/leaderboard-scores/vocab?accessToken=\(victim.token)&language=en&timeScope=allTime"
      )
    )
    if words.contains(where: { $0.playerId == victim.id }) {
      throw Failure("the attacker changed the victim's best word")
    }
  }

  /// Submits a match of both players before its end, and then again with other moves.
  private func changeMatch(with victim: Player, by attacker: Player) throws {
    var match = try requests.value(
      Match.self,
      "a match",
      post("matches", attacker, "&opponent=\(victim.id.rawValue)")
    )
    let players = [0: attacker.id, 1: victim.id] as [Move.PlayerIndex: Player.ID]
    try expect(
      "a match before its end",
      try submit(self.match(players, match.puzzle, .unlimited, []), attacker),
      400,
      containing: "is not over"
    )
    for point in LatticePoint.allPoints {
      guard let index = match.currentPlayerIndex else { throw Failure("the match has ended early") }
      let player = match.participants[index.rawValue].player?.id == victim.id ? victim : attacker
      let move = Move(playedAt: Date(), score: 0, type: .removedCube(point))
      let path = "/api/matches/\(match.id.rawValue)/moves?accessToken=\(player.token)"
      let turn = requests.request("POST", path, "", try JSONEncoder().encode(move))
      match = try requests.value(Match.self, "a turn", turn, host: player == victim ? 3 : 2)
    }
    guard match.status == .ended else { throw Failure("the match has not ended") }
    let faces: [IndexedCubeFace] = [.cornerTop, .cornerLeft, .cornerRight]
    let claim = Move(playedAt: Date(), playerIndex: 0, score: 9_999, type: .playedWord(faces))
    let claimed = self.match(players, match.puzzle, .unlimited, [claim])
    try expect("a match with other moves", try submit(claimed, attacker), 200, 400)
    for player in [attacker, victim] {
      let score = try best(.unlimited, of: player) ?? 0
      guard score == 0 else { throw Failure("a match without a word has made \(score) points") }
    }
  }

  // MARK: Requests

  private func match(
    _ players: [Move.PlayerIndex: Player.ID],
    _ puzzle: ArchivablePuzzle,
    _ gameMode: GameMode,
    _ moves: Moves
  ) -> Submission {
    let match = Submission.GameContext.TurnBased(
      gameMode: gameMode,
      language: .en,
      playerIndexToId: players,
      puzzle: puzzle
    )
    return Submission(gameContext: .turnBased(match), moves: moves)
  }

  private func post(_ path: String, _ player: Player, _ query: String = "") -> [UInt8] {
    requests.request(
      "POST",
      "/api/\(path)?accessToken=\(player.token)&gameMode=unlimited&language=en\(query)",
      "",
      nil
    )
  }

  private func submit(_ game: Submission, _ player: Player) throws -> WireResponse? {
    try requests.patientAnswer(
      requests.submission(try JSONEncoder().encode(game), token: player.token)
    )
  }

  private func best(_ gameMode: GameMode, of player: Player) throws -> Int? {
    let list = try requests.value(
      FetchLeaderboardResponse.self,
      "a leaderboard",
      requests.get(
        "/api/leaderboard-scores?accessToken=\(player.token)&gameMode=\(gameMode.rawValue)"
          + "&language=en&timeScope=allTime"
      )
    )
    return list.entries.first { $0.isYourScore }?.score
  }
}
