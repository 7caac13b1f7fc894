// SPDX-License-Identifier: MIT

internal import ApiClient
internal import DemoSupport
internal import DependencyClients
internal import Foundation
internal import Lockstep
internal import LockstepTerminal
internal import MultiplayerFeature
internal import SharedModels
internal import WordGameFeature

enum MultiplayerDemoAction: Equatable {
  case accountTimePassed
  case appeared
  case closeButtonTapped
  case dialogClosed
  case gameModeChosen(GameMode)
  case letterTyped(Character)
  case match(MatchAction)
  case multiplayer(MultiplayerAction)
  case presented(MultiplayerDemoState.Presentation)
  case recordResponse(Result<PlayerRecord, NSError>)
  case serverSwitchTapped
  case signInButtonTapped
  case signInResponse(Result<CurrentPlayerEnvelope, ApiError>)
  case spinnerTicked
  case startResponse(Result<TurnBasedMatch, NSError>)
  case table(Table.Action)
}

private enum EffectID: Hashable {
  /// The request for the player or the record, or the delay until the next request.
  case account
  case presentations
  case spinner
  case start
}

let multiplayerDemoReducer = Reducer<
  MultiplayerDemoState, MultiplayerDemoAction, MultiplayerDemoEnvironment
>(around: multiplayerDemoReducerWithoutSpinner) { state, action, environment, run in
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

private let multiplayerDemoReducerWithoutSpinner = Reducer<
  MultiplayerDemoState, MultiplayerDemoAction, MultiplayerDemoEnvironment
>.combine(
  // Runs before `matchReducer`, which clears the word.
  .withoutEffects { state, action in
    guard action == .match(.game(.submitButtonTapped)) else { return }
    // Remains if the word is not played.
    state.notice = state.match?.game.map { "\($0.selectedWord) does not count." }
  },

  matchReducer
    .optional()
    .environment { $0.match }
    .pullback(
      state: \.match,
      action: /MultiplayerDemoAction.match
    ),

  multiplayerReducer
    .environment { $0.multiplayer }
    .pullback(state: \.multiplayer, action: /MultiplayerDemoAction.multiplayer),

  Table.reducer
    .optional()
    .pullback(
      state: \.table,
      action: /MultiplayerDemoAction.table
    ),

  Reducer { state, action, environment in
    switch action {
    case .accountTimePassed:
      return state.player == nil ? requestPlayer(environment) : requestRecord(environment)

    case .appeared:
      return .merge(
        environment.presentations.map(MultiplayerDemoAction.presented)
          .cancellable(id: EffectID.presentations),
        signIn(&state, environment)
      )

    case .closeButtonTapped:
      state.hasClosed = true
      state.pending = []
      return .cancel(ids: [EffectID.account, .presentations, .start])

    case .dialogClosed:
      state.presentation = nil
      state.presentationError = nil
      state.pending.remove(.start)
      return .cancel(id: EffectID.start)

    case .gameModeChosen(let gameMode):
      state.presentationError = nil
      state.pending.insert(.start)
      return environment.multiplayer.gameCenter.turnBasedMatch.start(gameMode)
        .receive(on: environment.multiplayer.mainQueue)
        .mapError { $0 as NSError }
        .catchToEffect()
        .map(MultiplayerDemoAction.startResponse)
        .cancellable(id: EffectID.start)

    case .letterTyped(let letter):
      state.notice = nil
      let taps = state.match?.game?.taps(for: letter) ?? []
      return .concatenate(taps.map { Effect(value: .match(.game(.faceTapped($0)))) })

    case .match(.delegate(.close)):
      // Updated at once, so that the way back to the match does not depend on the record.
      if state.match?.match.status != .ended { state.multiplayer.hasOpenMatches = true }
      state.match = nil
      state.notice = nil
      return .merge(loadRecord(&state, environment), reloadList(state))

    case .match:
      if state.match?.playedMove != nil { state.notice = nil }
      return .none

    case .multiplayer(let action):
      return follow(action, &state, environment)

    case .presented(let presentation):
      state.presentation = presentation
      state.presentationError = nil
      return .none

    case .recordResponse(let result):
      state.pending.remove(.record)
      switch result {
      case .success(let record):
        state.accountFailure = nil
        state.record = record
        state.multiplayer.hasOpenMatches = record.open > 0
        state.multiplayer.hasPastGames = record.hasPastGames
        return .none
      case .failure(let error):
        state.accountFailure =
          "Your record could not be loaded. \(error.localizedDescription)"
        return askForAccountAgain(environment)
      }

    case .serverSwitchTapped:
      guard let isBroken = state.isServerBroken else { return .none }
      state.isServerBroken = isBroken == false
      return .fireAndForget { environment.setServerBroken(isBroken == false) }

    case .signInButtonTapped:
      return signIn(&state, environment)

    case .signInResponse(let result):
      state.pending.remove(.signIn)
      switch result {
      case .success:
        state.player = environment.multiplayer.gameCenter.localPlayer.localPlayer().player
        state.accountFailure = nil
        if state.presentation == .signIn { state.presentation = nil }
        state.presentationError = nil
        return loadRecord(&state, environment)
      case .failure(let error):
        let message = "You could not be signed in. \(error.message)"
        state.accountFailure = message
        if state.presentation == .signIn { state.presentationError = message }
        return askForAccountAgain(environment)
      }

    case .spinnerTicked:
      state.spinnerPhase += 1
      return .none

    case .startResponse(let result):
      state.pending.remove(.start)
      switch result {
      case .success(let match):
        state.presentation = nil
        return open(match, &state, environment)
      case .failure(let error):
        state.presentationError = "The match could not be started. \(error.localizedDescription)"
        return .none
      }

    case .table:
      return .none
    }
  }
)

/// Returns the demo's own effects for an action of the multiplayer feature.
private func follow(
  _ action: MultiplayerAction,
  _ state: inout MultiplayerDemoState,
  _ environment: MultiplayerDemoEnvironment
) -> Effect<MultiplayerDemoAction, Never> {
  switch action {
  case .openMatches(.onAppear), .openMatches(.reloadButtonTapped), .pastGames(.onAppear),
    .pastGames(.reloadButtonTapped):
    state.notice = nil
    state.pending.insert(.matches)

  case .openMatches(.matchesResponse), .pastGames(.matchesResponse):
    state.pending.remove(.matches)
    let matches = state.listedMatches ?? []
    if state.selection.map(matches.contains) != true { state.selection = matches.first }

  case .openMatches(.delegate(.openMatch(let match))),
    .pastGames(.pastGame(_, .delegate(.openMatch(let match)))):
    return open(match, &state, environment)

  case .openMatches(.tappedRow):
    state.notice = nil

  case .pastGames(.pastGame(_, .tappedRow)):
    state.notice = nil
    state.pending.insert(.match)

  case .pastGames(.pastGame(_, .matchResponse(let result))):
    state.pending.remove(.match)
    if case .failure(let error) = result {
      state.notice = "The match could not be loaded. \(error.localizedDescription)"
    }

  case .pastGames(.pastGame):
    break

  case .setNavigation(let tag):
    state.notice = nil
    state.firstRow = 0
    state.selection = nil
    // Leaving the screen cancelled its requests.
    state.pending.subtract([.match, .matches])
    switch tag {
    case .openMatches: return Effect(value: .multiplayer(.openMatches(.onAppear)))
    case .pastGames: return Effect(value: .multiplayer(.pastGames(.onAppear)))
    case nil: break
    }

  case .startButtonTapped:
    state.notice = nil
  }
  return .none
}

private func reloadList(_ state: MultiplayerDemoState) -> Effect<MultiplayerDemoAction, Never> {
  switch state.multiplayer.route {
  case .openMatches: Effect(value: .multiplayer(.openMatches(.reloadButtonTapped)))
  case .pastGames: Effect(value: .multiplayer(.pastGames(.reloadButtonTapped)))
  case nil: .none
  }
}

/// Opens a match, which then loads its updates.
private func open(
  _ match: TurnBasedMatch,
  _ state: inout MultiplayerDemoState,
  _ environment: MultiplayerDemoEnvironment
) -> Effect<MultiplayerDemoAction, Never> {
  // If the player is in another match, that match stays open, and the new one appears in the list.
  guard state.match == nil else {
    state.multiplayer.hasOpenMatches = true
    return .none
  }
  state.match = MatchState(
    match,
    localPlayer: environment.multiplayer.gameCenter.localPlayer.localPlayer(),
    now: environment.mainRunLoop.now.date
  )
  return Effect(value: .match(.onAppear))
}

private func signIn(
  _ state: inout MultiplayerDemoState,
  _ environment: MultiplayerDemoEnvironment
) -> Effect<MultiplayerDemoAction, Never> {
  state.presentationError = nil
  state.pending.insert(.signIn)
  return requestPlayer(environment)
}

private func loadRecord(
  _ state: inout MultiplayerDemoState,
  _ environment: MultiplayerDemoEnvironment
) -> Effect<MultiplayerDemoAction, Never> {
  state.pending.insert(.record)
  return requestRecord(environment)
}

private func requestPlayer(
  _ environment: MultiplayerDemoEnvironment
) -> Effect<MultiplayerDemoAction, Never> {
  environment.apiClient.refreshCurrentPlayer()
    .receive(on: environment.multiplayer.mainQueue)
    .catchToEffect()
    .map(MultiplayerDemoAction.signInResponse)
    .cancellable(id: EffectID.account, cancelInFlight: true)
}

private func requestRecord(
  _ environment: MultiplayerDemoEnvironment
) -> Effect<MultiplayerDemoAction, Never> {
  environment.multiplayer.gameCenter.localPlayer.record
    .receive(on: environment.multiplayer.mainQueue)
    .mapError { $0 as NSError }
    .catchToEffect()
    .map(MultiplayerDemoAction.recordResponse)
    .cancellable(id: EffectID.account, cancelInFlight: true)
}

/// Schedules the next request for the missing parts of the main screen.
///
/// It shows no spinner, because the player did not start the request.
private func askForAccountAgain(
  _ environment: MultiplayerDemoEnvironment
) -> Effect<MultiplayerDemoAction, Never> {
  Effect(value: .accountTimePassed)
    .deferred(for: 2, scheduler: environment.mainRunLoop)
    .cancellable(id: EffectID.account, cancelInFlight: true)
}
