// SPDX-License-Identifier: MIT

// A feature layered over another: the game is played inside of it, and does not know.

public import DependencyClients
public import Foundation
internal import GameOverFeature
public import Lockstep
internal import SharedModels
public import WordGameFeature

/// A first game, in which each step allows only what it teaches.
public struct OnboardingState: Equatable, Sendable {
  /// The steps of the introduction, in order.
  public enum Step: Int, CaseIterable, Sendable {
    /// An explanation of the game.
    case welcome

    /// How words are spelled.
    case findFirstWord

    /// That faces can be used again.
    case findSecondWord

    /// That a cube goes when a face of it was used three times.
    case findThirdWord

    /// That this was all.
    case farewell

    /// The word that is to be found; nil if there is none.
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

  /// How far the player has come.
  public var step: Step

  /// A first game, by default at its beginning.
  ///
  /// - Parameters:
  ///   - step: How far the player has come.
  ///   - gameStartTime: When the game began.
  public init(step: Step = .welcome, gameStartTime: Date) {
    game = WordGameState(
      cubes: .onboarding,
      gameMode: .unlimited,
      gameStartTime: gameStartTime
    )
    self.step = step
  }
}

/// An action in a first game.
public enum OnboardingAction: Equatable, Sendable {
  /// The player has had time to see what a word has done.
  case delayedNextStep

  /// For the parent.
  case delegate(DelegateAction)

  /// Of the game.
  case game(WordGameAction)

  /// The player has read the text.
  case nextButtonTapped

  /// The player knows the game already.
  case skipButtonTapped

  /// An action for the parent.
  public enum DelegateAction: Equatable, Sendable {
    /// The player wants to go on.
    case finished
  }
}

/// The dependencies of a first game.
public struct OnboardingEnvironment: Sendable {
  /// The scheduler that measures the time.
  public var mainRunLoop: SchedulerOf<RunLoop>

  /// Remembers that the first game was played.
  public var userDefaults: UserDefaultsClient

  /// An environment made of its dependencies.
  public init(mainRunLoop: SchedulerOf<RunLoop>, userDefaults: UserDefaultsClient) {
    self.mainRunLoop = mainRunLoop
    self.userDefaults = userDefaults
  }

  /// Reports each dependency that is used.
  public static let failing = Self(mainRunLoop: .failing, userDefaults: .failing)
}

/// Leads a new player through a game.
///
/// The game's own reducer runs within, behind a filter, and each word that it has played leads to the
/// next step.
public let onboardingReducer = Reducer<
  OnboardingState, OnboardingAction, OnboardingEnvironment
>.combine(
  wordGameReducer
    .environment {
      // Only the words of the steps count, and the game never ends here.
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

  /// Whether the first game on this device was played, or skipped.
  public var hasPlayedOnboarding: Bool { boolForKey(Self.hasPlayedOnboardingKey) }

  /// Remembers whether the first game on this device was played.
  public func setHasPlayedOnboarding(_ hasPlayed: Bool) -> Effect<Never, Never> {
    setBool(hasPlayed, Self.hasPlayedOnboardingKey)
  }
}

extension OnboardingState {
  /// Whether the step has room for an action of the game: spelling the word, and playing it.
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
  /// One cube that spells three words, in front of others that are only looked at.
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
