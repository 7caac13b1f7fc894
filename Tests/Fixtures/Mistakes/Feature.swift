// SPDX-License-Identifier: MIT

// A feature without mistakes, for those in the other files.

import Lockstep

struct Child: Equatable {
  var count = 0
  var name = ""
}

enum ChildAction: Equatable {
  case response(Int)
  case tapped
}

struct Row: Equatable, Identifiable {
  var id: Int
}

enum RowAction: Equatable {
  case tapped
}

struct Parent: Equatable {
  var child = Child()
  let fixed = Child()
  var name = ""
  var optional: Child?
  var rows: IdentifiedArrayOf<Row> = []
}

enum ParentAction: Equatable {
  case binding(BindingAction<Parent>)
  case child(ChildAction)
  case done
  case row(Int, RowAction)
}

enum Screen: Equatable {
  case child(Child)
}

struct Environment {
  var child: Void = ()
}

/// Actions that cannot be compared.
enum PlainAction {
  case done
  case loaded(Int)
}

let childReducer = Reducer<Child, ChildAction, Void> { _, _, _ in .none }

let parentReducer = Reducer<Parent, ParentAction, Environment> { _, _, _ in .none }

let plainReducer = Reducer<Parent, PlainAction, Environment> { _, _, _ in .none }

let rowReducer = Reducer<Row, RowAction, Void> { _, _, _ in .none }
