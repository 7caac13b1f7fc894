// SPDX-License-Identifier: MIT

// A feature that wraps another one: the word game does not know about turns, and the match sends its moves to the
// server.

public import DependencyClients
public import Dispatch
public import Foundation
public import Lockstep
public import SharedModels
public import WordGameFeature

/// The state of an open match.
public struct MatchState: Equatable, Identifiable, Sendable {
  /// The alert, if one is shown.
  public var alert: AlertState<MatchAction>?

  /// The game on the screen, or `nil` if the match data cannot be read.
  public var game: WordGameState?

  /// Whether a move is being sent to the server.
  public var isPlayRequestInFlight: Bool

  /// The error of the last attempt to load the match, if it failed.
  public var loadFailure: NSError?

  /// The local player.
  public var localPlayer: LocalPlayer

  /// The match as last received from the server.
  public var match: TurnBasedMatch

  /// The move of this turn, until the server has confirmed it.
  public var playedMove: Move?

  /// Creates the state of a match.
  ///
  /// - Parameters:
  ///   - match: The match.
  ///   - localPlayer: The local player.
  ///   - now: The start of a game without moves.
  public init(_ match: TurnBasedMatch, localPlayer: LocalPlayer, now: Date) {
    game = WordGameState(match, localPlayer: localPlayer, now: now)
    isPlayRequestInFlight = false
    self.localPlayer = localPlayer
    self.match = match
  }

  /// The ID of the match.
  public var id: TurnBasedMatch.ID { match.id }

  /// The index of the local player, or `nil` if they only watch.
  public var localPlayerIndex: Move.PlayerIndex? {
    match.participants.firstIndex {
      $0.player?.gamePlayerId == localPlayer.player.gamePlayerId
    }
    .map(Move.PlayerIndex.init(rawValue:))
  }

  /// Whether it is the local player's turn.
  public var isLocalPlayersTurn: Bool {
    match.status == .open && localPlayerIndex != nil
      && match.currentPlayerIndex == localPlayerIndex
  }

  /// Whether the local player can move: each turn allows one move.
  public var canPlay: Bool { isLocalPlayersTurn && playedMove == nil }

  var awaitsOpponent: Bool { match.status != .ended && isLocalPlayersTurn == false }
}

/// An action of a match.
public enum MatchAction: Equatable, Sendable {
  case closeButtonTapped

  case delegate(DelegateAction)

  case game(WordGameAction)

  case matchResponse(Result<TurnBasedMatch, NSError>)

  case onAppear

  case playResponse(Result<TurnBasedMatch, NSError>)

  /// The player takes back the move that could not be sent.
  case takeBackButtonTapped

  case tryAgainButtonTapped

  /// An action for the parent.
  public enum DelegateAction: Equatable, Sendable {
    case close
  }
}

/// The dependencies of a match.
public struct MatchEnvironment: Sendable {
  /// The client that plays turns and loads the opponent's moves.
  public var gameCenter: GameCenterClient

  /// The queue that delivers actions.
  public var mainQueue: SchedulerOf<DispatchQueue>

  /// The dependencies of the game, whose run loop also delays the match's requests.
  public var wordGame: WordGameEnvironment

  /// Creates an environment.
  public init(
    gameCenter: GameCenterClient,
    mainQueue: SchedulerOf<DispatchQueue>,
    wordGame: WordGameEnvironment
  ) {
    self.gameCenter = gameCenter
    self.mainQueue = mainQueue
    self.wordGame = wordGame
  }

  /// An environment that reports an issue for every use of a dependency.
  public static let failing = Self(
    gameCenter: .failing,
    mainQueue: .failing("mainQueue"),
    wordGame: .failing
  )
}

/// The ID of the current or delayed request, which a new request cancels.
private struct RequestID: Hashable, Sendable {}

