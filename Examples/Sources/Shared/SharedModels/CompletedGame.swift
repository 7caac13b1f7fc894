// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

/// A finished game.
public struct CompletedGame: Encodable, Hashable, Sendable {
  /// The puzzle at the start of the game.
  public var cubes: ArchivablePuzzle

  /// The kind of the game.
  public var gameContext: GameContext

  /// The mode of the game, which determines when it ends.
  public var gameMode: GameMode

  /// The time at which the game started.
  public var gameStartTime: Date

  /// The language of the words.
  public var language: Language

  /// The index of this device's player in the match; nil in other games.
  public var localPlayerIndex: Move.PlayerIndex?

  /// The moves, in order.
  public var moves: Moves

  /// The length of the game, in seconds.
  public var secondsPlayed: Int

  /// Creates a finished game.
  public init(
    cubes: ArchivablePuzzle,
    gameContext: GameContext,
    gameMode: GameMode,
    gameStartTime: Date,
    language: Language = .en,
    localPlayerIndex: Move.PlayerIndex? = nil,
    moves: Moves,
    secondsPlayed: Int
  ) {
    self.cubes = cubes
    self.gameContext = gameContext
    self.gameMode = gameMode
    self.gameStartTime = gameStartTime
    self.language = language
    self.localPlayerIndex = localPlayerIndex
    self.moves = moves
    self.secondsPlayed = secondsPlayed
  }

  /// The sum of the scores of all moves, by all players.
  public var currentScore: Int { moves.score }
}

extension CompletedGame: Decodable {
  private enum CodingKeys: CodingKey {
    case cubes
    case gameContext
    case gameMode
    case gameStartTime
    case language
    case localPlayerIndex
    case moves
    case secondsPlayed
  }

  /// Decodes a game, by default with the language English.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      cubes: try container.decode(ArchivablePuzzle.self, forKey: .cubes),
      gameContext: try container.decode(GameContext.self, forKey: .gameContext),
      gameMode: try container.decode(GameMode.self, forKey: .gameMode),
      gameStartTime: try container.decode(Date.self, forKey: .gameStartTime),
      language: try container.decodeIfPresent(Language.self, forKey: .language) ?? .en,
      localPlayerIndex: try container.decodeIntegerIfPresent(forKey: .localPlayerIndex)
        .map(Move.PlayerIndex.init(rawValue:)),
      moves: try container.decode(Moves.self, forKey: .moves),
      secondsPlayed: try container.decodeInteger(forKey: .secondsPlayed)
    )
  }
}
