// SPDX-License-Identifier: MIT

// A form that locks its button when the validation has passed, instead of when the button is tapped.

import Lockstep
import LockstepTesting

extension Race {
  static let doubleSubmit = Race(
    "double submit",
    symptom: "The form was submitted twice."
  ) { variant in
    let reducer = Reducer<Bool, FormAction, Recorder<Int>> { isLocked, action, submissions in
      switch action {
      case .submitTapped where isLocked:
        return .none
      case .submitTapped:
        isLocked = variant == .fixed
        return .task { .validated }
      case .validated:
        isLocked = true
        return .fireAndForget { submissions.update { $0 += 1 } }
      }
    }.played
    return {
      let submissions = Recorder(0)
      let store = TestStore(initialState: false, reducer: reducer, environment: submissions)
      store.send(.user([.submitTapped, .submitTapped], patience: 1))
      store.skipReceived()
      for _ in 0..<submissions.value { store.fireAndForget() }
      check(submissions.value == 1, "The form was submitted twice.")
    }
  }
}

private enum FormAction: Equatable {
  case submitTapped
  case validated
}