/// The reducer of a match, which sends the player's moves and loads the opponent's.
public let matchReducer = Reducer<MatchState, MatchAction, MatchEnvironment>(
  around:
    wordGameReducer
    .optional()
    .environment(\.wordGame)
    .pullback(state: \.game, action: /MatchAction.game)
) { state, action, environment, run in
  switch action {
  case .closeButtonTapped:
    return .concatenate(.cancel(id: RequestID()), Effect(value: .delegate(.close)))

  case .delegate:
    return .none

  case .game(.endGameButtonTapped), .game(.onAppear):
    // A match ends when its last cube is removed, and turns have no time limit.
    return .none

  case .game(.removeCubeTapped), .game(.submitButtonTapped):
    guard state.canPlay else { return .none }
    let count = state.game?.moves.count
    let effect = run(&state, action, environment)
    guard let moves = state.game?.moves, moves.count != count else { return effect }
    state.playedMove = moves.last
    return .merge(effect, state.sendMove(environment))

  case .game:
    return run(&state, action, environment)

  case .matchResponse(.success(let match)):
    state.loadFailure = nil
    state.update(match, environment)
    return state.awaitsOpponent ? state.load(after: 2, environment) : .none

  case .matchResponse(.failure(let error)):
    state.loadFailure = error
    return state.load(after: 2, environment)

  case .onAppear:
    return state.awaitsOpponent ? state.load(after: 2, environment) : .none

  case .playResponse(.success(let match)):
    state.isPlayRequestInFlight = false
    state.loadFailure = nil
    state.playedMove = nil
    state.update(match, environment)
    return state.awaitsOpponent ? state.load(after: 2, environment) : .none

  case .playResponse(.failure(let error)):
    state.isPlayRequestInFlight = false
    state.alert = .playFailed(error)
    return .none

  case .takeBackButtonTapped:
    state.alert = nil
    state.playedMove = nil
    state.showStoredGame(environment)
    // The server may have received the move, if only its response was lost.
    return state.load(after: 0, environment)

  case .tryAgainButtonTapped:
    state.alert = nil
    return state.sendMove(environment)
  }
}

extension MatchState {
  fileprivate mutating func sendMove(
    _ environment: MatchEnvironment
  ) -> Effect<MatchAction, Never> {
    guard let playedMove else { return .none }
    isPlayRequestInFlight = true
    return environment.gameCenter.turnBasedMatch.play(id, playedMove)
      .receive(on: environment.mainQueue)
      .mapError { $0 as NSError }
      .catchToEffect()
      .map(MatchAction.playResponse)
      .cancellable(id: RequestID(), cancelInFlight: true)
  }

  fileprivate func load(
    after stride: SchedulerStride,
    _ environment: MatchEnvironment
  ) -> Effect<MatchAction, Never> {
    let load = environment.gameCenter.turnBasedMatch.load(id)
    let deferred =
      stride == .zero
      ? load : load.deferred(for: stride, scheduler: environment.wordGame.mainRunLoop)
    return
      deferred
      .receive(on: environment.mainQueue)
      .mapError { $0 as NSError }
      .catchToEffect()
      .map(MatchAction.matchResponse)
      .cancellable(id: RequestID(), cancelInFlight: true)
  }

  fileprivate mutating func update(_ match: TurnBasedMatch, _ environment: MatchEnvironment) {
    guard match != self.match else { return }
    self.match = match
    showStoredGame(environment)
  }

  /// Shows the server's game, and keeps the selected faces if they are still playable.
  fileprivate mutating func showStoredGame(_ environment: MatchEnvironment) {
    let selectedFaces = game?.selectedFaces ?? []
    game = WordGameState(
      match,
      localPlayer: localPlayer,
      now: environment.wordGame.mainRunLoop.now.date
    )
    if let game, game.gameOver == nil, selectedFaces.allSatisfy(game.cubes.isPlayable) {
      self.game?.selectedFaces = selectedFaces
    }
  }
}

extension AlertState<MatchAction> {
  fileprivate static func playFailed(_ error: NSError) -> Self {
    Self(
      title: "Your move could not be sent",
      message: TextState(error.localizedDescription),
      primaryButton: .default("Try again", send: .tryAgainButtonTapped),
      secondaryButton: .cancel("Take it back", send: .takeBackButtonTapped),
      onDismiss: .takeBackButtonTapped
    )
  }
}
