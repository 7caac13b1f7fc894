// SPDX-License-Identifier: MIT

// Actions that are not 'Sendable': public ones, recursive ones, generic ones. Those with 'package' access are.

import Lockstep

/// The actions of a feature in a module of its own.
public enum PublicAction {
  case tapped
}

package enum PackageAction {
  case tapped
}

enum Tree {
  indirect enum Action {
    case branch(Action)
    case leaf
  }
}

enum LoadingAction<Value> {
  case loaded(Value)
}

func check<Action: Sendable>(_ action: Action.Type) {}

func checkAll() {
  check(PublicAction.self)
  check(PackageAction.self)
  check(Tree.Action.self)
  check(LoadingAction<Int>.self)
  check(ParentAction.self)
}

// The compiler reports the type at each of its uses, of which one reducer has several.
func reducer() -> some Sendable {
  Reducer<Parent, PublicAction, Void> { _, _, _ in .none }
}
