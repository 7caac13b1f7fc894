// SPDX-License-Identifier: MIT

internal import Synchronization

extension Reducer {
  /// Returns a reducer that can run itself on states within its state, such as the branches of a tree.
  ///
  /// ```swift
  /// enum Folder {
  ///   struct State: Identifiable {
  ///     let id: Int
  ///     var name = ""
  ///     var children: IdentifiedArrayOf<State> = []
  ///   }
  ///
  ///   indirect enum Action: Sendable {
  ///     case child(id: Int, action: Action)
  ///     case renamed(String)
  ///   }
  ///
  ///   static let reducer = Reducer<State, Action, Void>.recursive { reducer in
  ///     .combine(
  ///       reducer.forEach(state: \.children, action: /Action.child),
  ///       .withoutEffects { state, action in
  ///         guard case .renamed(let name) = action else { return }
  ///         state.name = name
  ///       }
  ///     )
  ///   }
  /// }
  /// ```
  ///
  /// If the nested states are not in a list, run the reducer directly:
  ///
  /// ```swift
  /// enum Expression {
  ///   static let reducer = Reducer<State, Action, Void>.recursive { reducer in
  ///     Reducer { state, action, environment in
  ///       switch action {
  ///       case .left(let action):
  ///         return reducer.run(&state.left, action, environment).map(Action.left)
  ///       case .right(let action):
  ///         return reducer.run(&state.right, action, environment).map(Action.right)
  ///       case .cleared:
  ///         state = .empty
  ///         return .none
  ///       }
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// Each level that an action passes through runs the reducer once and uses stack space.
  ///
  /// - Parameter make: Makes the reducer, given a reference to it. This method calls the function once, before it
  ///   returns. The reference works only within the returned reducer. If it is used elsewhere after the returned
  ///   reducer is deallocated, it does nothing and reports an issue.
  /// - Returns: The recursive reducer.
  /// - Complexity: O(*d*) for each action in the number of levels, plus the cost of the reducer on each level.
  public static func recursive(_ make: (_ reducer: Self) -> Self) -> Self {
    let recursion = Recursion<State, Action, Environment>()
    let sites = SiteSet()
    let whole = WholeLifecycle<State, Action, Environment>()
    // A weak reference avoids a retain cycle.
    let reducer = make(
      Self(gate: nil, sites: sites, lifecycle: whole.reference) {
        [weak recursion] state, action, environment in
        guard let recursion else {
          reportUseApart(action)
          return .none
        }
        return recursion.run(&state, action, environment)
      }
    )
    recursion.complete(with: reducer)
    sites.complete(with: reducer.sites)
    let lifecycle = whole.complete(with: reducer.lifecycle)
    return Self(gate: nil, sites: reducer.sites, lifecycle: lifecycle) {
      state,
      action,
      environment in
      recursion.run(&state, action, environment)
    }
  }
}

private func reportUseApart(_ action: some Sendable) {
  IssueReporting.reportAtStep(
    """
    A recursive reducer was used after its outermost reducer was deallocated.

    Action: \(Dump(action).text)

    The action was ignored. Use the reducer that 'recursive' returns, not the reducer that its closure receives.
    """,
    else: CodeLocation()
  )
}

/// The lifecycle of a recursive reducer, which is unknown until the reducer is complete.
private final class WholeLifecycle<State, Action: Sendable, Environment: Sendable>: Sendable {
  private typealias Whole = Lifecycle<State, Action, Environment>

  private struct Reference {
    weak var whole: Whole?
  }

  private let known = Mutex(Reference())
  private let unmountFlag = UnmountFlag(false)

  /// Returns the lifecycle of the complete reducer; `nil` if it has no hooks.
  func complete(
    with whole: Lifecycle<State, Action, Environment>?
  ) -> Lifecycle<State, Action, Environment>? {
    known.withLock { $0.whole = whole }
    unmountFlag.complete(whole?.hasOnUnmount == true)
    guard let whole, whole.hasHooks else { return nil }
    return calling(hasHooks: true, mayRefuse: whole.mayRefuse) { whole }
  }

  var reference: Lifecycle<State, Action, Environment> {
    calling(hasHooks: false, mayRefuse: false) { self.known.withLock { $0.whole } }
  }

  private func calling(
    hasHooks: Bool,
    mayRefuse: Bool,
    _ whole: @escaping @Sendable () -> Whole?
  ) -> Whole {
    let calling: @Sendable (@escaping @Sendable (Whole) -> Whole.Function) -> Whole.Function = {
      function in
      { state, environment, lives in
        // Prevents endless recursion if a reducer refers to itself on the same state.
        guard let whole = whole(), lives.enter(self) else { return .none }
        defer { lives.leave() }
        return function(whole)(&state, environment, lives)
      }
    }
    return Lifecycle(
      hasHooks: hasHooks,
      unmountFlag: unmountFlag,
      settles: true,
      shouldDismiss: { state, environment in
        guard let whole = whole(), whole.mayRefuse else { return true }
        return whole.shouldDismiss?(&state, environment) ?? true
      },
      mayRefuse: mayRefuse,
      mount: calling { $0.mount },
      settle: calling { $0.settle },
      unmount: calling { $0.unmount }
    )
  }
}

private final class Recursion<State, Action: Sendable, Environment: Sendable>: Sendable {
  private final class Whole: Sendable {
    let reducer: Reducer<State, Action, Environment>

    init(_ reducer: Reducer<State, Action, Environment>) {
      self.reducer = reducer
    }
  }

  private let whole = OnceReference<Whole>()

  func complete(with reducer: Reducer<State, Action, Environment>) {
    _ = whole.storeIfNil(Whole(reducer))
  }

  /// Runs the reducer; does nothing until it is complete.
  func run(
    _ state: inout State,
    _ action: Action,
    _ environment: Environment
  ) -> Effect<Action, Never> {
    whole.load()?.reducer.reduce(&state, action, environment) ?? .none
  }
}
