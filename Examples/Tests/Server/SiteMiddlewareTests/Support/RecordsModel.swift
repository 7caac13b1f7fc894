// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import ServerRouter
import SharedModels
import SiteMiddleware

/// A naive model of the contents of the database, except scores.
///
/// It searches lists linearly.
///
/// The model does not predict ids. It receives each new record, and returns the record it expects.
struct RecordsModel {
  var challenges: [DailyChallenge] = []
  var matches: [Match] = []
  var players: [Player] = []
  var plays: [DailyChallengePlay] = []
  var sharedGames: [SharedGame] = []
  /// The original match and its rematch.
  private var rematches: [(first: Match.ID, second: Match.ID)] = []

  // MARK: Players

  /// The player that a device should get.
  ///
  /// A new player has the id and the token of `answer`.
  mutating func authenticate(
    _ request: AuthenticateRequest,
    _ answer: Player,
    _ now: Date
  ) -> Player {
    for player in players where player.deviceId == request.deviceId { return player }
    let player = Player(
      accessToken: answer.accessToken,
      createdAt: now,
      deviceId: request.deviceId,
      displayName: request.displayName,
      id: answer.id,
      timeZone: request.timeZone
    )
    players.append(player)
    return player
  }

  func player(_ token: AccessToken) -> Player? {
    players.last { $0.accessToken == token }
  }

  private func participant(_ id: Player.ID) -> MatchParticipant? {
    players.first { $0.id == id }.map { MatchParticipant(player: MatchPlayer($0)) }
  }

  // MARK: Daily challenges

  mutating func create(
    _ request: CreateTodaysDailyChallengeRequest,
    _ answer: DailyChallenge,
    _ now: Date
  ) -> DailyChallenge {
    var number = 1
    for challenge in challenges where challenge.gameMode == request.gameMode {
      if challenge.endsAt == request.endsAt { return challenge }
      number += 1
    }
    let challenge = DailyChallenge(
      createdAt: now,
      endsAt: request.endsAt,
      gameMode: request.gameMode,
      gameNumber: DailyChallenge.GameNumber(rawValue: number),
      id: answer.id,
      language: request.language,
      puzzle: request.puzzle
    )
    challenges.append(challenge)
    return challenge
  }

  mutating func play(
    _ challengeId: DailyChallenge.ID,
    _ playerId: Player.ID,
    isComplete: Bool,
    _ answer: DailyChallengePlay,
    _ now: Date
  ) -> DailyChallengePlay {
    var play = DailyChallengePlay(
      createdAt: now,
      dailyChallengeId: challengeId,
      id: answer.id,
      playerId: playerId
    )
    for known in plays where known.dailyChallengeId == challengeId && known.playerId == playerId {
      play = known
    }
    if isComplete && play.completedAt == nil { play.completedAt = now }
    plays.removeAll { $0.id == play.id }
    plays.append(play)
    return play
  }

  // MARK: Matches

  /// The match that the database should return, or `nil` for an error.
  mutating func start(_ request: StartMatchRequest, _ answer: Match?, _ now: Date) -> Match? {
    guard let player = participant(request.playerId) else { return nil }
    if request.opponent == nil {
      for index in matches.indices {
        let match = matches[index]
        if match.participants.count == 1, match.status == .matching,
          match.gameMode == request.gameMode,
          match.participants[0].player?.id != request.playerId
        {
          matches[index].participants = [match.participants[0], player]
          matches[index].status = .open
          return matches[index]
        }
      }
    }
    if request.opponent == request.playerId { return nil }
    var match = Match(
      createdAt: now,
      gameMode: request.gameMode,
      id: answer?.id ?? .deadbeef,
      participants: [player],
      puzzle: request.puzzle,
      status: .matching
    )
    if let opponent = request.opponent {
      guard let opponent = participant(opponent) else { return nil }
      match.participants.append(opponent)
      match.status = .open
    }
    matches.append(match)
    return match
  }

  mutating func playTurn(_ request: PlayTurnRequest) -> Match? {
    guard
      let index = matches.firstIndex(where: { $0.id == request.matchId }),
      matches[index].status == .open,
      matches[index].moves.count == request.turn,
      let player = matches[index].currentPlayerIndex
    else { return nil }
    var move = request.move
    move.playerIndex = player
    matches[index].moves.append(move)
    matches[index].currentPlayerIndex = request.isLast ? nil : player == 0 ? 1 : 0
    if request.isLast { matches[index].status = .ended }
    return matches[index]
  }

  mutating func rematch(_ request: StartRematchRequest, _ answer: Match?, _ now: Date) -> Match? {
    for (first, second) in rematches where first == request.matchId {
      return matches.first { $0.id == second }
    }
    guard let player = participant(request.playerId), let opponent = participant(request.opponent)
    else { return nil }
    let match = Match(
      createdAt: now,
      gameMode: request.gameMode,
      id: answer?.id ?? .deadbeef,
      participants: [player, opponent],
      puzzle: request.puzzle
    )
    matches.append(match)
    rematches.append((request.matchId, match.id))
    return match
  }

  /// The matches of a player, newest first: the method searches for the newest match repeatedly.
  func matches(of playerId: Player.ID) -> [Match] {
    var left = matches.filter { match in
      match.participants.contains { $0.player?.id == playerId }
    }
    var sorted: [Match] = []
    while let youngest = left.map(\.createdAt).max(),
      let index = left.lastIndex(where: { $0.createdAt == youngest })
    {
      sorted.append(left.remove(at: index))
    }
    return sorted
  }
}
