// SPDX-License-Identifier: MIT

// Mistakes in effects.

import Lockstep

func effects() -> [Effect<ParentAction, Never>] {
  [
    .send(.done),
    Effect.send(.child(.tapped)),
    .send(.done, animation: .default),
  ]
}

func values(of effect: Effect<ParentAction, Never>) async {
  for await action in effect.values {
    print(action)
  }
}

let sending = Reducer<Parent, ParentAction, Environment> { _, action, _ in
  switch action {
  case .done:
    return .send(.child(.tapped))
  default:
    return .none
  }
}

let misspelledValue = Reducer<Parent, ParentAction, Environment> { _, _, _ in
  Effect(value: .dnoe)
}

let misspelledTask = Reducer<Parent, ParentAction, Environment> { _, _, _ in
  .task { .dnoe }
}

let misspelledRun = Reducer<Parent, ParentAction, Environment> { _, _, _ in
  .run { send in send(.dnoe) }
}

let misspelledRunInLoop = Reducer<Parent, ParentAction, Environment> { _, _, _ in
  .run { send in
    for number in 1...3 {
      send(.child(.respnse(number)))
    }
  }
}
