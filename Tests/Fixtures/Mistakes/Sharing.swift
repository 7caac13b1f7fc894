// SPDX-License-Identifier: MIT

// Mistakes in shared state, rules of effects and subscriptions.

import Lockstep

struct Shelf: Equatable {
  var list = Child()
  var path: StackState<Child> = []
  var books: [Int] = []
  var name = ""
}

enum ShelfAction: Equatable {
  case list(ChildAction)
  case path(StackAction<Child, ChildAction>)
}

let sharingReducer = Reducer<Sharing<Child, [Int]>, ChildAction, Void> { _, _, _ in .none }

let shelfReducer = Reducer<Shelf, ShelfAction, Void> { _, _, _ in .none }

let anotherShared = Reducer<Shelf, ShelfAction, Void>.combine(
  sharingReducer.pullback(state: \.list, sharing: \.name, action: /ShelfAction.list)
)

let forgottenSharing = Reducer<Shelf, ShelfAction, Void>.combine(
  sharingReducer.pullback(state: \.list, action: /ShelfAction.list)
)

let forgottenSharingOfPath = Reducer<Shelf, ShelfAction, Void>.combine(
  sharingReducer.forEach(stack: \.path, action: /ShelfAction.path)
)

let sharingWithPlainReducer = Reducer<Shelf, ShelfAction, Void>.combine(
  childReducer.pullback(state: \.list, sharing: \.books, action: /ShelfAction.list)
)

let forgottenEnvironment = Reducer<Shelf, ShelfAction, Int>.combine(
  sharingReducer.pullback(state: \.list, sharing: \.books, action: /ShelfAction.list)
)

let keyThatIsNotHashable =
  shelfReducer.subscription(to: \.list) { key, environment in .none }

let misspelledPolicy = Effect<Int, Never>.none.cancellable(id: 1, whenRunning: .last)
