// SPDX-License-Identifier: MIT

/// A store whose owner runs its effects, on the owner's thread and during the owner's calls.
///
/// ```swift
/// let clock = DispatchQueue.test
/// let manual = ManualStore(
///   initialState: Stopwatch.State(),
///   reducer: Stopwatch.reducer,
///   environment: Stopwatch.Environment(clock: clock)
/// )
/// manual.send(.startButtonTapped)
/// clock.advance(by: 3)
/// print(manual.store.seconds)  // 3
/// ```
///
/// Use a manual store in scripts, simulations and tools whose results must not depend on the speed of the machine. If a
/// test scheduler is the only clock, the same calls always produce the same states. When ``send(_:fileID:line:)``,
/// ``run(fileID:line:)`` or the scheduler's `advance` returns, every effect that can continue has done so. This
/// includes asynchronous effects, unless they wait for an external event, such as a file or a network response. To test
/// a feature, use the test store of `LockstepTesting`, which also verifies actions and state changes.
///
/// You can read, scope, observe and record ``store`` like any other store. An action that you send to it directly is
/// reduced immediately. Its asynchronous effects run until they first suspend, and continue in the owner's next call.
///
/// When the manual store is deallocated, it cancels its running effects. They continue on other threads of the process
/// until they notice the cancellation.
///
/// Isolation: the owner's. Effects run only in calls of the owner, and in calls that move the time of its test
/// schedulers.
public final class ManualStore<State, Action: Sendable> {
  /// The underlying store.
  public let store: Store<State, Action>
  private let driver: ManualDriver
  private var hasReportedUnrest = false

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - reducer: The reducer that changes the state.
  ///   - environment: The dependencies of the reducer.
  ///   - actionLimit: The number of actions that may follow one another without external input before the store reports
  ///     the chain and stops it. Negative values count as zero.
  ///   - fileID: The file that creates the store.
  ///   - line: The line that creates the store.
  public init<Environment: Sendable>(
    initialState: State,
    reducer: Reducer<State, Action, Environment>,
    environment: Environment,
    actionLimit: Int = 10_000,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let place = CodeLocation(fileID: fileID, line: line)
    driver = ManualDriver(at: place, IssueReporting.current.bound())
    let runtime = StoreRuntime(
      initialState: initialState,
      context: EffectContext(executor: driver.executor),
      actionLimit: actionLimit,
      reducer: reducer,
      environment: environment
    )
    driver.attach(runtime)
    store = Store(runtime: runtime)
    guard runtime.mount != nil else { return }
    driver.exclusively { runtime.begin() }
    run(fileID: fileID, line: line)
  }

  deinit { driver.close() }

  var workLimit: Int {
    get { driver.workLimit }
    set { driver.workLimit = newValue }
  }

  /// Sends an action and runs effects until none can continue.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - fileID: The file that sends the action.
  ///   - line: The line that sends the action.
  public func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    driver.exclusively {
      store.send(action, fileID: fileID, line: line)
      drain(isNewRun: false, at: location)
    }
  }

  /// Runs effects until none can continue.
  ///
  /// Call this method after an external event that effects wait for. If effects never become idle, because they yield
  /// again and again, the store reports this once.
  ///
  /// - Parameters:
  ///   - fileID: The file that calls the method.
  ///   - line: The line that calls the method.
  public func run(fileID: StaticString = #fileID, line: UInt = #line) {
    drain(isNewRun: true, at: CodeLocation(fileID: fileID, line: line))
  }

  private func drain(isNewRun: Bool, at location: CodeLocation) {
    driver.exclusively {
      let limit = driver.workLimit
      guard driver.drain(isNewRun: isNewRun) == false, hasReportedUnrest == false else { return }
      hasReportedUnrest = true
      let message = """
        The effects never become idle.

        \(counted(limit, "piece")) of asynchronous work have run in sequence, and more work is waiting.

        Usual cause: a loop that yields until a condition is true. Await the event instead.
        """
      IssueReporting.current.report(ReportedIssue(message, at: location))
    }
  }
}
