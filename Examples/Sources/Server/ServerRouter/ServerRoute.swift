// SPDX-License-Identifier: MIT

public import SharedModels

/// The routes of the site.
///
/// `Examples/Server/README.md` lists all routes with their requests and responses.
public enum ServerRoute: Equatable, Sendable {
  case api(Api)

  /// The file that associates the site's links with the app.
  case appSiteAssociation

  case appStore

  /// Registers a device and returns its player.
  case authenticate(AuthenticateRequest)

  case demo(Demo)

  /// Redirects to the store on mobile devices, and to the front page on others.
  case download

  case home

  case pressKit

  case privacyPolicy

  case sharedGame(SharedGame)

  /// The routes for players without an account.
  public enum Demo: Equatable, Sendable {
    /// Returns the ranks that a score would have.
    case submitGame(SubmitRequest)

    /// The score of a game that the server does not store.
    public struct SubmitRequest: Codable, Equatable, Sendable {
      /// The mode of the game.
      public var gameMode: GameMode

      /// The score.
      public var score: Int

      /// Creates a request from a mode and a score.
      public init(gameMode: GameMode, score: Int) {
        self.gameMode = gameMode
        self.score = score
      }
    }
  }

  /// The pages of a shared game.
  public enum SharedGame: Equatable, Sendable {
    case show(SharedModels.SharedGame.Code)
  }
}
