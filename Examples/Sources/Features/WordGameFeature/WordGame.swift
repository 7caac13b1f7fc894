// SPDX-License-Identifier: MIT

// The game itself, which ends in the game over screen; it knows nothing of who layers over it.

internal import DependencyClients
public import Foundation
public import GameOverFeature
public import Lockstep
public import SharedModels

/// A game that is being played.
public struct WordGameState: Equatable, Sendable {
  /// The puzzle as the moves have left it.
  public var cubes: Puzzle

  /// The occasion.
  public var gameContext: GameContext

  /// How it ends.
  public var gameMode: GameMode

  /// The screen after the game, once it is over.
  public var gameOver: GameOverState?

  /// When it began.
  public var gameStartTime: Date

  /// The moves that were played.
  public var moves: Moves

  /// How long it has taken.
  public var secondsPlayed: Int

  /// The faces of the word that is being spelled.
  public var selectedFaces: [IndexedCubeFace]

  /// The match that the game belongs to.
  public var turnBasedContext: TurnBasedContext?

  /// A game, by default one that has just begun.
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

  /// The word that is being spelled.
  public var selectedWord: String { cubes.string(from: selectedFaces) }

  /// How many seconds a timed game has.
  public static let timeLimit = 3 * 60
}

/// An action in a game.
public enum WordGameAction: Equatable, Sendable {
  /// The player ends the game.
  case endGameButtonTapped

  /// The player takes a face into the word, or the last one out of it.
  case faceTapped(IndexedCubeFace)

  /// Of the screen after the game.
  case gameOver(GameOverAction)

  /// The game has come up.
  case onAppear

  /// The player takes a cube away.
  case removeCubeTapped(LatticePoint)

  /// The player plays the word.
  case submitButtonTapped

  /// A second has passed.
  case timerTick
}

/// The dependencies of a game.
public struct WordGameEnvironment: Sendable {
  /// Whether a word counts.
  public var containsWord: @Sendable (String) -> Bool

  /// The dependencies of the screen after the game.
  public var gameOver: GameOverEnvironment

  /// The scheduler that measures the time.
  public var mainRunLoop: SchedulerOf<RunLoop>

  /// An environment made of its dependencies.
  public init(
    containsWord: @escaping @Sendable (String) -> Bool,
    gameOver: GameOverEnvironment,
    mainRunLoop: SchedulerOf<RunLoop>
  ) {
    self.containsWord = containsWord
    self.gameOver = gameOver
    self.mainRunLoop = mainRunLoop
  }

  /// Reports each dependency that is used.
  public static let failing = Self(
    containsWord: { unimplemented("WordGameEnvironment.containsWord(\($0))", placeholder: false) },
    gameOver: .failing,
    mainRunLoop: .failing
  )
}

private struct TimerID: Hashable, Sendable {}

/// Spells words, takes cubes away, and leads to the game over screen.
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

  /// The game, to be resumed later.
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

  /// The game, as one that is over.
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

  /// The place of the player at this device in the match; nil in other games.
  private var localPlayerIndex: Move.PlayerIndex? {
    turnBasedContext.flatMap { context in
      // Of two players with one name, only the id tells who is at this device.
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
