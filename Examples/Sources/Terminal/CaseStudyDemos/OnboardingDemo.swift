// SPDX-License-Identifier: MIT

// A feature layered over another: the game is the app's, and does not know that somebody teaches it.

internal import CaseStudies
internal import DemoSupport
internal import DependencyClients
internal import Foundation
internal import Lockstep
internal import LockstepTerminal
internal import SharedModels
internal import WordGameFeature

extension CaseStudyProgram {
  /// The first game of a new player.
  package static let onboarding = Self(
    "onboarding",
    about: "Teaches a word game step by step, over the game itself."
  ) { _ in .onboarding() }
}

struct OnboardingDemoState: Equatable, Sendable {
  var hasFinished = false
  var onboarding: OnboardingState
}

enum OnboardingDemoAction: Equatable {
  case appeared
  case letterTyped(Character)
  case onboarding(OnboardingAction)
}

typealias OnboardingDemo = Demo<
  OnboardingDemoState, OnboardingDemoAction, OnboardingEnvironment
>

let onboardingDemoReducer = Reducer<
  OnboardingDemoState, OnboardingDemoAction, OnboardingEnvironment
>.combine(
  onboardingReducer.pullback(
    state: \.onboarding,
    action: /OnboardingDemoAction.onboarding,
    environment: { $0 }
  ),
  Reducer { state, action, _ in
    switch action {
    case .letterTyped(let letter):
      return .concatenate(
        state.onboarding.game.taps(for: letter).map {
          Effect(value: .onboarding(.game(.faceTapped($0))))
        }
      )

    case .onboarding(.delegate(.finished)):
      state.hasFinished = true
      return .none

    case .appeared, .onboarding:
      return .none
    }
  }
)

extension OnboardingDemo {
  static func onboarding() -> Self {
    Self(
      initialState: OnboardingDemoState(
        onboarding: OnboardingState(gameStartTime: Date(timeIntervalSince1970: 0))
      ),
      reducer: onboardingDemoReducer,
      environment: { time in
        OnboardingEnvironment(mainRunLoop: time.mainRunLoop, userDefaults: .inMemory())
      },
      appeared: .appeared,
      action: { key, state in
        if let action = state.onboarding.action(for: key) { return .onboarding(action) }
        return state.onboarding.step.word == nil ? nil : key.letter.map { .letterTyped($0) }
      },
      takesText: { $0.onboarding.step.word != nil },
      render: { state, size in state.onboarding.screen(size: size) },
      farewell: { $0.hasFinished ? "Here your first real game would begin." : nil }
    )
  }
}

extension OnboardingState {
  /// What the screen offers; letters are typed beside that.
  var choices: [KeyBinding<OnboardingAction>] {
    let skip = KeyBinding(.escape, "Skip", OnboardingAction.skipButtonTapped)
    switch step {
    case .welcome: return [KeyBinding(.return, "Next", .nextButtonTapped), skip]
    case .farewell: return [KeyBinding(.return, "Start to play", .nextButtonTapped)]
    case .findFirstWord, .findSecondWord, .findThirdWord:
      var choices = [skip]
      if let last = game.selectedFaces.last {
        choices.insert(KeyBinding(.backspace, "Take back", .game(.faceTapped(last))), at: 0)
      }
      if game.selectedWord == step.word {
        choices.insert(KeyBinding(.return, "Play the word", .game(.submitButtonTapped)), at: 0)
      }
      return choices
    }
  }

  func action(for key: Key) -> OnboardingAction? {
    choices.action(for: .key(key))
  }

  /// What the state looks like; the same state and size always give the same screen.
  func screen(size: Screen.Size) -> Screen {
    var (screen, _, content) = Screen.framed("Your first game", size: size)
    let quit = step.word == nil ? "[q] Quit the demo" : "[Ctrl-C] Quit the demo"
    screen.footer(choices.map(\.text), quit: quit, in: content) { main, screen in
      screen.putWrapped(text, row: main.row, in: main, style: Style(.green, bold: true))
      game.draw(in: main.inset(rows: 4, columns: 0), on: &screen)
    }
    return screen
  }

  private var text: String {
    let isFound = game.moves.count == step.rawValue && step.word != nil
    if isFound { return "Well done!" }
    return switch step {
    case .welcome: "Welcome! Words hide on this cube: you see its top, left and right sides."
    case .findFirstWord: "Type ART. Each letter touches the one before it."
    case .findSecondWord: "The same letters make another word. Type RAT."
    case .findThirdWord: "A letter that was used three times goes, with its cube. Type TAR."
    case .farewell: "The cube is gone, and another one shows. That is all there is to know."
    }
  }
}
