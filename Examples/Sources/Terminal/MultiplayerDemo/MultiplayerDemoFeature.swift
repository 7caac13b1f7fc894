// SPDX-License-Identifier: MIT

internal import ApiClient
internal import DependencyClients
internal import Foundation
internal import Lockstep
internal import MultiplayerFeature
internal import SharedModels

enum MultiplayerDemoAction: Equatable {
  case appeared
  case closeButtonTapped
  case dialogClosed
  case gameModeChosen(GameMode)
  case matchClosed
  case matchUpdated(Result<TurnBasedMatch, NSError>)
  case multiplayer(MultiplayerAction)
  case presented(MultiplayerDemoState.Dialog)
  case recordResponse(Result<PlayerRecord, NSError>)
  case rowSelected(TurnBasedMatch.ID)
  case signInButtonTapped
  case signInResponse(Result<CurrentPlayerEnvelope, ApiError>)
  case spinnerTicked
  case startResponse(Result<TurnBasedMatch, NSError>)
}

struct MultiplayerDemoEnvironment: Sendable {
  /// Tells the game center who plays.
  var apiClient: ApiClient
  var mainRunLoop: AnySchedulerOf<RunLoop>
  var multiplayer: MultiplayerEnvironment
  /// What the game center wants to be shown.
  var presentations: Effect<MultiplayerDemoState.Dialog, Never>
}

private enum EffectID: Hashable {
  case opponent
  case presentations
  case spinner
  case start
}

/// The demo, with a spinner for as long as something is awaited.
let multiplayerDemoReducer = Reducer<
  MultiplayerDemoState, MultiplayerDemoAction, MultiplayerDemoEnvironment
>(around: demoReducer) { state, action, environment, run in
  let wasBusy = state.isBusy
  let effect = run(&state, action, environment)
  switch (wasBusy, state.isBusy) {
  case (false, true):
    let ticks = Effect.timer(id: EffectID.spinner, every: 0.1, on: environment.mainRunLoop)
    return .merge(ticks.map { _ in .spinnerTicked }, effect)
  case (true, false):
    return .merge(.cancel(id: EffectID.spinner), effect)
  default:
    return effect
  }
}

private let demoReducer = Reducer<
  MultiplayerDemoState, MultiplayerDemoAction, MultiplayerDemoEnvironment
>.combine(
  multiplayerReducer.pullback(
    state: \.multiplayer,
    action: /MultiplayerDemoAction.multiplayer,
    environment: { $0.multiplayer }
  ),

  Reducer { state, action, environment in
    switch action {
    case .appeared:
      return .merge(
        environment.presentations.map(MultiplayerDemoAction.presented)
          .cancellable(id: EffectID.presentations),
        signIn(&state, environment)
      )

    case .closeButtonTapped:
      state.hasClosed = true
      state.pending = []
      return .cancel(ids: [EffectID.opponent, .presentations, .start])

    case .dialogClosed:
      state.dialog = nil
      state.dialogError = nil
      state.pending.remove(.start)
      return .cancel(id: EffectID.start)

    case .gameModeChosen(let gameMode):
      state.dialogError = nil
      state.pending.insert(.start)
      return environment.multiplayer.gameCenter.turnBasedMatch.start(gameMode)
        .receive(on: environment.multiplayer.mainQueue)
        .mapError { $0 as NSError }
        .catchToEffect()
        .map(MultiplayerDemoAction.startResponse)
        .cancellable(id: EffectID.start)

    case .matchClosed:
      state.match = nil
      state.notice = nil
      return .merge(.cancel(id: EffectID.opponent), loadRecord(&state, environment))

    case .matchUpdated(let result):
      switch result {
      case .success(let match):
        state.notice = nil
        return open(match, &state, environment)
      case .failure(let error):
        state.notice = "The match could not be loaded. \(error.localizedDescription)"
        return state.match.map { awaitOpponent($0.id, environment) } ?? .none
      }

    case .multiplayer(let action):
      return follow(action, &state, environment)

    case .presented(let dialog):
      state.dialog = dialog
      state.dialogError = nil
      return .none

    case .recordResponse(let result):
      state.pending.remove(.record)
      switch result {
      case .success(let record):
        state.record = record
        state.multiplayer.hasPastGames = record.hasPastGames
      case .failure(let error):
        state.notice = "Your record could not be loaded. \(error.localizedDescription)"
      }
      return .none

    case .rowSelected(let id):
      state.selection = id
      return .none

    case .signInButtonTapped:
      return signIn(&state, environment)

    case .signInResponse(let result):
      state.pending.remove(.signIn)
      switch result {
      case .success:
        state.player = environment.multiplayer.gameCenter.localPlayer.localPlayer().player
        state.notice = nil
        if state.dialog == .signIn { state.dialog = nil }
        state.dialogError = nil
        return loadRecord(&state, environment)
      case .failure(let error):
        let message = "You could not be signed in. \(error.message)"
        if state.dialog == .signIn { state.dialogError = message } else { state.notice = message }
        return .none
      }

    case .spinnerTicked:
      state.spinnerPhase += 1
      return .none

    case .startResponse(let result):
      state.pending.remove(.start)
      switch result {
      case .success(let match):
        state.dialog = nil
        return open(match, &state, environment)
      case .failure(let error):
        state.dialogError = "The match could not be started. \(error.localizedDescription)"
        return .none
      }
    }
  }
)

