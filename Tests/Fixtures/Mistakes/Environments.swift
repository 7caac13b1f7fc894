// SPDX-License-Identifier: MIT

// Children with another environment than their parent.

import Lockstep

struct Client {
  var load = 0
}

struct World {
  var client = Client()
}

struct Desk: Equatable {
  var array: [Row] = []
  var child = Child()
  var dictionary: [Int: Row] = [:]
  let fixed = Child()
  var names: [Int] = []
  var path: StackState<Child> = []
  var rows: IdentifiedArrayOf<Row> = []
  var sheet: Child?
}

enum DeskAction: Equatable {
  case child(ChildAction)
  case named(String, RowAction)
  case path(StackAction<Child, ChildAction>)
  case row(Int, RowAction)
  case sheet(PresentationAction<ChildAction>)
}

let loader = Reducer<Child, ChildAction, Client> { _, _, _ in .none }

let rowLoader = Reducer<Row, RowAction, Client> { _, _, _ in .none }

let toClient: any KeyPath<World, Client> & Sendable = \.client

let deskReducer = Reducer<Desk, DeskAction, World> { _, _, _ in .none }

let anotherEnvironment = Reducer<Desk, DeskAction, World>.combine(
  loader.pullback(state: \.child, action: /DeskAction.child)
)

let anotherEnvironmentOfOptional: Reducer<Desk, DeskAction, World> =
  loader.optional().pullback(state: \.sheet, action: /DeskAction.child)

let anotherEnvironmentOfCase = Reducer<Screen, ParentAction, World>.combine(
  loader.pullback(state: /Screen.child, action: /ParentAction.child)
)

let anotherEnvironmentOfRows = Reducer<Desk, DeskAction, World>.combine(
  rowLoader.forEach(state: \.rows, action: /DeskAction.row)
)

let anotherEnvironmentOfDictionary = Reducer<Desk, DeskAction, World>.combine(
  rowLoader.forEach(state: \.dictionary, action: /DeskAction.row)
)

let anotherEnvironmentOfArray = Reducer<Desk, DeskAction, World>.combine(
  rowLoader.forEach(state: \.array, action: /DeskAction.row)
)

let anotherEnvironmentOfPath = Reducer<Desk, DeskAction, World>.combine(
  loader.forEach(stack: \.path, action: /DeskAction.path)
)

let anotherEnvironmentOfSheet =
  deskReducer.presenting(\.sheet, action: /DeskAction.sheet, loader)

let environmentOfDictionary = Reducer<Desk, DeskAction, World>.combine(
  rowLoader.forEach(state: \.dictionary, action: /DeskAction.row, environment: { $0.client })
)

let environmentOfArray = Reducer<Desk, DeskAction, World>.combine(
  rowLoader.forEach(state: \.array, action: /DeskAction.row, environment: \.client)
)

let environmentOfPath = Reducer<Desk, DeskAction, World>.combine(
  loader.forEach(stack: \.path, action: /DeskAction.path, environment: \.client)
)

let environmentOfSheet =
  deskReducer.presenting(\.sheet, action: /DeskAction.sheet, loader, environment: { $0.client })

let misspelledEnvironment = Reducer<Desk, DeskAction, World>.combine(
  loader.environment { $0.clinet }.pullback(state: \.child, action: /DeskAction.child)
)

let misspelledKeyPath = Reducer<Desk, DeskAction, World>.combine(
  loader.environment(\.clinet).pullback(state: \.child, action: /DeskAction.child)
)

let misspelledEnvironmentOfSheet =
  deskReducer.presenting(\.sheet, action: /DeskAction.sheet, loader.environment { $0.clinet })

let environmentOfAnotherType = Reducer<Desk, DeskAction, World>.combine(
  loader.environment { $0 }.pullback(state: \.child, action: /DeskAction.child)
)

let storedKeyPath = Reducer<Desk, DeskAction, World>.combine(
  loader.environment(toClient).pullback(state: \.child, action: /DeskAction.child)
)

let misspelledState = Reducer<Desk, DeskAction, World>.combine(
  loader.environment { $0.client }.pullback(state: \.chidl, action: /DeskAction.child)
)

let misspelledStateWithoutEnvironment = Reducer<Desk, DeskAction, World>.combine(
  childReducer.pullback(state: \.chidl, action: /DeskAction.child)
)

let optionalStateWithoutEnvironment = Reducer<Desk, DeskAction, World>.combine(
  childReducer.pullback(state: \.sheet, action: /DeskAction.child)
)

let constantStateWithoutEnvironment = Reducer<Desk, DeskAction, World>.combine(
  childReducer.pullback(state: \.fixed, action: /DeskAction.child)
)

let keyPathToActionWithoutEnvironment = Reducer<Desk, DeskAction, World>.combine(
  childReducer.pullback(state: \.child, action: \.child)
)

let misspelledRowsWithoutEnvironment = Reducer<Desk, DeskAction, World>.combine(
  rowReducer.forEach(state: \.rowz, action: /DeskAction.row)
)

let anotherIDWithoutEnvironment = Reducer<Desk, DeskAction, World>.combine(
  rowReducer.forEach(state: \.rows, action: /DeskAction.named)
)
