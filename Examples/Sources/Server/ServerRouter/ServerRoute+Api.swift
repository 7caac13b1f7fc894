// SPDX-License-Identifier: MIT

public import Foundation
public import SharedModels

extension ServerRoute {
  /// A request by an authenticated player.
  public struct Api: Equatable, Sendable {
    /// The access token of the player.
    public var accessToken: AccessToken

    /// Whether a development build sends the request.
    public var isDebug: Bool

    /// The requested route.
    public var route: Route

    /// Creates a request by a player.
    public init(accessToken: AccessToken, isDebug: Bool, route: Route) {
      self.accessToken = accessToken
      self.isDebug = isDebug
      self.route = route
    }
  }
}

extension ServerRoute.Api {
  /// The routes for authenticated players.
  public enum Route: Equatable, Sendable {
    case changelog(build: BuildNumber)

    case config(build: BuildNumber)

    case currentPlayer

    case dailyChallenge(DailyChallenge)

    case games(Games)

    case leaderboard(Leaderboard)

    case matches(Matches)

    case playerRecord

    case push(Push)

    case sharedGame(SharedGame)

    /// Submits the store's receipt of a purchase.
    case verifyReceipt(Data)
  }
}

extension ServerRoute.Api.Route {
  /// The daily challenges.
  public enum DailyChallenge: Equatable, Sendable {
    case results(Results)

    case start(gameMode: GameMode, language: Language)

    case today(language: Language)

    /// The results of daily challenges.
    public enum Results: Equatable, Sendable {
      /// Returns the results of a challenge, by default the latest one.
      case fetch(
        gameMode: GameMode,
        gameNumber: SharedModels.DailyChallenge.GameNumber?,
        language: Language
      )

      case history(gameMode: GameMode, language: Language)
    }
  }

  /// Completed games.
  public enum Games: Equatable, Sendable {
    /// Submits a signed game and returns its ranks.
    case submit(SubmitRequest)
  }

  /// The leaderboards.
  public enum Leaderboard: Equatable, Sendable {
    case fetch(gameMode: GameMode, language: Language, timeScope: TimeScope)

    case vocab(Vocab)

    case weekInReview(language: Language)

    /// The leaderboard of words.
    public enum Vocab: Equatable, Sendable {
      case fetch(language: Language, timeScope: TimeScope)

      case fetchWord(WordID)
    }
  }

  /// The player's matches.
  public enum Matches: Equatable, Sendable {
    /// Returns a page of matches, newest first. Pass the last match of a page to receive the next page.
    case list(before: Match.ID? = nil)

    case load(Match.ID)

    /// Plays a turn: a word or a removed cube. The server ignores the player and the date of the move.
    case play(Match.ID, Move)

    /// Starts a rematch of a finished match. If both players request one, they receive the same match.
    case rematch(Match.ID)

    /// Starts a match with an opponent. If `opponent` is nil, the player joins a waiting player, or waits.
    case start(gameMode: GameMode, language: Language, opponent: Player.ID?)
  }

  /// The player's notifications.
  public enum Push: Equatable, Sendable {
    case register(RegisterPushToken)

    case updateSetting(PushSetting)
  }

  /// Games that players share with others.
  public enum SharedGame: Equatable, Sendable {
    case fetch(SharedModels.SharedGame.Code)

    case share(CompletedGame)
  }
}