/// What follows from what has happened in the feature.
private func follow(
  _ action: MultiplayerAction,
  _ state: inout MultiplayerDemoState,
  _ environment: MultiplayerDemoEnvironment
) -> Effect<MultiplayerDemoAction, Never> {
  switch action {
  case .pastGames(.onAppear):
    state.pending.insert(.matches)

  case .pastGames(.matchesResponse(let result)):
    state.pending.remove(.matches)
    if state.selectedGame == nil { state.selection = state.pastGames?.first?.id }
    if case .failure(let error) = result {
      state.notice = "Your past games could not be loaded. \(error.localizedDescription)"
    }

  case .pastGames(.pastGame(_, .tappedRow)):
    state.notice = nil
    state.pending.insert(.match)

  case .pastGames(.pastGame(_, .matchResponse(let result))):
    state.pending.remove(.match)
    if case .failure(let error) = result {
      state.notice = "The match could not be loaded. \(error.localizedDescription)"
    }

  case .pastGames(.pastGame(_, .delegate(.openMatch(let match)))):
    return open(match, &state, environment)

  case .pastGames(.pastGame):
    break

  case .setNavigation(tag: .pastGames):
    state.notice = nil
    state.selection = nil
    // The screen comes up.
    return Effect(value: .multiplayer(.pastGames(.onAppear)))

  case .setNavigation(tag: nil):
    state.notice = nil
    // What its screen was waiting for has ended with it.
    state.pending.subtract([.match, .matches])

  case .startButtonTapped:
    state.notice = nil
  }
  return .none
}

/// Shows a match; one that waits for an opponent is looked at until somebody has come.
private func open(
  _ match: TurnBasedMatch,
  _ state: inout MultiplayerDemoState,
  _ environment: MultiplayerDemoEnvironment
) -> Effect<MultiplayerDemoAction, Never> {
  state.match = MatchState(match, localPlayer: state.player)
  return match.status == .matching ? awaitOpponent(match.id, environment) : .none
}

private func awaitOpponent(
  _ id: TurnBasedMatch.ID,
  _ environment: MultiplayerDemoEnvironment
) -> Effect<MultiplayerDemoAction, Never> {
  environment.multiplayer.gameCenter.turnBasedMatch.load(id)
    .deferred(for: 2, scheduler: environment.mainRunLoop)
    .receive(on: environment.multiplayer.mainQueue)
    .mapError { $0 as NSError }
    .catchToEffect()
    .map(MultiplayerDemoAction.matchUpdated)
    .cancellable(id: EffectID.opponent)
}

private func signIn(
  _ state: inout MultiplayerDemoState,
  _ environment: MultiplayerDemoEnvironment
) -> Effect<MultiplayerDemoAction, Never> {
  state.dialogError = nil
  state.pending.insert(.signIn)
  return environment.apiClient.refreshCurrentPlayer()
    .receive(on: environment.multiplayer.mainQueue)
    .catchToEffect()
    .map(MultiplayerDemoAction.signInResponse)
}

private func loadRecord(
  _ state: inout MultiplayerDemoState,
  _ environment: MultiplayerDemoEnvironment
) -> Effect<MultiplayerDemoAction, Never> {
  state.pending.insert(.record)
  return environment.multiplayer.gameCenter.localPlayer.record
    .receive(on: environment.multiplayer.mainQueue)
    .mapError { $0 as NSError }
    .catchToEffect()
    .map(MultiplayerDemoAction.recordResponse)
}
