// SPDX-License-Identifier: MIT

/// The server's settings for the game, which can change without an update.
public struct ServerConfig: Codable, Equatable, Sendable {
  /// The ids under which the store sells what the game offers.
  public struct ProductIdentifiers: Codable, Equatable, Sendable {
    /// The full game.
    public var fullGame: String

    /// The ids of the products, by default those of the testing environment.
    public init(fullGame: String = "com.example.cubes.full_game") {
      self.fullGame = fullGame
    }
  }

  /// When players who did not buy the full game are asked to, and for how long.
  public struct UpgradeInterstitial: Codable, Equatable, Sendable {
    /// After which numbers of finished games something happens: after the first ones, and then
    /// after every so many.
    public struct Trigger: Codable, Equatable, Sendable {
      /// The number of games after which it happens first.
      public var count: Int

      /// After how many more games it happens again; never if it is not above zero.
      public var every: Int

      /// A trigger after the first `count` games, and then after each `every` games.
      public init(count: Int, every: Int) {
        self.count = count
        self.every = every
      }

      /// Whether it happens after a number of games.
      public func fires(after gamesPlayed: Int) -> Bool {
        guard gamesPlayed > count else { return gamesPlayed == count }
        // The numbers come from a server, so that their difference may be too large.
        let (gamesSince, overflow) = gamesPlayed.subtractingReportingOverflow(count)
        return every > 0 && !overflow && gamesSince.isMultiple(of: every)
      }
    }

    /// For daily challenges.
    public var dailyChallenge: Trigger

    /// How many seconds pass before the player can go on.
    public var duration: Int

    /// For shared games.
    public var shared: Trigger

    /// For solo games.
    public var solo: Trigger

    /// For matches of several players.
    public var turnBased: Trigger

    /// Triggers and a duration, by default those that the game is delivered with.
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

  /// The ids of the products that the game sells.
  public var productIdentifiers: ProductIdentifiers

  /// When players are asked to buy the full game.
  public var upgradeInterstitial: UpgradeInterstitial

  /// A configuration, by default the one that the game is delivered with.
  public init(
    productIdentifiers: ProductIdentifiers = ProductIdentifiers(),
    upgradeInterstitial: UpgradeInterstitial = UpgradeInterstitial()
  ) {
    self.productIdentifiers = productIdentifiers
    self.upgradeInterstitial = upgradeInterstitial
  }
}
