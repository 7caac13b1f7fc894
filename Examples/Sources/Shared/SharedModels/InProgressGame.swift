// SPDX-License-Identifier: MIT

public import Foundation

/// A game in progress, which can be saved and resumed.
public struct InProgressGame: Codable, Hashable, Sendable {
  /// The puzzle after the moves so far.
  public var cubes: Puzzle

  /// The kind of the game.
  public var gameContext: GameContext

  /// The mode of the game, which determines when it ends.
  public var gameMode: GameMode

  /// The time at which the game started.
  public var gameStartTime: Date

  /// The language of the words.
  public var language: Language

  /// The moves so far.
  public var moves: Moves

  /// The time played so far, in seconds.
  public var secondsPlayed: Int

  /// Creates a game, by default without moves.
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

  /// Creates a new game from the server's response to starting a daily challenge.
  ///
  /// - Parameters:
  ///   - response: The server's response.
  ///   - date: The current time.
  public init(response: StartDailyChallengeResponse, date: Date) {
    self.init(
      cubes: Puzzle(response.dailyChallenge.puzzle),
      gameContext: .dailyChallenge(response.dailyChallenge.id),
      gameMode: response.dailyChallenge.gameMode,
      gameStartTime: date,
      language: response.dailyChallenge.language
    )
  }

  /// The sum of the scores of all moves so far.
  public var currentScore: Int { moves.score }
}
