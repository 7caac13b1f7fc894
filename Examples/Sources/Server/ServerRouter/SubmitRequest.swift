// SPDX-License-Identifier: MIT

public import Lockstep
public import SharedModels

extension ServerRoute.Api.Route.Games {
  /// A completed game for the server to verify and rank.
  public struct SubmitRequest: Codable, Equatable, Sendable {
    /// The context of the game and the data that the server does not have.
    public var gameContext: GameContext

    /// All moves of all players.
    public var moves: Moves

    /// Creates a request from a context and moves.
    public init(gameContext: GameContext, moves: Moves) {
      self.gameContext = gameContext
      self.moves = moves
    }

    /// Creates a request from a completed game.
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
  /// The context of a submitted game and the data that the server does not have.
  public enum GameContext: Equatable, Sendable {
    case dailyChallenge(DailyChallenge.ID)

    case shared(SharedGame.Code)

    case solo(Solo)

    case turnBased(TurnBased)

    /// A solo game.
    public struct Solo: Codable, Equatable, Sendable {
      /// The mode of the game.
      public var gameMode: GameMode

      /// The language of the words.
      public var language: Language

      /// The initial puzzle.
      public var puzzle: ArchivablePuzzle

      /// Creates a solo game.
      public init(gameMode: GameMode, language: Language, puzzle: ArchivablePuzzle) {
        self.gameMode = gameMode
        self.language = language
        self.puzzle = puzzle
      }
    }

    /// A turn-based match.
    public struct TurnBased: Equatable, Sendable {
      /// The mode of the match.
      public var gameMode: GameMode

      /// The language of the words.
      public var language: Language

      /// The identifiers of the players by index.
      public var playerIndexToId: [Move.PlayerIndex: Player.ID]

      /// The initial puzzle.
      public var puzzle: ArchivablePuzzle

      /// Creates a turn-based match.
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

  /// Decodes an object with one key; of several keys, the first in the order of the cases wins.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: `DecodingError.dataCorrupted` with the object's path if no key is known.
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

  /// Decodes a match whose `playerIndexToId` object has indices as keys.
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

  /// Encodes a match whose `playerIndexToId` object has indices as keys.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(gameMode, forKey: .gameMode)
    try container.encode(language, forKey: .language)
    try container.encode(PlayerIndexed(playerIndexToId), forKey: .playerIndexToId)
    try container.encode(puzzle, forKey: .puzzle)
  }
}
