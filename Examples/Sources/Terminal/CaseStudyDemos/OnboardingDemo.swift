// SPDX-License-Identifier: MIT

// A feature layered over another one: the game is the app's own and does not know about the tutorial.

internal import CaseStudies
internal import DemoSupport
internal import DependencyClients
internal import Foundation
internal import Lockstep
internal import LockstepTerminal
internal import SharedModels
internal import WordGameFeature

extension CaseStudyProgram {
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
    action: /OnboardingDemoAction.onboarding
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
      program: TerminalProgram(
        keys: { state, _ in
          state.onboarding.keys.map { $0.map(OnboardingDemoAction.onboarding) }
            + [.quit("q", .control("c"))]
        },
        isEditing: { $0.onboarding.isEditing },
        screen: { state, size, help in state.onboarding.screen(size: size, help: help) },
        action: { event, state, _ in
          guard state.onboarding.isEditing, case .key(let key) = event else { return nil }
          return key.letter.map { .letterTyped($0) }
        }
      ),
      farewell: { $0.hasFinished ? "Here your first real game would begin." : nil }
    )
  }
}

extension OnboardingState {
  var isEditing: Bool { step.word != nil }

  var keys: [KeyBinding<OnboardingAction>] {
    let skip = KeyBinding(.escape, "Skip", OnboardingAction.skipButtonTapped)
    switch step {
    case .welcome: return [KeyBinding(.return, "Next", .nextButtonTapped), skip]
    case .farewell: return [KeyBinding(.return, "Start to play", .nextButtonTapped)]
    case .findFirstWord, .findSecondWord, .findThirdWord:
      var keys = [skip]
      if let last = game.selectedFaces.last {
        keys.insert(KeyBinding(.backspace, "Take back", .game(.faceTapped(last))), at: 0)
      }
      if game.selectedWord == step.word {
        keys.insert(KeyBinding(.return, "Play the word", .game(.submitButtonTapped)), at: 0)
      }
      return keys
    }
  }

  func screen(size: Screen.Size, help: HelpLine) -> Screen {
    var (screen, _, content) = Screen.framed("Your first game", size: size)
    let main = screen.footer(help, in: content)
    var lines = StyledLines()
    lines.add(text, style: Style(.green, bold: true))
    let rows = min(lines.rows(columns: main.columns), max(1, main.rows / 3))
    let parts = main.rows([.fixed(rows), .fixed(main.rows < 12 ? 0 : 1), .flexible()])
    lines.draw(in: parts[0], on: &screen)
    game.draw(in: parts[2], on: &screen)
    return screen
  }

  private var text: String {
    let isFound = game.moves.count == step.rawValue && step.word != nil
    if isFound { return "Well done!" }
    return switch step {
    case .welcome: "Welcome! Words hide on this cube: you see its top, left and right sides."
    case .findFirstWord: "Type ART. Each letter touches the one before it."
    case .findSecondWord: "Type RAT. The same letters make another word."
    case .findThirdWord: "Type TAR. A letter that was used three times goes, with its cube."
    case .farewell: "The cube disappeared. Another one shows. That is all there is to know."
    }
  }
}
