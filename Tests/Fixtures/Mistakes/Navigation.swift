// SPDX-License-Identifier: MIT

// Mistakes in presentations, stacks and outputs.

import Lockstep

struct Place: Equatable {
  var path: StackState<Child> = []
  var sheet: Child?
}

enum PlaceAction: Equatable {
  case path(StackAction<Child, ChildAction>)
  case sheet(PresentationAction<ChildAction>)
  case plain(ChildAction)
}

enum SpeakingAction: FeatureAction {
  case tapped

  enum Output: Equatable, Sendable {
    case started
  }
}

let placeReducer = Reducer<Place, PlaceAction, Void> { _, _, _ in .none }

let misspelledSheet =
  placeReducer.presenting(\.shet, action: /PlaceAction.sheet, childReducer)

let plainActionOfSheet =
  placeReducer.presenting(\.sheet, action: /PlaceAction.plain, childReducer)

let keyPathToSheetAction =
  placeReducer.presenting(\.sheet, action: \.sheet, childReducer)

let stackAsSheet =
  placeReducer.presenting(\.path, action: /PlaceAction.sheet, childReducer)

let misspelledPath = Reducer<Place, PlaceAction, Void>.combine(
  childReducer.forEach(stack: \.paths, action: /PlaceAction.path)
)

let plainActionOfPath = Reducer<Place, PlaceAction, Void>.combine(
  childReducer.forEach(stack: \.path, action: /PlaceAction.plain)
)

let anotherOutput = Reducer<Child, SpeakingAction, Void> { _, _, _ in .output(.stopped) }

let outputOfSilentFeature = Reducer<Child, ChildAction, Void> { _, _, _ in .output(.started) }

let hearingSilentFeature =
  placeReducer.onOutput(of: ChildAction.self) { output, state, action, environment in .none }
