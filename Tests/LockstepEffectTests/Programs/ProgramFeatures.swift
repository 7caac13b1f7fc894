// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting

/// The features of a program, as an app would compose them.
enum ProgramFeatures {
  struct Root: Equatable, Sendable {
    var child: Child?

    mutating func make(_ change: Program.Change) {
      switch change {
      case .show(1): child = child ?? Child()
      case .show: child?.grandchild = Grandchild()
      case .hide(1): child = nil
      case .hide: child?.grandchild = nil
      }
    }
  }

  struct Child: Equatable, Sendable {
    var grandchild: Grandchild?
  }

  struct Grandchild: Equatable, Sendable {}

  enum RootAction: Sendable {
    case own(Program.Action)
    case child(ChildAction)

    /// Makes the action of the feature that it is for.
    init(_ action: Program.Action) {
      self =
        switch action.place {
        case 0: .own(action)
        case 1: .child(.own(action))
        default: .child(.grandchild(action))
        }
    }

    var action: Program.Action {
      switch self {
      case .own(let action), .child(.own(let action)), .child(.grandchild(let action)): action
      }
    }
  }

  enum ChildAction: Sendable {
    case own(Program.Action)
    case grandchild(Program.Action)
  }

  /// The reducer of the whole.
  static func reducer(_ program: Program) -> Reducer<Root, RootAction, ProgramWorld> {
    let child = Reducer<Child, ChildAction, ProgramWorld>.combine(
      feature(Grandchild.self, program).optional()
        .pullback(state: \.grandchild, action: /ChildAction.grandchild),
      feature(Child.self, program)
        .pullback(state: \.self, action: /ChildAction.own)
    )
    return .combine(
      child.optional().pullback(state: \.child, action: /RootAction.child),
      feature(Root.self, program)
        .pullback(state: \.self, action: /RootAction.own),
      Reducer { root, rootAction, world in
        let action = rootAction.action
        world.log.update { $0.append(Program.Entry(action: action, second: world.second)) }
        if let change = program.changes[action.place][action.kind] { root.make(change) }
        return .none
      }
    )
  }

  /// A feature that does nothing but start effects.
  private static func feature<State>(
    _ state: State.Type,
    _ program: Program
  ) -> Reducer<State, Program.Action, ProgramWorld> {
    Reducer { _, action, world in
      guard let recipe = program.reaction(to: action, logged: world.log.value.count) else {
        return .none
      }
      return world.effect(of: recipe) {
        Program.Action(place: action.place, kind: $0, fuel: action.fuel - 1)
      }
    }
  }
}
