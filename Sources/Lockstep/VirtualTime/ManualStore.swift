// SPDX-License-Identifier: MIT

/// A store whose owner drives it: its effects run on the owner's thread, in the owner's calls.
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
/// This is a store for scripts, simulations and tools, in which nothing may depend on the speed of the machine:
/// if a test scheduler is the only clock, the same calls always lead to the same states. Everything that can
/// happen has happened when ``send(_:fileID:line:)``, ``run(fileID:line:)`` or the scheduler's `advance`
/// returns. Asynchronous effects are part of this, unless they wait for something outside, such as a file or
/// the network. To test a feature, use the test store of `LockstepTesting`, which also checks what happens.
///
/// ``store`` is a store like any other, to be read, scoped, observed and recorded. What is sent to it directly
/// passes the reducer immediately, while asynchronous effects run until they first wait, and continue in the
/// next call of the owner.
///
/// Effects that are still running when it is released are cancelled, and continue on threads of the process
/// until they see that.
///
/// Isolation: whoever owns it; effects run only in calls of its owner and of those that move its time.
public final class ManualStore<State, Action: Sendable> {
  /// The store.
  public let store: Store<State, Action>
  private let driver: ManualDriver
  private var hasReportedUnrest = false

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - reducer: The reducer that changes the state.
  ///   - environment: The dependencies of the reducer.
  ///   - actionLimit: How many actions may follow from one another without input from outside before the
  ///     chain is reported and cut off; less than zero counts as zero.
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

  /// The number of pieces of work that may run one after another before they are considered endless.
  var workLimit: Int {
    get { driver.workLimit }
    set { driver.workLimit = newValue }
  }

  /// Sends an action, and runs its effects until nothing can continue.
  ///
  /// - Parameters:
  ///   - action: The action, which says what happened.
  ///   - fileID: The file that sends it.
  ///   - line: The line that sends it.
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

  /// Runs the effects until nothing can continue: after something outside has happened that they wait for.
  ///
  /// Effects that never become idle, because they yield again and again, are reported once.
  ///
  /// - Parameters:
  ///   - fileID: The file that calls this.
  ///   - line: The line that calls this.
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
