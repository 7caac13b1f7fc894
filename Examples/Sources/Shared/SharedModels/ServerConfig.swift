// SPDX-License-Identifier: MIT

/// The server's configuration for the game, which can change without an update of the app.
public struct ServerConfig: Codable, Equatable, Sendable {
  /// The App Store identifiers of the products.
  public struct ProductIdentifiers: Codable, Equatable, Sendable {
    /// The identifier of the full game.
    public var fullGame: String

    /// Creates identifiers, by default for the test environment.
    public init(fullGame: String = "com.example.cubes.full_game") {
      self.fullGame = fullGame
    }
  }

  /// The settings of the screen that offers the full game to players who have not bought it.
  public struct UpgradeInterstitial: Codable, Equatable, Sendable {
    /// A trigger that depends on the number of finished games: it fires after the first `count` games and then after
    /// every `every` games.
    public struct Trigger: Codable, Equatable, Sendable {
      /// The number of games before the trigger first fires.
      public var count: Int

      /// The number of games between further firings; if it is not positive, the trigger fires only once.
      public var every: Int

      /// Creates a trigger.
      public init(count: Int, every: Int) {
        self.count = count
        self.every = every
      }

      /// Returns whether the trigger fires after the given number of games.
      public func fires(after gamesPlayed: Int) -> Bool {
        guard gamesPlayed > count else { return gamesPlayed == count }
        // The server chooses `count`, so the difference can overflow.
        let (gamesSince, overflow) = gamesPlayed.subtractingReportingOverflow(count)
        return every > 0 && !overflow && gamesSince.isMultiple(of: every)
      }
    }

    /// The trigger for daily challenges.
    public var dailyChallenge: Trigger

    /// The number of seconds before the player can dismiss the screen.
    public var duration: Int

    /// The trigger for shared games.
    public var shared: Trigger

    /// The trigger for solo games.
    public var solo: Trigger

    /// The trigger for matches.
    public var turnBased: Trigger

    /// Creates settings, by default the built-in ones.
    public init(
      dailyChallenge: Trigger = Trigger(count: 2, every: 1),
      duration: Int = 10,
      shared: Trigger = Trigger(count: 0, every: 1),
      solo: Trigger = Trigger(count: 6, every: 3),
      turnBased: Trigger = Trigger(count: 1, every: 4)
    ) {
      self.dailyChallenge = dailyChallenge
      self.duration = duration
      self.shared = shared
      self.solo = solo
      self.turnBased = turnBased
    }
  }

  /// The identifiers of the products.
  public var productIdentifiers: ProductIdentifiers

  /// The settings of the screen that offers the full game.
  public var upgradeInterstitial: UpgradeInterstitial

  /// Creates a configuration, by default the built-in one.
  public init(
    productIdentifiers: ProductIdentifiers = ProductIdentifiers(),
    upgradeInterstitial: UpgradeInterstitial = UpgradeInterstitial()
  ) {
    self.productIdentifiers = productIdentifiers
    self.upgradeInterstitial = upgradeInterstitial
  }
}
