// SPDX-License-Identifier: MIT

internal import Synchronization

/// The functions of a reducer that are called when a state appears and when it is removed: those of the reducer itself,
/// and those of the children that are composed with it.
@usableFromInline
package final class Lifecycle<State, Action: Sendable, Environment: Sendable>: Sendable {
  @usableFromInline typealias Function =
    @Sendable (inout State, Environment, Lives) -> Effect<Action, Never>
  /// A function that returns whether a state may be dismissed.
  @usableFromInline typealias Question = @Sendable (inout State, Environment) -> Bool

  /// Called when the state has appeared.
  let mount: Function
  /// Called at the end of each turn that may have changed the state, to find the children that have appeared or were
  /// removed, and the keys that have changed.
  @usableFromInline let settle: Function
  /// Called when the state was removed, with the state as it was last.
  let unmount: Function
  /// Whether any function is ever called: a reducer that refers to itself does not know that while it is made.
  let hasHooks: Bool
  /// Whether the state as it was last is needed.
  let unmountFlag: UnmountFlag
  /// Whether there is anything to do when the state may have changed.
  let settles: Bool
  /// Whether any reducer may refuse: one that refers to itself does not know that while it is made.
  let mayRefuse: Bool
  /// Asked before the state is dismissed; `nil` if it always may be.
  @usableFromInline let shouldDismiss: Question?

  @usableFromInline
  init(
    hasHooks: Bool,
    unmountFlag: UnmountFlag,
    settles: Bool,
    shouldDismiss: Question? = nil,
    mayRefuse: Bool? = nil,
    mount: @escaping Function,
    settle: @escaping Function,
    unmount: @escaping Function
  ) {
    self.mount = mount
    self.settle = settle
    self.unmount = unmount
    self.hasHooks = hasHooks
    self.unmountFlag = unmountFlag
    self.settles = settles
    self.shouldDismiss = shouldDismiss
    self.mayRefuse = mayRefuse ?? (shouldDismiss != nil)
  }

  /// Creates the lifecycle of the parent of a child.
  convenience init<Child, ChildAction, ChildEnvironment>(
    around child: Lifecycle<Child, ChildAction, ChildEnvironment>,
    shouldDismiss: Question?,
    mount: @escaping Function,
    settle: @escaping Function,
    unmount: @escaping Function
  ) {
    self.init(
      hasHooks: child.hasHooks,
      unmountFlag: child.unmountFlag,
      settles: true,
      shouldDismiss: shouldDismiss,
      mayRefuse: shouldDismiss != nil && child.mayRefuse,
      mount: mount,
      settle: settle,
      unmount: unmount
    )
  }

  /// Whether the function for the removal of the state, or of one within it, does anything.
  var hasOnUnmount: Bool { unmountFlag.isSet }

  /// Returns the lifecycle of several reducers of the same state.
  @usableFromInline
  static func union(_ all: [Lifecycle?]) -> Lifecycle? {
    let all = all.compactMap { $0 }
    guard all.count > 1, let first = all.first, let last = all.last else { return all.first }
    guard all.count > 2 else { return first.beside(last) }
    // Halves, so that many of them need little of the stack.
    let middle = all.count / 2
    return union([union(Array(all[..<middle])), union(Array(all[middle...]))])
  }

  private func beside(_ other: Lifecycle) -> Lifecycle {
    // Functions of two, because going through an array of any type looks that type up.
    let settleBoth: Function = { [self] state, environment, lives in
      settle(&state, environment, lives).merged(other.settle(&state, environment, lives))
    }
    return Lifecycle(
      hasHooks: hasHooks || other.hasHooks,
      unmountFlag: UnmountFlag([unmountFlag, other.unmountFlag]),
      settles: settles || other.settles,
      shouldDismiss: Self.both(shouldDismiss, other.shouldDismiss),
      mayRefuse: mayRefuse || other.mayRefuse,
      mount: { [self] state, environment, lives in
        mount(&state, environment, lives).merged(other.mount(&state, environment, lives))
      },
      settle: settles && other.settles ? settleBoth : settles ? settle : other.settle,
      unmount: { [self] state, environment, lives in
        unmount(&state, environment, lives).merged(other.unmount(&state, environment, lives))
      }
    )
  }

  /// Returns a question that asks two; the second one only if the first one has been answered with yes.
  private static func both(_ first: Question?, _ second: Question?) -> Question? {
    guard let first, let second else { return first ?? second }
    return { first(&$0, $1) && second(&$0, $1) }
  }

  /// Returns the lifecycle of the same reducer, which also handles the outputs of the children.
  @usableFromInline
  func handlingOutputs(
    _ handle:
      @escaping @Sendable (
        Effect<Action, Never>, inout State, Environment
      ) -> Effect<Action, Never>
  ) -> Lifecycle {
    let handling: @Sendable (@escaping Function) -> Function = { function in
      { state, environment, lives in
        let effect = function(&state, environment, lives)
        guard effect.node?.hasOutputs == true else { return effect }
        lives.turn.changes += 1
        return handle(effect, &state, environment)
      }
    }
    // A reducer whose state was removed handles no more outputs.
    return Lifecycle(
      hasHooks: hasHooks,
      unmountFlag: unmountFlag,
      settles: settles,
      shouldDismiss: shouldDismiss,
      mayRefuse: mayRefuse,
      mount: handling(mount),
      settle: handling(settle),
      unmount: unmount
    )
  }
}

extension Lifecycle {
  /// Returns this lifecycle as one of a larger environment.
  @usableFromInline
  func environment<Larger: Sendable>(
    _ toEnvironment: @escaping @Sendable (Larger) -> Environment
  ) -> Lifecycle<State, Action, Larger> {
    typealias Mapped = Lifecycle<State, Action, Larger>
    let mapped: @Sendable (@escaping Function) -> Mapped.Function = { function in
      { state, environment, lives in function(&state, toEnvironment(environment), lives) }
    }
    var question: Mapped.Question?
    if let shouldDismiss { question = { shouldDismiss(&$0, toEnvironment($1)) } }
    return Mapped(
      hasHooks: hasHooks,
      unmountFlag: unmountFlag,
      settles: settles,
      shouldDismiss: question,
      mayRefuse: mayRefuse,
      mount: mapped(mount),
      settle: mapped(settle),
      unmount: mapped(unmount)
    )
  }
}

/// Whether a lifecycle needs the states that are removed as they were last.
///
/// A reducer that refers to itself knows that only when it has been made.
@usableFromInline
final class UnmountFlag: Sendable {
  @usableFromInline static let set = UnmountFlag(true)
  @usableFromInline static let notSet = UnmountFlag(false)

  /// The value, apart from those of ``others``; set once for a reducer that refers to itself.
  private let own: Atomic<Bool>
  private let others: [UnmountFlag]

  init(_ isSet: Bool) {
    own = Atomic(isSet)
    others = []
  }

  /// Creates the one of several reducers of the same state.
  convenience init(_ all: [UnmountFlag]) {
    self.init(
      all.contains { $0 === UnmountFlag.set },
      all.filter { $0 !== UnmountFlag.set && $0 !== UnmountFlag.notSet }
    )
  }

  private init(_ isSet: Bool, _ others: [UnmountFlag]) {
    own = Atomic(isSet)
    self.others = others
  }

  var isSet: Bool {
    if own.load(ordering: .relaxed) { return true }
    return others.isEmpty == false && others.contains { $0.isSet }
  }

  /// Sets the value for a reducer that refers to itself, which has been made.
  func complete(_ isSet: Bool) { own.store(isSet, ordering: .relaxed) }
}
