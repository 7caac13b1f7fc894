// SPDX-License-Identifier: MIT

// Cases whose payload does not fit, and states and actions of another shape than a method asks for.

import Lockstep

struct Detail: Equatable {
  var text = ""
}

enum DetailAction: Equatable {
  case closed
}

struct Board: Equatable {
  var array: [Row] = []
  var child = Child()
  var detail = Detail()
  var dictionary: [Int: Row] = [:]
  var details: IdentifiedArrayOf<Row> = []
  var path: StackState<Child> = []
  var rows: IdentifiedArrayOf<Row> = []
  var sheet: Child?
}

enum BoardAction: Equatable {
  case binding(BindingAction<Child>)
  case child(ChildAction)
  case closed
  case detail(DetailAction)
  case path(StackAction<Detail, DetailAction>)
  case plain(Int, DetailAction)
  case row(Int, RowAction)
  case sheet(PresentationAction<DetailAction>)
}

enum Tab: Equatable {
  case child(Child)
  case detail(Detail)
}

struct World {
  var detail: Int = 0
}

let detailReducer = Reducer<Detail, DetailAction, Int> { _, _, _ in .none }

let boardReducer = Reducer<Board, BoardAction, World> { _, _, _ in .none }

let tabReducer = Reducer<Tab, BoardAction, World> { _, _, _ in .none }

let anotherAction = Reducer<Board, BoardAction, World>.combine(
  boardReducer,
  childReducer.pullback(state: \.child, action: /BoardAction.detail)
)

let anotherActionWithEnvironment = Reducer<Board, BoardAction, World>.combine(
  boardReducer,
  childReducer
    .pullback(state: \.child, action: /BoardAction.detail, environment: { _ in () })
)

let anotherActionOfDetail = Reducer<Board, BoardAction, World>.combine(
  boardReducer,
  detailReducer.environment { $0.detail }.pullback(state: \.detail, action: /BoardAction.child)
)

let anotherActionWithoutPayload = Reducer<Board, BoardAction, World>.combine(
  childReducer.pullback(state: \.child, action: /BoardAction.closed)
)

let anotherState = Reducer<Board, BoardAction, World>.combine(
  childReducer.pullback(state: \.detail, action: /BoardAction.child)
)

let anotherActionOfOptional = Reducer<Board, BoardAction, World>.combine(
  childReducer.optional().pullback(state: \.sheet, action: /BoardAction.detail)
)

let anotherActionOfCase = Reducer<Tab, BoardAction, World>.combine(
  tabReducer,
  childReducer.pullback(state: /Tab.child, action: /BoardAction.detail)
)

let anotherActionOfCaseWithEnvironment = Reducer<Tab, BoardAction, World>.combine(
  childReducer
    .pullback(state: /Tab.child, action: /BoardAction.detail, environment: { _ in () })
)

let anotherStateOfCase = Reducer<Tab, BoardAction, World>.combine(
  childReducer.pullback(state: /Tab.detail, action: /BoardAction.child)
)

let anotherStateOfCaseWithEnvironment = Reducer<Tab, BoardAction, World>.combine(
  childReducer
    .pullback(state: /Tab.detail, action: /BoardAction.child, environment: { _ in () })
)

let childCaseOfAnotherAction = Reducer<Tab, BoardAction, World>.combine(
  tabReducer,
  childReducer.pullback(ChildCase(/Tab.child, /BoardAction.detail))
)

let childCaseOfAnotherState = Reducer<Tab, BoardAction, World>.combine(
  tabReducer,
  childReducer.pullback(ChildCase(/Tab.detail, /BoardAction.child))
)

let storedDetail = ChildCase(/Tab.detail, /BoardAction.detail)

let storedChildCase = Reducer<Tab, BoardAction, World>.combine(
  childReducer.pullback(storedDetail)
)

let anotherActionOfRows = Reducer<Board, BoardAction, World>.combine(
  rowReducer.forEach(state: \.rows, action: /BoardAction.plain)
)

let anotherActionOfRowsWithEnvironment = Reducer<Board, BoardAction, World>.combine(
  rowReducer.forEach(state: \.rows, action: /BoardAction.plain, environment: { _ in () })
)

let childActionOfRows = Reducer<Board, BoardAction, World>.combine(
  rowReducer.forEach(state: \.rows, action: /BoardAction.child)
)

let anotherActionOfDictionary = Reducer<Board, BoardAction, World>.combine(
  rowReducer.forEach(state: \.dictionary, action: /BoardAction.plain)
)

let anotherActionOfArray = Reducer<Board, BoardAction, World>.combine(
  rowReducer.forEach(state: \.array, action: /BoardAction.plain)
)

let plainActionOfSheet =
  boardReducer.presenting(\.sheet, action: /BoardAction.child, childReducer)

let rowActionOfSheet =
  boardReducer.presenting(\.sheet, action: /BoardAction.row, childReducer)

let anotherActionOfSheet =
  boardReducer.presenting(\.sheet, action: /BoardAction.sheet, childReducer)

let plainStateOfSheet =
  boardReducer.presenting(\.child, action: /BoardAction.sheet, childReducer)

let plainActionOfPath = Reducer<Board, BoardAction, World>.combine(
  childReducer.forEach(stack: \.path, action: /BoardAction.child)
)

let rowActionOfPath = Reducer<Board, BoardAction, World>.combine(
  childReducer.forEach(stack: \.path, action: /BoardAction.row)
)

let anotherActionOfPath = Reducer<Board, BoardAction, World>.combine(
  childReducer.forEach(stack: \.path, action: /BoardAction.path)
)

let listAsStack = Reducer<Board, BoardAction, World>.combine(
  rowReducer.forEach(stack: \.rows, action: /BoardAction.path)
)

let plainActionOfBinding = boardReducer.binding(action: /BoardAction.child)

let anotherBinding = boardReducer.binding(action: /BoardAction.binding)

let plainActionOfBindingOfPart =
  boardReducer.binding(state: \.child, action: /BoardAction.detail)

let anotherBindingOfPart =
  boardReducer.binding(state: \.detail, action: /BoardAction.binding)
