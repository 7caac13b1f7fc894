// SPDX-License-Identifier: MIT

// Mistakes in reducers that share state with their parent.

import Lockstep

struct Catalog: Equatable {
  var form: Child?
  var list = Child()
  var path: StackState<Child> = []
}

struct Books: Equatable {
  var titles: [Int: String] = [:]
}

struct Root: Equatable {
  var books = Books()
  var catalog = Catalog()
  var child = Child()
  var list: IdentifiedArrayOf<Row> = []
  var sheet: Child?
  var tab = Pane.child(Child())
}

enum Pane: Equatable {
  case child(Child)
}

enum CatalogAction: Equatable {
  case form(PresentationAction<ChildAction>)
  case list(ChildAction)
  case path(StackAction<Child, ChildAction>)
}

enum RootAction: Equatable {
  case catalog(CatalogAction)
  case child(ChildAction)
  case row(Int, RowAction)
  case sheet(PresentationAction<ChildAction>)
}

let sharedChild = Reducer<Sharing<Child, Books>, ChildAction, Void> { _, _, _ in .none }

let sharedRow = Reducer<Sharing<Row, Books>, RowAction, Void> { _, _, _ in .none }

let rootReducer = Reducer<Root, RootAction, Void> { _, _, _ in .none }

let catalogReducer = Reducer<Sharing<Catalog, Books>, CatalogAction, Void> { _, _, _ in .none }

let withoutSharingOfCase = Reducer<Pane, RootAction, Void>.combine(
  sharedChild.pullback(state: /Pane.child, action: /RootAction.child)
)

let withoutSharingOfRows = Reducer<Root, RootAction, Void>.combine(
  sharedRow.forEach(state: \.list, action: /RootAction.row)
)

let withoutSharingOfSheet =
  rootReducer.presenting(\.sheet, action: /RootAction.sheet, sharedChild)

let sheetOfMisspelledLocal =
  catalogReducer.presenting(\.local.from, action: /CatalogAction.form, childReducer)

let listWithoutLocal = Reducer<Sharing<Catalog, Books>, CatalogAction, Void>.combine(
  childReducer.pullback(state: \.lst, action: /CatalogAction.list)
)

let sharedListWithoutLocal = Reducer<Sharing<Catalog, Books>, CatalogAction, Void>.combine(
  sharedChild.pullback(state: \.lits, sharing: \.shared, action: /CatalogAction.list)
)

let misspelledShared = Reducer<Sharing<Catalog, Books>, CatalogAction, Void>.combine(
  sharedChild.pullback(state: \.list, sharing: \.books, action: /CatalogAction.list)
)

let pathWithoutLocal = Reducer<Sharing<Catalog, Books>, CatalogAction, Void>.combine(
  childReducer.forEach(stack: \.paths, action: /CatalogAction.path)
)

let misspelledProperty = Reducer<Sharing<Catalog, Books>, CatalogAction, Void> { state, _, _ in
  state.lits.count = 1
  return .none
}

let sharedProperty = Reducer<Sharing<Catalog, Books>, CatalogAction, Void> { state, _, _ in
  state.titles[1] = ""
  return .none
}
