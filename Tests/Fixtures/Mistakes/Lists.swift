// SPDX-License-Identifier: MIT

// Actions of elements that name them in another way than the list does, and names of other frameworks.

import Lockstep

struct Table {
  var array: [Row] = []
  var dictionary: [String: Row] = [:]
  var rows: IdentifiedArrayOf<Row> = []
}

enum TableAction {
  case named(String, RowAction)
  case numbered(Int, RowAction)
}

let rows = Reducer<Table, TableAction, Void>.combine(
  rowReducer
    .forEach(state: \.rows, action: /TableAction.named, environment: { $0 })
)

let dictionary = Reducer<Table, TableAction, Void>.combine(
  rowReducer
    .forEach(state: \.dictionary, action: /TableAction.numbered)
)

let array = Reducer<Table, TableAction, Void>.combine(
  rowReducer
    .forEach(state: \.array, action: /TableAction.named)
)

func replace(_ rows: inout IdentifiedArrayOf<Row>) {
  rows.update(Row(id: 1), at: 0)
}
