// SPDX-License-Identifier: MIT

// A feature within another: the word game knows nothing of turns; what it plays goes to the server here.

public import DependencyClients
public import Dispatch
public import Foundation
public import Lockstep
public import SharedModels
public import WordGameFeature

/// A match that is open on the screen.
public struct MatchState: Equatable, Identifiable, Sendable {
  /// The alert that is shown to the player; nil if there is none.
  public var alert: AlertState<MatchAction>?

  /// The game as this device shows it; nil if a device wrote what cannot be read here.
  public var game: WordGameState?

  /// Whether a move is being sent to the server.
  public var isPlayRequestInFlight: Bool

  /// Why the match could not be loaded the last time; nil if it could.
  public var loadFailure: NSError?

  /// The player at this device.
  public var localPlayer: LocalPlayer

  /// The match as the server has it.
  public var match: TurnBasedMatch

  /// The move of this turn, until the server has it.
  public var playedMove: Move?

  /// A match with the game that was played so far.
  ///
  /// - Parameters:
  ///   - match: The match.
  ///   - localPlayer: The player at this device.
  ///   - now: The start of a game without moves.
  public init(_ match: TurnBasedMatch, localPlayer: LocalPlayer, now: Date) {
    game = WordGameState(match, localPlayer: localPlayer, now: now)
    isPlayRequestInFlight = false
    self.localPlayer = localPlayer
    self.match = match
  }

  /// The match.
  public var id: TurnBasedMatch.ID { match.id }

  /// The place of the player at this device; nil if they only look on.
  public var localPlayerIndex: Move.PlayerIndex? {
    match.participants.firstIndex {
      $0.player?.gamePlayerId == localPlayer.player.gamePlayerId
    }
    .map(Move.PlayerIndex.init(rawValue:))
  }

  /// Whether the player at this device has the turn.
  public var isLocalPlayersTurn: Bool {
    match.status == .open && localPlayerIndex != nil
      && match.currentPlayerIndex == localPlayerIndex
  }

  /// Whether the player at this device can make a move: there is one in a turn.
  public var canPlay: Bool { isLocalPlayersTurn && playedMove == nil }

  /// Whether the match goes on with somebody else.
  var awaitsOpponent: Bool { match.status != .ended && isLocalPlayersTurn == false }
}

/// An action in a match.
public enum MatchAction: Equatable, Sendable {
  /// The player leaves the match.
  case closeButtonTapped

  /// For the parent.
  case delegate(DelegateAction)

  /// Of the game.
  case game(WordGameAction)

  /// The match has come again, or not.
  case matchResponse(Result<TurnBasedMatch, NSError>)

  /// The match has come up.
  case onAppear

  /// The server has the move, or not.
  case playResponse(Result<TurnBasedMatch, NSError>)

  /// The player does not want the move that could not be sent.
  case takeBackButtonTapped

  /// The player wants the move to be sent again.
  case tryAgainButtonTapped

  /// The messages for the parent.
  public enum DelegateAction: Equatable, Sendable {
    /// The match is to be left.
    case close
  }
}

/// The dependencies of a match.
public struct MatchEnvironment: Sendable {
  /// Plays turns, and knows what the opponent does.
  public var gameCenter: GameCenterClient

  /// The queue on which actions are delivered.
  public var mainQueue: SchedulerOf<DispatchQueue>

  /// The dependencies of the game; its time is that of the match.
  public var wordGame: WordGameEnvironment

  /// An environment made of its dependencies.
  public init(
    gameCenter: GameCenterClient,
    mainQueue: SchedulerOf<DispatchQueue>,
    wordGame: WordGameEnvironment
  ) {
    self.gameCenter = gameCenter
    self.mainQueue = mainQueue
    self.wordGame = wordGame
  }

  /// Reports each dependency that is used.
  public static let failing = Self(
    gameCenter: .failing,
    mainQueue: .failing("mainQueue"),
    wordGame: .failing
  )
}

/// The one request that is under way or waits for its time: a later one takes its place.
private struct RequestID: Hashable, Sendable {}

/// Sends the player's moves to the server, and asks it for those of the opponent.
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
    // The server may have the move if only its answer was lost.
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

  /// Shows the match as the server has it.
  fileprivate mutating func update(_ match: TurnBasedMatch, _ environment: MatchEnvironment) {
    guard match != self.match else { return }
    self.match = match
    showStoredGame(environment)
  }

  /// Shows the game as the server has it; the word that is being spelled stays if it still can be.
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
