// SPDX-License-Identifier: MIT

public import Lockstep
public import SharedModels

/// A client of the service that manages players and matches.
public struct GameCenterClient: Sendable {
  /// The client of the local player.
  public struct LocalPlayerClient: Sendable {
    /// Returns the local player, and whether they are authenticated.
    public var localPlayer: @Sendable () -> LocalPlayer

    /// Presents the sign-in screen.
    public var presentAuthenticationViewController: Effect<Never, Never>

    /// Sends the player's match record.
    public var record: Effect<PlayerRecord, any Error>

    /// Creates a client from its endpoints.
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

  /// The client of the local player's matches.
  public struct TurnBasedMatchClient: Sendable {
    /// Loads a match.
    public var load: @Sendable (TurnBasedMatch.ID) -> Effect<TurnBasedMatch, any Error>

    /// Loads all matches, including finished ones.
    public var loadMatches: @Sendable () -> Effect<[TurnBasedMatch], any Error>

    /// Plays a turn, and sends the updated match.
    public var play: @Sendable (TurnBasedMatch.ID, Move) -> Effect<TurnBasedMatch, any Error>

    /// Starts another match with the same players, and sends it.
    public var rematch: @Sendable (TurnBasedMatch.ID) -> Effect<TurnBasedMatch, any Error>

    /// Starts a match with a waiting player, or waits for one, and sends the match.
    public var start: @Sendable (GameMode) -> Effect<TurnBasedMatch, any Error>

    /// Creates a client from its endpoints.
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

  /// The client of the matchmaker screen.
  public struct TurnBasedMatchmakerViewControllerClient: Sendable {
    /// Presents the screen, with or without the current matches.
    public var present: @Sendable (_ showExistingMatches: Bool) -> Effect<Never, Never>

    /// Creates a client from its endpoints.
    public init(
      present: @escaping @Sendable (_ showExistingMatches: Bool) -> Effect<Never, Never>
    ) {
      self.present = present
    }
  }

  /// The client of the local player.
  public var localPlayer: LocalPlayerClient

  /// The client of the local player's matches.
  public var turnBasedMatch: TurnBasedMatchClient

  /// The client of the matchmaker screen.
  public var turnBasedMatchmakerViewController: TurnBasedMatchmakerViewControllerClient

  /// Creates a client from its endpoints.
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
  /// A client that reports an issue for every call.
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

  /// A client without an authenticated player, which sends and presents nothing.
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
