// SPDX-License-Identifier: MIT

public import Lockstep
public import SharedModels

extension ServerRoute.Api.Route.Games {
  /// A game that is over, for the server to verify and rank.
  public struct SubmitRequest: Codable, Equatable, Sendable {
    /// The occasion of the game, and what the server does not know of it.
    public var gameContext: GameContext

    /// All moves, of all players.
    public var moves: Moves

    /// A game by its occasion and moves.
    public init(gameContext: GameContext, moves: Moves) {
      self.gameContext = gameContext
      self.moves = moves
    }

    /// The parts of a game that the server needs.
    public init(completedGame game: CompletedGame) {
      let gameContext: GameContext =
        switch game.gameContext {
        case .dailyChallenge(let id):
          .dailyChallenge(id)
        case .shared(let code):
          .shared(code)
        case .solo:
          .solo(
            .init(gameMode: game.gameMode, language: game.language, puzzle: game.cubes)
          )
        case .turnBased(let playerIndexToId):
          .turnBased(
            .init(
              gameMode: game.gameMode,
              language: game.language,
              playerIndexToId: playerIndexToId,
              puzzle: game.cubes
            )
          )
        }
      self.init(gameContext: gameContext, moves: game.moves)
    }
  }
}

extension ServerRoute.Api.Route.Games.SubmitRequest {
  /// The occasion of a submitted game, and what the server does not know of it.
  public enum GameContext: Equatable, Sendable {
    /// The puzzle of the day, which the server has.
    case dailyChallenge(DailyChallenge.ID)

    /// A shared game, which the server has.
    case shared(SharedGame.Code)

    /// A game for oneself.
    case solo(Solo)

    /// A match of several players.
    case turnBased(TurnBased)

    /// A game for oneself.
    public struct Solo: Codable, Equatable, Sendable {
      /// How it ended.
      public var gameMode: GameMode

      /// The language of its words.
      public var language: Language

      /// The puzzle that was played.
      public var puzzle: ArchivablePuzzle

      /// A game for oneself.
      public init(gameMode: GameMode, language: Language, puzzle: ArchivablePuzzle) {
        self.gameMode = gameMode
        self.language = language
        self.puzzle = puzzle
      }
    }

    /// A match of several players.
    public struct TurnBased: Equatable, Sendable {
      /// How it ended.
      public var gameMode: GameMode

      /// The language of its words.
      public var language: Language

      /// The ids of the players of the moves.
      public var playerIndexToId: [Move.PlayerIndex: Player.ID]

      /// The puzzle that was played.
      public var puzzle: ArchivablePuzzle

      /// A match with its players.
      public init(
        gameMode: GameMode,
        language: Language,
        playerIndexToId: [Move.PlayerIndex: Player.ID],
        puzzle: ArchivablePuzzle
      ) {
        self.gameMode = gameMode
        self.language = language
        self.playerIndexToId = playerIndexToId
        self.puzzle = puzzle
      }
    }
  }
}

extension ServerRoute.Api.Route.Games.SubmitRequest.GameContext: Codable {
  private enum CodingKeys: CodingKey {
    case dailyChallengeId
    case sharedGameCode
    case solo
    case turnBased
  }

  /// Decodes an object with one key; of several, the first in the order of the cases counts.
  ///
  /// - Parameter decoder: Holds the object.
  /// - Throws: A `DecodingError.dataCorrupted` with the object's path if no key is known.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let id = try container.decodeIfPresent(DailyChallenge.ID.self, forKey: .dailyChallengeId) {
      self = .dailyChallenge(id)
    } else if let code = try container.decodeTextIfPresent(
      forKey: .sharedGameCode,
      upTo: Bounds.sharedGameCode
    ) {
      self = .shared(SharedGame.Code(rawValue: code))
    } else if let solo = try container.decodeIfPresent(Solo.self, forKey: .solo) {
      self = .solo(solo)
    } else if let turnBased = try container.decodeIfPresent(TurnBased.self, forKey: .turnBased) {
      self = .turnBased(turnBased)
    } else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: container.codingPath,
          debugDescription: """
            Expected one of the keys "dailyChallengeId", "sharedGameCode", "solo", "turnBased", \
            found none.
            """
        )
      )
    }
  }

  /// Encodes an object with one key.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .dailyChallenge(let id): try container.encode(id, forKey: .dailyChallengeId)
    case .shared(let code): try container.encode(code, forKey: .sharedGameCode)
    case .solo(let solo): try container.encode(solo, forKey: .solo)
    case .turnBased(let turnBased): try container.encode(turnBased, forKey: .turnBased)
    }
  }
}

extension ServerRoute.Api.Route.Games.SubmitRequest.GameContext.TurnBased: Codable {
  private enum CodingKeys: CodingKey {
    case gameMode
    case language
    case playerIndexToId
    case puzzle
  }

  /// Decodes a match whose players are keyed by their index as text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      gameMode: try container.decode(GameMode.self, forKey: .gameMode),
      language: try container.decode(Language.self, forKey: .language),
      playerIndexToId: try container.decode(
        PlayerIndexed<Player.ID>.self,
        forKey: .playerIndexToId
      ).values,
      puzzle: try container.decode(ArchivablePuzzle.self, forKey: .puzzle)
    )
  }

  /// Encodes a match whose players are keyed by their index as text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(gameMode, forKey: .gameMode)
    try container.encode(language, forKey: .language)
    try container.encode(PlayerIndexed(playerIndexToId), forKey: .playerIndexToId)
    try container.encode(puzzle, forKey: .puzzle)
  }
}
