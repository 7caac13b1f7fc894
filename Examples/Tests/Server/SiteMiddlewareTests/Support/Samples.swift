// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware

extension Player {
  /// A player with ids made from a number.
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
  /// A challenge made from a number.
  ///
  /// It ends later than any test.
  static func numbered(_ number: Int) -> Self {
    var challenge = Self.mock
    challenge.endsAt += TimeInterval(1_000 + number) * 24 * 60 * 60
    challenge.gameNumber = GameNumber(rawValue: number)
    challenge.id = ID(rawValue: UUID(100 + number))
    return challenge
  }
}

extension Match {
  /// An ended match of the two fixed players.
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
  /// "ABC" on the mock puzzle, with the correct score of 27.
  static let abc = Self(
    playedAt: .mock,
    score: 27,
    type: .playedWord([.cornerLeft, .cornerRight, .cornerTop])
  )

  /// The same move, made by a player of a match.
  func by(_ playerIndex: PlayerIndex) -> Self {
    var move = self
    move.playerIndex = playerIndex
    return move
  }
}

extension ArchivablePuzzle {
  /// The mock puzzle with other letters in the far corner.
  static func numbered(_ number: Int) -> Self {
    var puzzle = Self.mock
    puzzle[LatticePoint(x: .zero, y: .zero, z: .zero)].left.letters = "\(number)"
    return puzzle
  }
}

extension LeaderboardScore {
  /// The score that a request asks the database to store.
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
