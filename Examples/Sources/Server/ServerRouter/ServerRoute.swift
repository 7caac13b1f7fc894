// SPDX-License-Identifier: MIT

public import SharedModels

/// Every place of the site: what a client can ask for, and what the server answers.
///
/// `Examples/Server/README.md` has the table of all routes, with their requests and answers.
public enum ServerRoute: Equatable, Sendable {
  /// The parts for known players.
  case api(Api)

  /// The file that lets links to the site open the game.
  case appSiteAssociation

  /// The game in the store.
  case appStore

  /// Makes a device known and gets its player.
  case authenticate(AuthenticateRequest)

  /// The parts for unknown players who try the game out.
  case demo(Demo)

  /// The game in the store, for those who can run it.
  case download

  /// The front page.
  case home

  /// The page for journalists.
  case pressKit

  /// The page on the use of the players' data.
  case privacyPolicy

  /// A game that somebody has shared, as a page.
  case sharedGame(SharedGame)

  /// The routes for unknown players.
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

  /// The pages of a game that somebody has shared.
  public enum SharedGame: Equatable, Sendable {
    /// The page that opens it.
    case show(SharedModels.SharedGame.Code)
  }
}
