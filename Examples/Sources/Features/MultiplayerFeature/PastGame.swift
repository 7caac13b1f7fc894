// SPDX-License-Identifier: MIT

public import DependencyClients
public import Dispatch
public import Foundation
public import Lockstep

/// A row of the list of finished matches.
public struct PastGameState: Equatable, Identifiable, Sendable {
  /// The outcome of a match.
  public enum Outcome: Equatable, Sendable {
    /// The player who moved second won.
    case challengee

    /// The player who moved first won.
    case challenger

    case tied
  }

  /// The presented alert; nil if none is presented.
  public var alert: AlertState<PastGameAction>?

  /// The display name of the player who moved second.
  public var challengeeDisplayName: String

  /// The score of the player who moved second.
  public var challengeeScore: Int

  /// The display name of the player who moved first.
  public var challengerDisplayName: String

  /// The score of the player who moved first.
  public var challengerScore: Int

  /// The date of the last move.
  public var endDate: Date

  /// Whether a rematch request is in flight.
  public var isRematchRequestInFlight: Bool

  /// The identifier of the match.
  public var matchId: TurnBasedMatch.ID

  /// The opponent's display name.
  public var opponentDisplayName: String

  /// Creates a row, by default without an alert and without a rematch request.
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

  /// The identifier of the match.
  public var id: TurnBasedMatch.ID { matchId }

  /// The outcome of the match.
  public var outcome: Outcome {
    if challengeeScore == challengerScore { return .tied }
    return challengeeScore > challengerScore ? .challengee : .challenger
  }
}

/// An action of a row in the list of finished matches.
public enum PastGameAction: Equatable, Sendable {
  case delegate(DelegateAction)

  case dismissAlert

  case matchResponse(Result<TurnBasedMatch, NSError>)

  case rematchButtonTapped

  case rematchResponse(Result<TurnBasedMatch, NSError>)

  case tappedRow

  /// An action for the parent to handle.
  public enum DelegateAction: Equatable, Sendable {
    case openMatch(TurnBasedMatch)
  }
}

/// The dependencies of a row in the list of finished matches.
public struct PastGameEnvironment: Sendable {
  /// The Game Center client.
  public var gameCenter: GameCenterClient

  /// The queue that delivers actions.
  public var mainQueue: SchedulerOf<DispatchQueue>

  /// Creates an environment from its dependencies.
  public init(gameCenter: GameCenterClient, mainQueue: SchedulerOf<DispatchQueue>) {
    self.gameCenter = gameCenter
    self.mainQueue = mainQueue
  }
}

/// Opens a finished match or starts a rematch.
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
