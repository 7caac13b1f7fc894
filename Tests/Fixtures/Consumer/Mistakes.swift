// SPDX-License-Identifier: MIT

// Mistakes; what the compiler says of them is in Mistakes.txt.

import Lockstep

struct Row: Equatable, Identifiable {
  var id: Int
}

enum RowAction {
  case tapped
}

struct Table {
  var array: [Row] = []
  var dictionary: [String: Row] = [:]
  var rows: IdentifiedArrayOf<Row> = []
}

enum TableAction {
  case named(String, RowAction)
  case numbered(Int, RowAction)
}

let rowReducer = Reducer<Row, RowAction, Void> { _, _, _ in .none }

let rows = Reducer<Table, TableAction, Void>.combine(
  rowReducer
    .forEach(state: \.rows, action: /TableAction.named, environment: { $0 })
)

let dictionary = Reducer<Table, TableAction, Void>.combine(
  rowReducer
    .forEach(state: \.dictionary, action: /TableAction.numbered, environment: { $0 })
)

let array = Reducer<Table, TableAction, Void>.combine(
  rowReducer
    .forEach(state: \.array, action: /TableAction.named, environment: { $0 })
)

func path(of function: @escaping (RowAction) -> TableAction) -> CasePath<TableAction, RowAction> {
  /function
}

indirect enum TreeAction {
  case branch(TreeAction)
  case leaf
}

enum LoadingAction<Value> {
  case loaded(Value)
}

func check<Action: Sendable>(_ action: Action.Type) {}

func checkAll() {
  check(TreeAction.self)
  check(LoadingAction<Int>.self)
  check(TableAction.self)
}
