// SPDX-License-Identifier: MIT

/// A store whose effects run on the thread of its owner, in calls from its owner: for scripts, in which
/// nothing may depend on the speed of the machine.
///
/// With a test scheduler for time, everything that can happen has happened when ``send(_:)`` or the
/// scheduler's `advance` returns.
///
/// When it is released, the effects of its store continue wherever the process lets them, until they see that
/// they have been cancelled.
package final class ManualStore<State, Action: Sendable> {
  package let store: Store<State, Action>
  private let driver: ManualDriver

  package init<Environment: Sendable>(
    initialState: State,
    reducer: Reducer<State, Action, Environment>,
    environment: Environment,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let place = CodeLocation(fileID: fileID, line: line)
    driver = ManualDriver(at: place, IssueReporting.current.bound())
    let runtime = StoreRuntime(
      initialState: initialState,
      context: EffectContext(executor: driver.executor),
      actionLimit: 10_000,
      sites: reducer.sites
    ) { state, action in
      reducer.reduce(&state, action, environment)
    }
    driver.attach(runtime)
    store = Store(runtime: runtime)
  }

  deinit { driver.close() }

  /// Sends an action, and runs its effects until nothing can continue.
  package func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    driver.exclusively {
      store.send(action, fileID: fileID, line: line)
      _ = driver.drain(isNewRun: false)
    }
  }
}
