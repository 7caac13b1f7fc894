// SPDX-License-Identifier: MIT

internal import DependencyClients
public import Foundation
public import GameOverFeature
public import Lockstep
public import SharedModels

/// The state of a game.
public struct WordGameState: Equatable, Sendable {
  /// The puzzle after the moves.
  public var cubes: Puzzle

  /// The context of the game.
  public var gameContext: GameContext

  /// The mode of the game.
  public var gameMode: GameMode

  /// The game over screen; nil until the game ends.
  public var gameOver: GameOverState?

  /// The start date of the game.
  public var gameStartTime: Date

  /// The played moves.
  public var moves: Moves

  /// The number of seconds played.
  public var secondsPlayed: Int

  /// The faces of the selected word.
  public var selectedFaces: [IndexedCubeFace]

  /// The turn-based match, if the game belongs to one.
  public var turnBasedContext: TurnBasedContext?

  /// Creates a game, by default a new one.
  public init(
    cubes: Puzzle,
    gameContext: GameContext = .solo,
    gameMode: GameMode,
    gameOver: GameOverState? = nil,
    gameStartTime: Date,
    moves: Moves = [],
    secondsPlayed: Int = 0,
    selectedFaces: [IndexedCubeFace] = [],
    turnBasedContext: TurnBasedContext? = nil
  ) {
    self.cubes = cubes
    self.gameContext = gameContext
    self.gameMode = gameMode
    self.gameOver = gameOver
    self.gameStartTime = gameStartTime
    self.moves = moves
    self.secondsPlayed = secondsPlayed
    self.selectedFaces = selectedFaces
    self.turnBasedContext = turnBasedContext
  }

  /// The selected word.
  public var selectedWord: String { cubes.string(from: selectedFaces) }

  /// The duration of a timed game, in seconds.
  public static let timeLimit = 3 * 60
}

/// An action of a game.
public enum WordGameAction: Equatable, Sendable {
  case endGameButtonTapped

  /// The player adds a face to the word, or removes the last face.
  case faceTapped(IndexedCubeFace)

  case gameOver(GameOverAction)

  case onAppear

  case removeCubeTapped(LatticePoint)

  case submitButtonTapped

  case timerTick
}

/// The dependencies of a game.
public struct WordGameEnvironment: Sendable {
  /// Returns whether a word is valid.
  public var containsWord: @Sendable (String) -> Bool

  /// The dependencies of the game over screen.
  public var gameOver: GameOverEnvironment

  /// The scheduler of the timer.
  public var mainRunLoop: SchedulerOf<RunLoop>

  /// Creates an environment from its dependencies.
  public init(
    containsWord: @escaping @Sendable (String) -> Bool,
    gameOver: GameOverEnvironment,
    mainRunLoop: SchedulerOf<RunLoop>
  ) {
    self.containsWord = containsWord
    self.gameOver = gameOver
    self.mainRunLoop = mainRunLoop
  }

  /// An environment that reports every use of a dependency.
  public static let failing = Self(
    containsWord: { unimplemented("WordGameEnvironment.containsWord(\($0))", placeholder: false) },
    gameOver: .failing,
    mainRunLoop: .failing
  )
}

private struct TimerID: Hashable, Sendable {}

/// Plays words, removes cubes, and presents the game over screen.
public let wordGameReducer = Reducer<
  WordGameState, WordGameAction, WordGameEnvironment
>.combine(
  gameOverReducer
    .optional()
    .environment(\.gameOver)
    .pullback(
      state: \.gameOver,
      action: /WordGameAction.gameOver
    ),

  Reducer { state, action, environment in
    switch action {
    case .endGameButtonTapped:
      return state.end()

    case .faceTapped(let face):
      state.tap(face)

    case .gameOver(.delegate(.startGame(let game))):
      state = WordGameState(game)

    case .gameOver:
      break

    case .onAppear:
      guard state.gameMode == .timed, state.gameOver == nil else { return .none }
      return Effect.timer(id: TimerID(), every: 1, on: environment.mainRunLoop)
        .map { _ in .timerTick }

    case .removeCubeTapped(let point):
      guard state.gameOver == nil, state.cubes[point].isInPlay else { return .none }
      state.selectedFaces = []
      state.play(.removedCube(point), score: 0, at: environment.mainRunLoop.now.date)

    case .submitButtonTapped:
      let word = state.selectedWord
      let faces = state.selectedFaces
      state.selectedFaces = []
      guard
        word.count >= 3,
        !state.hasPlayed(word),
        environment.containsWord(word)
      else { return .none }
      state.play(
        .playedWord(faces),
        score: score(word),
        at: environment.mainRunLoop.now.date
      )

    case .timerTick:
      state.secondsPlayed += 1
      return state.secondsPlayed < WordGameState.timeLimit ? .none : state.end()
    }
    return .none
  }
)

extension WordGameState {
  /// Creates a state that resumes a game.
  public init(_ game: InProgressGame) {
    self.init(
      cubes: game.cubes,
      gameContext: game.gameContext,
      gameMode: game.gameMode,
      gameStartTime: game.gameStartTime,
      moves: game.moves,
      secondsPlayed: game.secondsPlayed
    )
  }

  /// The game to resume later.
  public var inProgressGame: InProgressGame {
    InProgressGame(
      cubes: cubes,
      gameContext: gameContext,
      gameMode: gameMode,
      gameStartTime: gameStartTime,
      moves: moves,
      secondsPlayed: secondsPlayed
    )
  }

  /// The game as a completed game.
  public var completedGame: CompletedGame {
    CompletedGame(
      cubes: ArchivablePuzzle(cubes),
      gameContext: gameContext,
      gameMode: gameMode,
      gameStartTime: gameStartTime,
      localPlayerIndex: localPlayerIndex,
      moves: moves,
      secondsPlayed: secondsPlayed
    )
  }

  private var localPlayerIndex: Move.PlayerIndex? {
    turnBasedContext.flatMap { context in
      // Two players can have the same name, so the identifier identifies the local player.
      context.match.participants.firstIndex {
        $0.player?.gamePlayerId == context.localPlayer.player.gamePlayerId
      }
      .map(Move.PlayerIndex.init(rawValue:))
    }
  }

  fileprivate mutating func end() -> Effect<WordGameAction, Never> {
    guard gameOver == nil else { return .none }
    selectedFaces = []
    gameOver = GameOverState(
      completedGame: completedGame,
      isDemo: false,
      turnBasedContext: turnBasedContext
    )
    return .cancel(id: TimerID())
  }

  fileprivate mutating func tap(_ face: IndexedCubeFace) {
    guard gameOver == nil else { return }
    if selectedFaces.last == face {
      selectedFaces.removeLast()
    } else if cubes.isPlayable(face),
      !selectedFaces.contains(face),
      selectedFaces.last?.touches(face) != false
    {
      selectedFaces.append(face)
    }
  }

  fileprivate func hasPlayed(_ word: String) -> Bool {
    moves.contains { move in
      guard case .playedWord(let faces) = move.type else { return false }
      return cubes.string(from: faces) == word
    }
  }

  fileprivate mutating func play(_ type: Move.MoveType, score: Int, at date: Date) {
    let move = Move(playedAt: date, playerIndex: localPlayerIndex, score: score, type: type)
    cubes.apply(move)
    moves.append(move)
  }
}
