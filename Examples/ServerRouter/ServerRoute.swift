// SPDX-License-Identifier: MIT

public import Lockstep
public import SharedModels

/// Every place of the site: what a client can ask for, and what the server answers.
public enum ServerRoute: Equatable, Sendable {
  /// The parts for known players.
  case api(Api)

  /// Makes a device known and gets its player.
  case authenticate(AuthenticateRequest)

  /// The parts for unknown players who try the game out.
  case demo(Demo)

  /// The front page.
  case home

  /// A request by a player who shows an access token.
  public struct Api: Equatable, Sendable {
    /// Says who asks.
    public var accessToken: AccessToken

    /// Whether a development build asks.
    public var isDebug: Bool

    /// What is asked for.
    public var route: Route

    /// A request by a player.
    public init(accessToken: AccessToken, isDebug: Bool, route: Route) {
      self.accessToken = accessToken
      self.isDebug = isDebug
      self.route = route
    }

    /// What a known player can ask for.
    public enum Route: Equatable, Sendable {
      /// The player.
      case currentPlayer

      /// The puzzles of the day.
      case dailyChallenge(DailyChallenge)

      /// Games that were played.
      case games(Games)

      /// The player's matches.
      case matches(Matches)

      /// How the player has done in matches.
      case playerRecord

      /// The puzzles of the day.
      public enum DailyChallenge: Equatable, Sendable {
        /// Starts to play one, and gets the puzzle.
        case start(gameMode: GameMode, language: Language)

        /// Gets today's, and how the player stands in them.
        case today(language: Language)
      }

      /// Games that were played.
      public enum Games: Equatable, Sendable {
        /// Hands a game in, signed, and gets its ranks.
        case submit(SubmitRequest)
      }

      /// The player's matches.
      public enum Matches: Equatable, Sendable {
        /// Gets all of them, the newest first.
        case list

        /// Gets one of them.
        case load(Match.ID)

        /// Starts a new match with the opponent of one that is over; of both players' requests for
        /// it, the later one gets the match that the earlier one has started.
        case rematch(Match.ID)

        /// Starts one with an opponent, or, if none is named, with whoever waits for one, and else
        /// waits for one.
        case start(gameMode: GameMode, language: Language, opponent: Player.ID?)
      }
    }
  }

  /// What an unknown player can ask for.
  public enum Demo: Equatable, Sendable {
    /// Gets the ranks that a score would have.
    case submitGame(SubmitRequest)

    /// The score of a game that is not stored.
    public struct SubmitRequest: Codable, Equatable, Sendable {
      /// How the game ended.
      public var gameMode: GameMode

      /// The points.
      public var score: Int

      /// A score in a mode.
      public init(gameMode: GameMode, score: Int) {
        self.gameMode = gameMode
        self.score = score
      }
    }
  }
}
