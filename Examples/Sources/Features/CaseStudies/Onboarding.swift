// SPDX-License-Identifier: MIT

// A feature that wraps another one: the game does not know about the introduction around it.

public import DependencyClients
public import Foundation
internal import GameOverFeature
public import Lockstep
internal import SharedModels
public import WordGameFeature

/// An introductory game, whose steps allow only the actions that they teach.
public struct OnboardingState: Equatable, Sendable {
  /// The steps of the introduction, in order.
  public enum Step: Int, CaseIterable, Sendable {
    case welcome

    /// Teaches how to spell a word.
    case findFirstWord

    /// Teaches that a face can be used again.
    case findSecondWord

    /// Teaches that a cube disappears after the third use of one of its faces.
    case findThirdWord

    case farewell

    /// The word to find, or `nil` if the step has none.
    public var word: String? {
      switch self {
      case .welcome, .farewell: nil
      case .findFirstWord: "ART"
      case .findSecondWord: "RAT"
      case .findThirdWord: "TAR"
      }
    }
  }

  /// The game.
  public var game: WordGameState

  /// The current step.
  public var step: Step

  /// Creates an introductory game, by default at its first step.
  ///
  /// - Parameters:
  ///   - step: The current step.
  ///   - gameStartTime: The time at which the game began.
  public init(step: Step = .welcome, gameStartTime: Date) {
    game = WordGameState(
      cubes: .onboarding,
      gameMode: .unlimited,
      gameStartTime: gameStartTime
    )
    self.step = step
  }
}

/// An action of the introduction.
public enum OnboardingAction: Equatable, Sendable {
  /// The player had time to see the effect of a word.
  case delayedNextStep

  case delegate(DelegateAction)

  case game(WordGameAction)

  case nextButtonTapped

  case skipButtonTapped

  /// An action for the parent.
  public enum DelegateAction: Equatable, Sendable {
    /// The player finished or skipped the introduction.
    case finished
  }
}

/// The dependencies of the introduction.
public struct OnboardingEnvironment: Sendable {
  /// The scheduler that measures the time.
  public var mainRunLoop: SchedulerOf<RunLoop>

  /// The client that stores whether the introduction was played.
  public var userDefaults: UserDefaultsClient

  /// Creates an environment.
  public init(mainRunLoop: SchedulerOf<RunLoop>, userDefaults: UserDefaultsClient) {
    self.mainRunLoop = mainRunLoop
    self.userDefaults = userDefaults
  }

  /// An environment that reports an issue for every use of a dependency.
  public static let failing = Self(mainRunLoop: .failing, userDefaults: .failing)
}

/// The reducer that leads a new player through a game.
///
/// It runs the game's reducer behind a filter. Each word played leads to the next step.
public let onboardingReducer = Reducer<
  OnboardingState, OnboardingAction, OnboardingEnvironment
>.combine(
  wordGameReducer
    .environment {
      // Only the words of the steps are valid, and the game never ends.
      WordGameEnvironment(
        containsWord: OnboardingState.Step.words.contains,
        gameOver: .failing,
        mainRunLoop: $0.mainRunLoop
      )
    }
    .pullback(
      state: \.game,
      action: /OnboardingAction.game
    )
    .filter { state, action in state.allows(action) }
    .onChange(of: \.game.moves.count) { _, _, _, environment in
      Effect(value: .delayedNextStep)
        .delay(for: 1, scheduler: environment.mainRunLoop.animation())
    },

  Reducer { state, action, environment in
    switch action {
    case .delayedNextStep:
      state.goOn()

    case .delegate, .game:
      break

    case .nextButtonTapped where state.step == .farewell:
      return finish(environment)

    case .nextButtonTapped:
      if state.step.word == nil { state.goOn() }

    case .skipButtonTapped:
      return finish(environment)
    }
    return .none
  }
)

private func finish(_ environment: OnboardingEnvironment) -> Effect<OnboardingAction, Never> {
  .merge(
    environment.userDefaults.setHasPlayedOnboarding(true).fireAndForget(),
    Effect(value: .delegate(.finished))
  )
}

extension UserDefaultsClient {
  private static let hasPlayedOnboardingKey = "has-played-onboarding"

  /// Whether the introduction was played or skipped on this device.
  public var hasPlayedOnboarding: Bool { boolForKey(Self.hasPlayedOnboardingKey) }

  /// Stores whether the introduction was played on this device.
  public func setHasPlayedOnboarding(_ hasPlayed: Bool) -> Effect<Never, Never> {
    setBool(hasPlayed, Self.hasPlayedOnboardingKey)
  }
}

extension OnboardingState {
  /// Whether the step allows the action: spelling its word, or submitting it.
  fileprivate func allows(_ action: OnboardingAction) -> Bool {
    guard case .game(let action) = action else { return true }
    guard let word = step.word, game.moves.count < step.rawValue else { return false }
    switch action {
    case .faceTapped(let face):
      return game.selectedFaces.last == face
        || word.hasPrefix(game.cubes.string(from: game.selectedFaces + [face]))
    case .submitButtonTapped:
      return game.selectedWord == word
    case .endGameButtonTapped, .gameOver, .onAppear, .removeCubeTapped, .timerTick:
      return false
    }
  }

  fileprivate mutating func goOn() {
    step = Step(rawValue: step.rawValue + 1) ?? step
  }
}

extension OnboardingState.Step {
  fileprivate static let words = allCases.compactMap(\.word)
}

extension Puzzle {
  /// A puzzle with one cube that spells three words; the other cubes are decoration.
  fileprivate static let onboarding: Self = {
    var puzzle = Puzzle { _ in
      Three<Three<Cube>> { _ in
        Three<Cube> { _ in
          Cube(
            left: CubeFace(letters: "X", side: .left),
            right: CubeFace(letters: "Y", side: .right),
            top: CubeFace(letters: "Z", side: .top)
          )
        }
      }
    }
    puzzle[LatticePoint.corner].left.letters = "A"
    puzzle[LatticePoint.corner].right.letters = "R"
    puzzle[LatticePoint.corner].top.letters = "T"
    return puzzle
  }()
}
