// SPDX-License-Identifier: MIT

// Mistakes in what reducers are made of.

import Lockstep

let misspelledState = Reducer<Parent, ParentAction, Environment>.combine(
  childReducer
    .pullback(state: \.chidl, action: /ParentAction.child, environment: \.child)
)

let misspelledStateWithRoot = Reducer<Parent, ParentAction, Environment>.combine(
  childReducer
    .pullback(state: \Parent.chidl, action: /ParentAction.child, environment: \.child)
)

let misspelledOptional = Reducer<Parent, ParentAction, Environment>.combine(
  childReducer
    .optional()
    .pullback(state: \.optinal, action: /ParentAction.child, environment: \.child)
)

let oneOfSeveral = Reducer<Parent, ParentAction, Environment>.combine(
  parentReducer,
  childReducer
    .pullback(state: \.child, action: /ParentAction.child, environment: { _ in () }),
  childReducer
    .pullback(state: \.chidl, action: /ParentAction.child, environment: { _ in () })
)

let misspelledAction = Reducer<Parent, ParentAction, Environment>.combine(
  childReducer
    .pullback(state: \.child, action: /ParentAction.chidl, environment: { _ in () })
)

let misspelledEnvironment = Reducer<Parent, ParentAction, Environment>.combine(
  childReducer
    .pullback(state: \.child, action: /ParentAction.child, environment: \.chidl)
)

let keyPathToAction = Reducer<Parent, ParentAction, Environment>.combine(
  childReducer
    .pullback(state: \.child, action: \.child, environment: { _ in () })
)

let keyPathToActionOfCase = Reducer<Screen, ParentAction, Environment>.combine(
  childReducer
    .pullback(state: /Screen.child, action: \.child, environment: { _ in () })
)

let constantState = Reducer<Parent, ParentAction, Environment>.combine(
  childReducer
    .pullback(state: \.fixed, action: /ParentAction.child, environment: { _ in () })
)

let optionalState = Reducer<Parent, ParentAction, Environment>.combine(
  childReducer
    .pullback(state: \.optional, action: /ParentAction.child, environment: { _ in () })
)

let stateOfAnotherType = Reducer<Parent, ParentAction, Environment>.combine(
  childReducer
    .pullback(state: \.name, action: /ParentAction.child, environment: { _ in () })
)

let misspelledRows = Reducer<Parent, ParentAction, Environment>.combine(
  rowReducer
    .forEach(state: \.rowz, action: /ParentAction.row, environment: { _ in () })
)

let keyPathToRowAction = Reducer<Parent, ParentAction, Environment>.combine(
  rowReducer
    .forEach(state: \.rows, action: \.row, environment: { _ in () })
)

let misspelledRowEnvironment = Reducer<Parent, ParentAction, Environment>.combine(
  rowReducer
    .forEach(state: \.rows, action: /ParentAction.row, environment: \.chidl)
)

let rowsOfAnotherType = Reducer<Parent, ParentAction, Environment>.combine(
  rowReducer
    .forEach(state: \.child, action: /ParentAction.row, environment: { _ in () })
)

let keyPathToBinding =
  parentReducer
  .binding(action: \.binding)

let misspelledBindingAction =
  parentReducer
  .binding(action: /ParentAction.bindign)

let bindingOfMisspelledState =
  parentReducer
  .binding(state: \.chidl, action: /ParentAction.binding)

let changeOfMisspelledState =
  parentReducer
  .onChange(of: \.nam) { _, _, _, _ in .none }

let misspelledPattern = Reducer<Parent, ParentAction, Environment> { state, action, _ in
  switch action {
  case .binding(\.nam):
    state.name = ""
    return .none
  case .binding(\.name), .child, .done, .row:
    return .none
  default:
    return .none
  }
}

let constantPattern = Reducer<Parent, ParentAction, Environment> { state, action, _ in
  if case .binding(\.fixed) = action { state.name = "" }
  return .none
}

let misspelledBinding = Reducer<Parent, ParentAction, Environment> { _, _, _ in
  Effect(value: .binding(.set(\.nam, "")))
}
