// SPDX-License-Identifier: MIT

internal import Synchronization

/// The functions to call when a state appears, may have changed or is removed, for a reducer and its composed children.
@usableFromInline
package final class Lifecycle<State, Action: Sendable, Environment: Sendable>: Sendable {
  @usableFromInline typealias Function =
    @Sendable (inout State, Environment, Lives) -> Effect<Action, Never>
  @usableFromInline typealias Question = @Sendable (inout State, Environment) -> Bool

  let mount: Function
  /// Called at the end of each turn that may have changed the state, to find children that appeared or were removed,
  /// and keys that changed.
  @usableFromInline let settle: Function
  let unmount: Function
  /// Whether any function is ever called, which a recursive reducer does not know until it is complete.
  let hasHooks: Bool
  let unmountFlag: UnmountFlag
  let settles: Bool
  /// Whether any reducer may refuse; see `hasHooks` for recursive reducers.
  let mayRefuse: Bool
  /// Asked before the state is dismissed; `nil` if no reducer refuses.
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

  var hasOnUnmount: Bool { unmountFlag.isSet }

  @usableFromInline
  static func union(_ all: [Lifecycle?]) -> Lifecycle? {
    let all = all.compactMap { $0 }
    guard all.count > 1, let first = all.first, let last = all.last else { return all.first }
    guard all.count > 2 else { return first.beside(last) }
    // Halves limit the nesting, so that many lifecycles use little stack.
    let middle = all.count / 2
    return union([union(Array(all[..<middle])), union(Array(all[middle...]))])
  }

  private func beside(_ other: Lifecycle) -> Lifecycle {
    // Functions of two, because iterating over a generic array looks up its type metadata.
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

  private static func both(_ first: Question?, _ second: Question?) -> Question? {
    guard let first, let second else { return first ?? second }
    return { first(&$0, $1) && second(&$0, $1) }
  }

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
    // A reducer handles no outputs after its own state is removed.
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

/// Whether a lifecycle needs the last states of removed children.
///
/// A recursive reducer does not know this until it is complete.
@usableFromInline
final class UnmountFlag: Sendable {
  @usableFromInline static let set = UnmountFlag(true)
  @usableFromInline static let notSet = UnmountFlag(false)

  /// The flag's own value, without ``others``; set once for a recursive reducer.
  private let own: Atomic<Bool>
  private let others: [UnmountFlag]

  init(_ isSet: Bool) {
    own = Atomic(isSet)
    others = []
  }

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

  func complete(_ isSet: Bool) { own.store(isSet, ordering: .relaxed) }
}
