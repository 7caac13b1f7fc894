// SPDX-License-Identifier: MIT

public import Lockstep
public import SharedModels

/// The service that knows players and their matches.
public struct GameCenterClient: Sendable {
  /// The player at this device.
  public struct LocalPlayerClient: Sendable {
    /// The player, and whether Game Center knows them.
    public var localPlayer: @Sendable () -> LocalPlayer

    /// Lets the player sign in.
    public var presentAuthenticationViewController: Effect<Never, Never>

    /// Sends how the player has done in matches.
    public var record: Effect<PlayerRecord, any Error>

    /// A client made of its endpoints.
    public init(
      localPlayer: @escaping @Sendable () -> LocalPlayer,
      presentAuthenticationViewController: Effect<Never, Never>,
      record: Effect<PlayerRecord, any Error>
    ) {
      self.localPlayer = localPlayer
      self.presentAuthenticationViewController = presentAuthenticationViewController
      self.record = record
    }
  }

  /// The matches of the player at this device.
  public struct TurnBasedMatchClient: Sendable {
    /// Sends a match.
    public var load: @Sendable (TurnBasedMatch.ID) -> Effect<TurnBasedMatch, any Error>

    /// Sends all matches, over or not.
    public var loadMatches: @Sendable () -> Effect<[TurnBasedMatch], any Error>

    /// Plays a turn of a match, and sends the match after it.
    public var play: @Sendable (TurnBasedMatch.ID, Move) -> Effect<TurnBasedMatch, any Error>

    /// Starts another match of the players of one, and sends it.
    public var rematch: @Sendable (TurnBasedMatch.ID) -> Effect<TurnBasedMatch, any Error>

    /// Starts a match with whoever waits for one, or else waits for somebody, and sends it.
    public var start: @Sendable (GameMode) -> Effect<TurnBasedMatch, any Error>

    /// A client made of its endpoints.
    public init(
      load: @escaping @Sendable (TurnBasedMatch.ID) -> Effect<TurnBasedMatch, any Error>,
      loadMatches: @escaping @Sendable () -> Effect<[TurnBasedMatch], any Error>,
      play:
        @escaping @Sendable (TurnBasedMatch.ID, Move) -> Effect<TurnBasedMatch, any Error>,
      rematch: @escaping @Sendable (TurnBasedMatch.ID) -> Effect<TurnBasedMatch, any Error>,
      start: @escaping @Sendable (GameMode) -> Effect<TurnBasedMatch, any Error>
    ) {
      self.load = load
      self.loadMatches = loadMatches
      self.play = play
      self.rematch = rematch
      self.start = start
    }
  }

  /// The screen on which a player finds an opponent.
  public struct TurnBasedMatchmakerViewControllerClient: Sendable {
    /// Shows the screen, with the matches that are being played or without them.
    public var present: @Sendable (_ showExistingMatches: Bool) -> Effect<Never, Never>

    /// A client made of its endpoint.
    public init(
      present: @escaping @Sendable (_ showExistingMatches: Bool) -> Effect<Never, Never>
    ) {
      self.present = present
    }
  }

  /// The player at this device.
  public var localPlayer: LocalPlayerClient

  /// The player's matches.
  public var turnBasedMatch: TurnBasedMatchClient

  /// The screen on which the player finds an opponent.
  public var turnBasedMatchmakerViewController: TurnBasedMatchmakerViewControllerClient

  /// A client made of its parts.
  public init(
    localPlayer: LocalPlayerClient,
    turnBasedMatch: TurnBasedMatchClient,
    turnBasedMatchmakerViewController: TurnBasedMatchmakerViewControllerClient
  ) {
    self.localPlayer = localPlayer
    self.turnBasedMatch = turnBasedMatch
    self.turnBasedMatchmakerViewController = turnBasedMatchmakerViewController
  }
}

extension GameCenterClient {
  /// Reports each endpoint that is used.
  public static let failing = Self(
    localPlayer: LocalPlayerClient(
      localPlayer: {
        unimplemented("LocalPlayerClient.localPlayer", placeholder: .notAuthenticated)
      },
      presentAuthenticationViewController: .failing(
        "LocalPlayerClient.presentAuthenticationViewController is unimplemented"
      ),
      record: .failing("LocalPlayerClient.record is unimplemented")
    ),
    turnBasedMatch: TurnBasedMatchClient(
      load: { .failing("TurnBasedMatchClient.load(\($0)) is unimplemented") },
      loadMatches: { .failing("TurnBasedMatchClient.loadMatches is unimplemented") },
      play: { id, _ in .failing("TurnBasedMatchClient.play(\(id)) is unimplemented") },
      rematch: { .failing("TurnBasedMatchClient.rematch(\($0)) is unimplemented") },
      start: { .failing("TurnBasedMatchClient.start(\($0)) is unimplemented") }
    ),
    turnBasedMatchmakerViewController: TurnBasedMatchmakerViewControllerClient(
      present: { _ in
        .failing("TurnBasedMatchmakerViewControllerClient.present is unimplemented")
      }
    )
  )

  /// Knows nobody and shows nothing.
  public static let noop = Self(
    localPlayer: LocalPlayerClient(
      localPlayer: { .notAuthenticated },
      presentAuthenticationViewController: .none,
      record: .none
    ),
    turnBasedMatch: TurnBasedMatchClient(
      load: { _ in .none },
      loadMatches: { .none },
      play: { _, _ in .none },
      rematch: { _ in .none },
      start: { _ in .none }
    ),
    turnBasedMatchmakerViewController: TurnBasedMatchmakerViewControllerClient(
      present: { _ in .none }
    )
  )
}
