// SPDX-License-Identifier: MIT

import Lockstep

/// A child whose effects and outputs are supplied by the test.
struct HousePart: Equatable, Identifiable, Sendable {
  var id = 0
  var values: [Int] = []
}

enum HousePartAction: FeatureAction {
  case leave
  case say(Int)
  case start(Effect<Int, Never>)
  case value(Int)

  enum Output: Equatable { case number(Int) }
}

let housePartReducer = Reducer<HousePart, HousePartAction, Void> { state, action, _ in
  switch action {
  case .leave: return .dismiss
  case .say(let number): return .output(.number(number))
  case .start(let effect): return effect.map(HousePartAction.value)
  case .value(let number):
    state.values.append(number)
    return .none
  }
}

/// A parent with one child of every kind that can be missing.
struct JournaledHouse: Equatable, Sendable {
  enum Screen: Equatable, Sendable {
    case empty
    case part(HousePart)
  }

  var received: [Int] = []
  var optional: HousePart? = HousePart()
  var presented: HousePart? = HousePart()
  var rows: IdentifiedArrayOf<HousePart> = [HousePart(id: 1), HousePart(id: 2)]
  var screen = Screen.part(HousePart())
  var stack: StackState<HousePart> = [HousePart(), HousePart()]
}

enum JournaledHouseAction: Sendable {
  case clear
  case optional(HousePartAction)
  case presented(PresentationAction<HousePartAction>)
  case removeRow(Int)
  case row(Int, HousePartAction)
  case screen(HousePartAction)
  case stack(StackAction<HousePart, HousePartAction>)
}

let journaledHouseReducer = Reducer<JournaledHouse, JournaledHouseAction, Void>.combine(
  housePartReducer.optional()
    .pullback(
      state: \.optional,
      action: /JournaledHouseAction.optional
    ),
  housePartReducer.forEach(
    state: \.rows,
    action: /JournaledHouseAction.row
  ),
  housePartReducer.pullback(
    state: /JournaledHouse.Screen.part,
    action: .`self`
  )
  .pullback(state: \.screen, action: /JournaledHouseAction.screen),
  housePartReducer.forEach(
    stack: \.stack,
    action: /JournaledHouseAction.stack
  ),
  Reducer { state, action, _ in
    switch action {
    case .clear: (state.optional, state.presented, state.screen) = (nil, nil, .empty)
    case .removeRow(let id): state.rows.remove(id: id)
    default: break
    }
    return .none
  }
)
.presenting(
  \.presented,
  action: /JournaledHouseAction.presented,
  housePartReducer
)
.onOutput(of: HousePartAction.self) { output, state, _, _ in
  switch output {
  case .number(let number): state.received.append(number)
  }
  return .none
}
