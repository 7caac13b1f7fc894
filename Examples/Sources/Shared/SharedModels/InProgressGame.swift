// SPDX-License-Identifier: MIT

public import Foundation

/// A game that can be played on, and saved.
public struct InProgressGame: Codable, Hashable, Sendable {
  /// The puzzle as the moves left it.
  public var cubes: Puzzle

  /// The occasion.
  public var gameContext: GameContext

  /// How it ends.
  public var gameMode: GameMode

  /// When it began.
  public var gameStartTime: Date

  /// The language of its words.
  public var language: Language

  /// The moves so far.
  public var moves: Moves

  /// How long it took so far.
  public var secondsPlayed: Int

  /// A game with its moves.
  public init(
    cubes: Puzzle,
    gameContext: GameContext,
    gameMode: GameMode,
    gameStartTime: Date,
    language: Language = .en,
    moves: Moves = [],
    secondsPlayed: Int = 0
  ) {
    self.cubes = cubes
    self.gameContext = gameContext
    self.gameMode = gameMode
    self.gameStartTime = gameStartTime
    self.language = language
    self.moves = moves
    self.secondsPlayed = secondsPlayed
  }

  /// A fresh game of a daily challenge that the server allowed to start.
  ///
  /// - Parameters:
  ///   - response: The server's answer.
  ///   - date: Now.
  public init(response: StartDailyChallengeResponse, date: Date) {
    self.init(
      cubes: Puzzle(response.dailyChallenge.puzzle),
      gameContext: .dailyChallenge(response.dailyChallenge.id),
      gameMode: response.dailyChallenge.gameMode,
      gameStartTime: date,
      language: response.dailyChallenge.language
    )
  }

  /// The points so far.
  public var currentScore: Int { moves.score }
}
