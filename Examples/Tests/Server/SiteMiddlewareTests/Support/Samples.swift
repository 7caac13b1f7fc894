// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware

extension Player {
  /// One of many players.
  static func numbered(_ number: Int) -> Self {
    Self(
      accessToken: AccessToken(rawValue: UUID(1_000_000 + number)),
      createdAt: .mock,
      deviceId: DeviceId(rawValue: UUID(2_000_000 + number)),
      id: ID(rawValue: UUID(3_000_000 + number)),
      timeZone: AuthenticateRequest.defaultTimeZone
    )
  }
}

extension DailyChallenge {
  /// One of many challenges, each of which ends later than a test goes on.
  static func numbered(_ number: Int) -> Self {
    var challenge = Self.mock
    challenge.endsAt += TimeInterval(1_000 + number) * 24 * 60 * 60
    challenge.gameNumber = GameNumber(rawValue: number)
    challenge.id = ID(rawValue: UUID(100 + number))
    return challenge
  }
}

extension Match {
  /// A match of the two fixed players that is over.
  static func over(_ moves: Moves, id: ID = .deadbeef) -> Self {
    var match = Self.mock
    match.currentPlayerIndex = nil
    match.id = id
    match.moves = moves
    match.status = .ended
    return match
  }
}

extension Move {
  /// "ABC" on the mock puzzle, with the right score of 27.
  static let abc = Self(
    playedAt: .mock,
    score: 27,
    type: .playedWord([.cornerLeft, .cornerRight, .cornerTop])
  )

  /// The same move, by a player of a match.
  func by(_ playerIndex: PlayerIndex) -> Self {
    var move = self
    move.playerIndex = playerIndex
    return move
  }
}

extension ArchivablePuzzle {
  /// The mock puzzle with other letters in its far corner.
  static func numbered(_ number: Int) -> Self {
    var puzzle = Self.mock
    puzzle[LatticePoint(x: .zero, y: .zero, z: .zero)].left.letters = "\(number)"
    return puzzle
  }
}

extension LeaderboardScore {
  /// The score that a request asks to be stored.
  init(_ request: SubmitLeaderboardScore, createdAt: Date, id: ID) {
    self.init(
      createdAt: createdAt,
      dailyChallengeId: request.dailyChallengeId,
      gameContext: request.gameContext,
      gameMode: request.gameMode,
      id: id,
      language: request.language,
      moves: request.moves,
      playerId: request.playerId,
      puzzle: request.puzzle,
      score: request.score
    )
  }
}
