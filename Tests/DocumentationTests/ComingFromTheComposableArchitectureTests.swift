// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/ComingFromTheComposableArchitecture.md`.

struct NumberState: Equatable {
  var fact: String?
  var number = 0
}

enum NumberAction: Equatable {
  case factButtonTapped
  case factResponse(String)
  case stepperChanged(Int)
}

struct NumberEnvironment: Sendable {
  var fact: @Sendable (Int) async -> String
}

let numberReducer = Reducer<NumberState, NumberAction, NumberEnvironment> {
  state,
  action,
  environment in
  switch action {
  case .factButtonTapped:
    return .task { [number = state.number] in
      .factResponse(await environment.fact(number))
    }
  case .factResponse(let fact):
    state.fact = fact
    return .none
  case .stepperChanged(let number):
    state.number = number
    return .none
  }
}

@Test func `a fact is about the chosen number`() {
  let store = TestStore(
    initialState: NumberState(),
    reducer: numberReducer,
    environment: NumberEnvironment(fact: { "\($0) is prime." })
  )
  store.send(.stepperChanged(7)) { $0.number = 7 }
  store.send(.factButtonTapped)
  store.receive(/NumberAction.factResponse) { $0.fact = "7 is prime." }
}

enum NumberView {
  struct ViewState: Equatable {
    var text: String

    init(state: NumberState) {
      text = state.fact ?? "\(state.number)"
    }
  }

  enum ViewAction {
    case infoButtonTapped
    case stepped(Int)
  }
}

extension NumberAction {
  init(viewAction: NumberView.ViewAction) {
    switch viewAction {
    case .infoButtonTapped: self = .factButtonTapped
    case .stepped(let number): self = .stepperChanged(number)
    }
  }
}

@Test func `a fact is shown for the current number`() {
  let store = TestStore(
    initialState: NumberState(),
    reducer: numberReducer,
    environment: NumberEnvironment(fact: { "\($0) is prime." })
  )
  .scope(state: NumberView.ViewState.init, action: NumberAction.init)

  store.send(.stepped(7)) { $0.text = "7" }
  store.send(.infoButtonTapped)
  store.receive(.factResponse("7 is prime.")) { $0.text = "7 is prime." }
}

@Test func `the other ways to receive an action of the feature`() {
  let store = TestStore(
    initialState: NumberState(),
    reducer: numberReducer,
    environment: NumberEnvironment(fact: { "\($0) is prime." })
  )
  .scope(state: NumberView.ViewState.init, action: NumberAction.init)
  store.send(.infoButtonTapped)
  store.parent.receive(/NumberAction.factResponse) { $0.text = "0 is prime." }
}

// Navigation, side by side.

struct ContactForm: Equatable {
  var name = ""
}

enum ContactFormAction: FeatureAction, Equatable {
  case nameChanged(String)
  case saveButtonTapped

  enum Output: Equatable {
    case saved(String)
  }
}

let contactFormReducer = Reducer<ContactForm, ContactFormAction, Void> { state, action, _ in
  switch action {
  case .nameChanged(let name):
    state.name = name
    return .none
  case .saveButtonTapped:
    return .merge(.output(.saved(state.name)), .dismiss)
  }
}

struct ContactDetail: Equatable {
  var name: String
}

enum ContactDetailAction: Equatable {
  case closeButtonTapped
}

let contactDetailReducer = Reducer<ContactDetail, ContactDetailAction, Void> { _, _, _ in
  .dismiss
}

struct Contacts: Equatable {
  var form: ContactForm?
  var path: StackState<ContactDetail> = []
}

enum ContactsAction: Equatable {
  case addButtonTapped
  case form(PresentationAction<ContactFormAction>)
  case path(StackAction<ContactDetail, ContactDetailAction>)
}

let contactsReducer = Reducer<Contacts, ContactsAction, Void>.combine(
  contactDetailReducer.forEach(
    stack: \.path,
    action: /ContactsAction.path
  ),
  Reducer { state, action, _ in
    if action == .addButtonTapped { state.form = ContactForm() }
    return .none
  }
)
.presenting(\.form, action: /ContactsAction.form, contactFormReducer)
.onOutput(of: ContactFormAction.self) { output, state, _, _ in
  switch output {
  case .saved(let name):
    state.path.append(ContactDetail(name: name))
    return .none
  }
}

@Test func `a saved contact is opened, and the form goes`() {
  let store = TestStore(
    initialState: Contacts(),
    reducer: contactsReducer,
    environment: ()
  )
  let form = store.presented(\.form, /ContactsAction.form)
  let detail = store.screen(0, of: \.path, /ContactsAction.path)

  store.send(.addButtonTapped) { $0.form = ContactForm() }
  form.send(.nameChanged("Blob")) { $0.name = "Blob" }
  store.send(.form(.presented(.saveButtonTapped))) {
    $0.path.append(ContactDetail(name: "Blob"))
  }
  store.receive(.form(.dismiss)) { $0.form = nil }
  detail.send(.closeButtonTapped)
  store.receive(.path(.popFrom(id: 0))) { $0.path = [] }
}
