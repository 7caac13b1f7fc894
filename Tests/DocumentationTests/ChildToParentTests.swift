// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/OutputsOfAChild.md`.

enum Quiz {
  struct State: Equatable {
    var question = 1
    var score = 0
  }

  enum Action: FeatureAction, Equatable {
    case answerTapped(isRight: Bool)
    case closeButtonTapped

    enum Output: Equatable {
      case finished(score: Int)
    }
  }

  static let reducer = Reducer<State, Action, Void> { state, action, _ in
    switch action {
    case .answerTapped(let isRight):
      state.question += 1
      if isRight { state.score += 1 }
      guard state.question > 3 else { return .none }
      return .merge(.output(.finished(score: state.score)), .dismiss)
    case .closeButtonTapped:
      return .dismiss
    }
  }
}

enum School {
  struct State: Equatable {
    var quiz: Quiz.State?
    var scores: [Int] = []
  }

  enum Action: Equatable {
    case quiz(PresentationAction<Quiz.Action>)
    case startButtonTapped
  }

  static let reducer = Reducer<State, Action, Void>.withoutEffects { state, action in
    if action == .startButtonTapped { state.quiz = Quiz.State() }
  }
  .presenting(\.quiz, action: /Action.quiz, Quiz.reducer)
  .onOutput(of: Quiz.Action.self) { output, state, _, _ in
    switch output {
    case .finished(let score):
      state.scores.append(score)
    }
    return .none
  }
}

@Suite struct ChildToParentTests {
  @Test func `a finished quiz updates the school`() {
    let store = TestStore(
      initialState: School.State(quiz: Quiz.State(question: 3, score: 2)),
      reducer: School.reducer,
      environment: ()
    )
    store.send(.quiz(.presented(.answerTapped(isRight: true)))) {
      $0.quiz = Quiz.State(question: 4, score: 3)
      $0.scores = [3]
    }
    store.receive(.quiz(.dismiss)) {
      $0.quiz = nil
    }
  }

  @Test func `the last answer ends the quiz`() {
    let store = TestStore(
      initialState: Quiz.State(question: 3, score: 2),
      reducer: Quiz.reducer,
      environment: ()
    )
    store.send(.answerTapped(isRight: false)) {
      $0.question = 4
    }
    store.output(.finished(score: 2))
    store.dismissed()
  }
}

// MARK: The action itself

enum EggTimer {
  struct State: Equatable {
    var isOn = false
  }

  enum Action: Equatable {
    case toggleButtonTapped
  }

  static let reducer = Reducer<State, Action, Void>.withoutEffects { state, _ in
    state.isOn.toggle()
  }
}

enum Kitchen {
  struct State: Equatable {
    var timer = EggTimer.State()
    var starts = 0
  }

  enum Action: Equatable {
    case timer(EggTimer.Action)
  }

  static let reducer = Reducer<State, Action, Void>.combine(
    EggTimer.reducer.pullback(state: \.timer, action: /Action.timer),
    .withoutEffects { state, action in
      switch action {
      case .timer(.toggleButtonTapped):
        if state.timer.isOn { state.starts += 1 }
      }
    }
  )
}

// MARK: Delegate actions

enum Signature {
  struct State: Equatable {
    var name = ""
  }

  enum Action: Equatable {
    case delegate(Delegate)
    case nameChanged(String)
    case saveButtonTapped

    enum Delegate: Equatable {
      case saved(String)
    }
  }

  static let reducer = Reducer<State, Action, Void> { state, action, _ in
    switch action {
    case .delegate:
      return .none
    case .nameChanged(let name):
      state.name = name
      return .none
    case .saveButtonTapped:
      return Effect(value: .delegate(.saved(state.name)))
    }
  }
}

enum Petition {
  struct State: Equatable {
    var form = Signature.State()
    var names: [String] = []
  }

  enum Action: Equatable {
    case form(Signature.Action)
  }

  static let reducer = Reducer<State, Action, Void>.combine(
    Signature.reducer.pullback(state: \.form, action: /Action.form),
    .withoutEffects { state, action in
      guard case .form(.delegate(.saved(let name))) = action else { return }
      state.names.append(name)
    }
  )
}

extension ChildToParentTests {
  @Test func `a started timer updates the kitchen`() {
    let store = TestStore(
      initialState: Kitchen.State(),
      reducer: Kitchen.reducer,
      environment: ()
    )
    store.send(.timer(.toggleButtonTapped)) {
      $0.timer.isOn = true
      $0.starts = 1
    }
  }

  @Test func `a signature is counted once`() {
    let store = TestStore(
      initialState: Petition.State(form: Signature.State(name: "Ann")),
      reducer: Petition.reducer,
      environment: ()
    )
    store.send(.form(.saveButtonTapped))
    store.receive(.form(.delegate(.saved("Ann")))) {
      $0.names = ["Ann"]
    }
  }
}
