// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

/// A game that is over.
public struct CompletedGame: Encodable, Hashable, Sendable {
  /// The puzzle that was played.
  public var cubes: ArchivablePuzzle

  /// The occasion.
  public var gameContext: GameContext

  /// How it could end.
  public var gameMode: GameMode

  /// When it began.
  public var gameStartTime: Date

  /// The language of its words.
  public var language: Language

  /// The index of this device's player among those of the match.
  public var localPlayerIndex: Move.PlayerIndex?

  /// The moves that were played.
  public var moves: Moves

  /// How long it took.
  public var secondsPlayed: Int

  /// A game that is over.
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

  /// The points of all moves, of all players.
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

  /// Decodes a game; without a language it is English.
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
