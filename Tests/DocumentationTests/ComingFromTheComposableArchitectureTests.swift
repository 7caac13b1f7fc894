// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/ComingFromTheComposableArchitecture.md`.

enum Number {
  struct State: Equatable {
    var fact: String?
    var number = 0
  }

  enum Action: Equatable {
    case factButtonTapped
    case factResponse(String)
    case stepperChanged(Int)
  }

  struct Environment: Sendable {
    var fact: @Sendable (Int) async -> String
  }

  static let reducer = Reducer<State, Action, Environment> { state, action, environment in
    switch action {
    case .factButtonTapped:
      return .task { [number = state.number] in
        .factResponse(await environment.fact(number))
      }
    case .factResponse(let fact):
      state.fact = fact
    case .stepperChanged(let number):
      state.number = number
    }
    return .none
  }
}

@Test func `a fact is about the chosen number`() {
  let store = TestStore(
    initialState: Number.State(),
    reducer: Number.reducer,
    environment: Number.Environment(fact: { "\($0) is prime." })
  )
  store.send(.stepperChanged(7)) { $0.number = 7 }
  store.send(.factButtonTapped)
  store.receive(/Number.Action.factResponse) { $0.fact = "7 is prime." }
}

enum NumberView {
  struct ViewState: Equatable {
    var text: String

    init(state: Number.State) {
      text = state.fact ?? "\(state.number)"
    }
  }

  enum ViewAction {
    case infoButtonTapped
    case stepped(Int)
  }
}

extension Number.Action {
  init(viewAction: NumberView.ViewAction) {
    switch viewAction {
    case .infoButtonTapped: self = .factButtonTapped
    case .stepped(let number): self = .stepperChanged(number)
    }
  }
}

@Test func `a fact is shown for the current number`() {
  let store = TestStore(
    initialState: Number.State(),
    reducer: Number.reducer,
    environment: Number.Environment(fact: { "\($0) is prime." })
  )
  .scope(state: NumberView.ViewState.init, action: Number.Action.init)

  store.send(.stepped(7)) { $0.text = "7" }
  store.send(.infoButtonTapped)
  store.receive(.factResponse("7 is prime.")) { $0.text = "7 is prime." }
}

@Test func `the other ways to receive an action of the feature`() {
  let store = TestStore(
    initialState: Number.State(),
    reducer: Number.reducer,
    environment: Number.Environment(fact: { "\($0) is prime." })
  )
  .scope(state: NumberView.ViewState.init, action: Number.Action.init)
  store.send(.infoButtonTapped)
  store.parent.receive(/Number.Action.factResponse) { $0.text = "0 is prime." }
}

// Navigation, side by side.

enum ContactForm {
  struct State: Equatable {
    var name = ""
  }

  enum Action: FeatureAction, Equatable {
    case nameChanged(String)
    case saveButtonTapped

    enum Output: Equatable {
      case saved(String)
    }
  }

  static let reducer = Reducer<State, Action, Void> { state, action, _ in
    switch action {
    case .nameChanged(let name):
      state.name = name
      return .none
    case .saveButtonTapped:
      return .merge(.output(.saved(state.name)), .dismiss)
    }
  }
}

enum ContactDetail {
  struct State: Equatable {
    var name: String
  }

  enum Action: Equatable {
    case closeButtonTapped
  }

  static let reducer = Reducer<State, Action, Void> { _, _, _ in
    .dismiss
  }
}

enum Contacts {
  struct State: Equatable {
    var form: ContactForm.State?
    var path: StackState<ContactDetail.State> = []
  }

  enum Action: Equatable {
    case addButtonTapped
    case form(PresentationAction<ContactForm.Action>)
    case path(StackAction<ContactDetail.State, ContactDetail.Action>)
  }

  static let reducer = Reducer<State, Action, Void>.combine(
    ContactDetail.reducer.forEach(
      stack: \.path,
      action: /Action.path
    ),
    .withoutEffects { state, action in
      if action == .addButtonTapped { state.form = ContactForm.State() }
    }
  )
  .presenting(\.form, action: /Action.form, ContactForm.reducer)
  .onOutput(of: ContactForm.Action.self) { output, state, _, _ in
    switch output {
    case .saved(let name):
      state.path.append(ContactDetail.State(name: name))
    }
    return .none
  }
}

@Test func `a saved contact is opened, and the form goes`() {
  let store = TestStore(
    initialState: Contacts.State(),
    reducer: Contacts.reducer,
    environment: ()
  )
  let form = store.presented(\.form, /Contacts.Action.form)
  let detail = store.screen(0, of: \.path, /Contacts.Action.path)

  store.send(.addButtonTapped) { $0.form = ContactForm.State() }
  form.send(.nameChanged("Blob")) { $0.name = "Blob" }
  store.send(.form(.presented(.saveButtonTapped))) {
    $0.path.append(ContactDetail.State(name: "Blob"))
  }
  store.receive(.form(.dismiss)) { $0.form = nil }
  detail.send(.closeButtonTapped)
  store.receive(.path(.popFrom(id: 0))) { $0.path = [] }
}
