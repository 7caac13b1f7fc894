// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/OutputsOfAChild.md`.

struct QuizState: Equatable {
  var question = 1
  var score = 0
}

enum QuizAction: FeatureAction, Equatable {
  case answerTapped(isRight: Bool)
  case closeButtonTapped

  enum Output: Equatable {
    case finished(score: Int)
  }
}

let quizReducer = Reducer<QuizState, QuizAction, Void> { state, action, _ in
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

struct SchoolState: Equatable {
  var quiz: QuizState?
  var scores: [Int] = []
}

enum SchoolAction: Equatable {
  case quiz(PresentationAction<QuizAction>)
  case startButtonTapped
}

let schoolReducer = Reducer<SchoolState, SchoolAction, Void> { state, action, _ in
  if action == .startButtonTapped { state.quiz = QuizState() }
  return .none
}
.presenting(\.quiz, action: /SchoolAction.quiz, quizReducer)
.onOutput(of: QuizAction.self) { output, state, _, _ in
  switch output {
  case .finished(let score):
    state.scores.append(score)
    return .none
  }
}

@Suite struct ChildToParentTests {
  @Test func `a finished quiz updates the school`() {
    let store = TestStore(
      initialState: SchoolState(quiz: QuizState(question: 3, score: 2)),
      reducer: schoolReducer,
      environment: ()
    )
    store.send(.quiz(.presented(.answerTapped(isRight: true)))) {
      $0.quiz = QuizState(question: 4, score: 3)
      $0.scores = [3]
    }
    store.receive(.quiz(.dismiss)) {
      $0.quiz = nil
    }
  }

  @Test func `the last answer ends the quiz`() {
    let store = TestStore(
      initialState: QuizState(question: 3, score: 2),
      reducer: quizReducer,
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

struct EggTimerState: Equatable {
  var isOn = false
}

enum EggTimerAction: Equatable {
  case toggleButtonTapped
}

let eggTimerReducer = Reducer<EggTimerState, EggTimerAction, Void> { state, _, _ in
  state.isOn.toggle()
  return .none
}

struct KitchenState: Equatable {
  var timer = EggTimerState()
  var starts = 0
}

enum KitchenAction: Equatable {
  case timer(EggTimerAction)
}

let kitchenReducer = Reducer<KitchenState, KitchenAction, Void>.combine(
  eggTimerReducer.pullback(state: \.timer, action: /KitchenAction.timer),
  Reducer { state, action, _ in
    switch action {
    case .timer(.toggleButtonTapped):
      if state.timer.isOn { state.starts += 1 }
      return .none
    }
  }
)

// MARK: Delegate actions

struct SignatureState: Equatable {
  var name = ""
}

enum SignatureAction: Equatable {
  case delegate(Delegate)
  case nameChanged(String)
  case saveButtonTapped

  enum Delegate: Equatable {
    case saved(String)
  }
}

let signatureReducer = Reducer<SignatureState, SignatureAction, Void> { state, action, _ in
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

struct PetitionState: Equatable {
  var form = SignatureState()
  var names: [String] = []
}

enum PetitionAction: Equatable {
  case form(SignatureAction)
}

let petitionReducer = Reducer<PetitionState, PetitionAction, Void>.combine(
  signatureReducer.pullback(state: \.form, action: /PetitionAction.form),
  Reducer { state, action, _ in
    guard case .form(.delegate(.saved(let name))) = action else { return .none }
    state.names.append(name)
    return .none
  }
)

extension ChildToParentTests {
  @Test func `a started timer updates the kitchen`() {
    let store = TestStore(
      initialState: KitchenState(),
      reducer: kitchenReducer,
      environment: ()
    )
    store.send(.timer(.toggleButtonTapped)) {
      $0.timer.isOn = true
      $0.starts = 1
    }
  }

  @Test func `a signature is counted once`() {
    let store = TestStore(
      initialState: PetitionState(form: SignatureState(name: "Ann")),
      reducer: petitionReducer,
      environment: ()
    )
    store.send(.form(.saveButtonTapped))
    store.receive(.form(.delegate(.saved("Ann")))) {
      $0.names = ["Ann"]
    }
  }
}
