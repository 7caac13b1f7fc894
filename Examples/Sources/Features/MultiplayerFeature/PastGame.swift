// SPDX-License-Identifier: MIT

// A row: what it asks for comes back to it, even if the list has changed in the meantime.

public import DependencyClients
public import Dispatch
public import Foundation
public import Lockstep

/// A match that is over, in the list of them.
public struct PastGameState: Equatable, Identifiable, Sendable {
  /// The winner.
  public enum Outcome: Equatable, Sendable {
    /// The player of the second turn.
    case challengee

    /// The player of the first turn.
    case challenger

    /// Nobody.
    case tied
  }

  /// The alert that is shown to the player; nil if there is none.
  public var alert: AlertState<PastGameAction>?

  /// The name of who played second.
  public var challengeeDisplayName: String

  /// The points of who played second.
  public var challengeeScore: Int

  /// The name of who played first.
  public var challengerDisplayName: String

  /// The points of who played first.
  public var challengerScore: Int

  /// When the last move was made.
  public var endDate: Date

  /// Whether another match of the two is being started.
  public var isRematchRequestInFlight: Bool

  /// The match.
  public var matchId: TurnBasedMatch.ID

  /// The name of the player who is not at this device.
  public var opponentDisplayName: String

  /// A match in the list, by default one with which nothing is being done.
  public init(
    alert: AlertState<PastGameAction>? = nil,
    challengeeDisplayName: String,
    challengeeScore: Int,
    challengerDisplayName: String,
    challengerScore: Int,
    endDate: Date,
    isRematchRequestInFlight: Bool = false,
    matchId: TurnBasedMatch.ID,
    opponentDisplayName: String
  ) {
    self.alert = alert
    self.challengeeDisplayName = challengeeDisplayName
    self.challengeeScore = challengeeScore
    self.challengerDisplayName = challengerDisplayName
    self.challengerScore = challengerScore
    self.endDate = endDate
    self.isRematchRequestInFlight = isRematchRequestInFlight
    self.matchId = matchId
    self.opponentDisplayName = opponentDisplayName
  }

  /// The match.
  public var id: TurnBasedMatch.ID { matchId }

  /// The winner.
  public var outcome: Outcome {
    if challengeeScore == challengerScore { return .tied }
    return challengeeScore > challengerScore ? .challengee : .challenger
  }
}

/// An action of a match in the list.
public enum PastGameAction: Equatable, Sendable {
  /// For the parent.
  case delegate(DelegateAction)

  /// The player has read the alert.
  case dismissAlert

  /// The match has come, or not.
  case matchResponse(Result<TurnBasedMatch, NSError>)

  /// The player wants another match against the same opponent.
  case rematchButtonTapped

  /// Another match was started, or not.
  case rematchResponse(Result<TurnBasedMatch, NSError>)

  /// The player wants to see the match.
  case tappedRow

  /// An action for the parent.
  public enum DelegateAction: Equatable, Sendable {
    /// A match is to be shown.
    case openMatch(TurnBasedMatch)
  }
}

/// The dependencies of a match in the list.
public struct PastGameEnvironment: Sendable {
  /// Knows the match, and starts others.
  public var gameCenter: GameCenterClient

  /// The scheduler that delivers actions.
  public var mainQueue: SchedulerOf<DispatchQueue>

  /// An environment made of its dependencies.
  public init(gameCenter: GameCenterClient, mainQueue: SchedulerOf<DispatchQueue>) {
    self.gameCenter = gameCenter
    self.mainQueue = mainQueue
  }
}

/// Shows a match again, or starts another of the same players.
public let pastGameReducer = Reducer<
  PastGameState, PastGameAction, PastGameEnvironment
> { state, action, environment in
  switch action {
  case .delegate:
    return .none

  case .dismissAlert:
    state.alert = nil
    return .none

  case .matchResponse(.success(let match)):
    return Effect(value: .delegate(.openMatch(match)))
      .receive(on: ImmediateScheduler.shared.animation())

  case .matchResponse(.failure):
    return .none

  case .rematchButtonTapped:
    state.isRematchRequestInFlight = true
    return environment.gameCenter.turnBasedMatch.rematch(state.matchId)
      .receive(on: environment.mainQueue)
      .mapError { $0 as NSError }
      .catchToEffect()
      .map(PastGameAction.rematchResponse)

  case .rematchResponse(.success(let match)):
    state.isRematchRequestInFlight = false
    return Effect(value: .delegate(.openMatch(match)))
      .receive(on: ImmediateScheduler.shared.animation())

  case .rematchResponse(.failure):
    state.isRematchRequestInFlight = false
    state.alert = .rematchFailed
    return .none

  case .tappedRow:
    return environment.gameCenter.turnBasedMatch.load(state.matchId)
      .receive(on: environment.mainQueue)
      .mapError { $0 as NSError }
      .catchToEffect()
      .map(PastGameAction.matchResponse)
  }
}

extension AlertState<PastGameAction> {
  fileprivate static let rematchFailed = Self(
    title: "Error",
    message: "We couldn’t start the rematch. Try again later.",
    dismissButton: .default("Ok", send: .dismissAlert),
    onDismiss: .dismissAlert
  )
}
