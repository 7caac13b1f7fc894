// SPDX-License-Identifier: MIT

public import Foundation
public import SharedModels

extension ServerRoute {
  /// A request by a player who shows an access token.
  public struct Api: Equatable, Sendable {
    /// Says who asks.
    public var accessToken: AccessToken

    /// Whether a development build asks.
    public var isDebug: Bool

    /// The requested route.
    public var route: Route

    /// A request by a player.
    public init(accessToken: AccessToken, isDebug: Bool, route: Route) {
      self.accessToken = accessToken
      self.isDebug = isDebug
      self.route = route
    }
  }
}

extension ServerRoute.Api {
  /// The routes for known players.
  public enum Route: Equatable, Sendable {
    /// The changes of the game since a build.
    case changelog(build: BuildNumber)

    /// How the game is to run.
    case config(build: BuildNumber)

    /// The player.
    case currentPlayer

    /// The puzzles of the day.
    case dailyChallenge(DailyChallenge)

    /// Games that were played.
    case games(Games)

    /// The best players.
    case leaderboard(Leaderboard)

    /// The player's matches.
    case matches(Matches)

    /// How the player has done in matches.
    case playerRecord

    /// The notifications of the player.
    case push(Push)

    /// Games for others to play.
    case sharedGame(SharedGame)

    /// Hands in the receipt of a purchase, as the store gave it.
    case verifyReceipt(Data)
  }
}

extension ServerRoute.Api.Route {
  /// The puzzles of the day.
  public enum DailyChallenge: Equatable, Sendable {
    /// How players stand and stood.
    case results(Results)

    /// Starts to play one, and gets the puzzle.
    case start(gameMode: GameMode, language: Language)

    /// Gets today's, and how the player stands in them.
    case today(language: Language)

    /// How players stand and stood.
    public enum Results: Equatable, Sendable {
      /// Gets how the players stand in the challenge of a day, by default the last one.
      case fetch(
        gameMode: GameMode,
        gameNumber: SharedModels.DailyChallenge.GameNumber?,
        language: Language
      )

      /// Gets how the player did in all.
      case history(gameMode: GameMode, language: Language)
    }
  }

  /// Games that were played.
  public enum Games: Equatable, Sendable {
    /// Hands a game in, signed, and gets its ranks.
    case submit(SubmitRequest)
  }

  /// The best players.
  public enum Leaderboard: Equatable, Sendable {
    /// Gets those with the best scores.
    case fetch(gameMode: GameMode, language: Language, timeScope: TimeScope)

    /// Those with the best words.
    case vocab(Vocab)

    /// Gets how the player did in the last week.
    case weekInReview(language: Language)

    /// Those with the best words.
    public enum Vocab: Equatable, Sendable {
      /// Gets them.
      case fetch(language: Language, timeScope: TimeScope)

      /// Gets the game in which a word was played.
      case fetchWord(WordID)
    }
  }

  /// The player's matches.
  public enum Matches: Equatable, Sendable {
    /// Gets a page of them, the newest first; with the id of the last match of a page, the page after it.
    case list(before: Match.ID? = nil)

    /// Gets one of them.
    case load(Match.ID)

    /// Plays a turn of one of them: a word, or a cube that is taken away. Who played it and when is what
    /// the server knows, whatever the move says.
    case play(Match.ID, Move)

    /// Starts a new match with the opponent of one that is over; of both players' requests for it,
    /// the later one gets the match that the earlier one has started.
    case rematch(Match.ID)

    /// Starts one with an opponent, or, if none is named, with whoever waits for one, and else waits
    /// for one.
    case start(gameMode: GameMode, language: Language, opponent: Player.ID?)
  }

  /// The notifications of the player.
  public enum Push: Equatable, Sendable {
    /// Says where the player's device is reached.
    case register(RegisterPushToken)

    /// Turns a notification on or off.
    case updateSetting(PushSetting)
  }

  /// Games for others to play.
  public enum SharedGame: Equatable, Sendable {
    /// Gets one.
    case fetch(SharedModels.SharedGame.Code)

    /// Shares one.
    case share(CompletedGame)
  }
}
