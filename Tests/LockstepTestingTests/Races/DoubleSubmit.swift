// SPDX-License-Identifier: MIT

// A form that locks its button when the validation has passed, instead of when the button is tapped.

import Foundation
import Lockstep
import LockstepTesting

extension Race {
  static let doubleSubmit = Race(
    "double submit",
    symptom: "The form was submitted twice.",
    forms: [
      Form("an effect plays the user") { variant in
        let submissions = Recorder(0)
        let store = TestStore(
          initialState: false,
          reducer: variant.reducer.played,
          environment: FormClient(submissions) {}
        )
        store.send(.user([.submitTapped, .submitTapped], patience: 1))
        store.skipReceived()
        for _ in 0..<submissions.value { store.fireAndForget() }
        check(submissions.value == 1, "The form was submitted twice.")
      },
      Form("two sends, and a validation that does not wait") { variant in
        let submissions = Recorder(0)
        let store = TestStore(
          initialState: false,
          reducer: variant.reducer,
          environment: FormClient(submissions) {}
        )
        store.exhaustivity = .runningEffects
        store.send(.submitTapped)
        store.send(.submitTapped)
        store.skipReceived()
        check(submissions.value == 1, "The form was submitted twice.")
      },
      Form("two sends, and an actor that validates") { variant in
        let submissions = Recorder(0)
        let server = Server()
        let store = TestStore(
          initialState: false,
          reducer: variant.reducer,
          environment: FormClient(submissions) { await server.validate() }
        )
        store.exhaustivity = .runningEffects
        store.send(.submitTapped)
        store.send(.submitTapped)
        store.skipReceived()
        check(submissions.value == 1, "The form was submitted twice.")
      },
      Form("two sends, the second when the validation has passed") { variant in
        let mainQueue = DispatchQueue.test
        let submissions = Recorder(0)
        let store = TestStore(
          initialState: false,
          reducer: variant.reducer,
          environment: FormClient(submissions) { try await mainQueue.sleep(for: 1) }
        )
        store.exhaustivity = .runningEffects
        store.send(.submitTapped)
        mainQueue.advance(by: 1.1)
        store.send(.submitTapped)
        mainQueue.advance(by: 1)
        store.skipReceived()
        check(submissions.value == 1, "The form was submitted twice.")
      },
    ]
  )
}

extension Race.Variant {
  fileprivate var reducer: Reducer<Bool, FormAction, FormClient> {
    Reducer { isLocked, action, client in
      switch action {
      case .submitTapped where isLocked:
        return .none
      case .submitTapped:
        isLocked = self == .fixed
        return .task {
          try await client.validate()
          return .validated
        }
      case .validated:
        isLocked = true
        return .fireAndForget { client.submissions.update { $0 += 1 } }
      }
    }
  }
}

private struct FormClient: Sendable {
  let submissions: Recorder<Int>
  let validate: @Sendable () async throws -> Void

  init(_ submissions: Recorder<Int>, validate: @escaping @Sendable () async throws -> Void) {
    self.submissions = submissions
    self.validate = validate
  }
}

private enum FormAction: Equatable {
  case submitTapped
  case validated
}

private actor Server {
  private(set) var validations = 0

  func validate() { validations += 1 }
}
