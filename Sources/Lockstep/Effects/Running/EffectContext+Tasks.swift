// SPDX-License-Identifier: MIT

extension EffectContext {
  /// Starts a task where the store wants its effects to run.
  ///
  /// The task runs in this call until it first suspends, so that an operation that does not suspend needs no
  /// thread switch, and its values take their turns in an order that is always the same. Only a random
  /// schedule of a test may let the task begin later. If the effect is started by animated work, its own
  /// values are not animated.
  ///
  /// This method is generic like the initializers of tasks, so that a closure is passed on without functions
  /// around it, each of which would be an asynchronous call.
  ///
  /// - Parameters:
  ///   - leaf: The scope whose body is the task.
  ///   - body: The work of the task.
  /// - Returns: The task.
  func spawn<Success: Sendable>(
    for leaf: EffectScope,
    _ body: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    guard let accountant else { return spawn(body) }
    // The mark of the task is passed on to all tasks that it starts.
    let activity = leaf.actionInFlight.map { TestActivity.effect($0.within(leaf.description)) }
    return TaskMark.$current.withValue(accountant.taskStarted(in: leaf)) {
      IssueReporting.$activity.withValue(activity ?? IssueReporting.activity) {
        spawn(body)
      }
    }
  }

  private func spawn<Success: Sendable>(
    _ body: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    StoreAnimation.unanimated {
      if let executor { return executor.start(body) }
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *),
        FirstJob.isForced == false
      {
        return Task.immediate(operation: body)
      }
      return FirstJob.start(on: FirstJobExecutor.shared, body)
    }
  }

  /// Notes that the body of a task has returned, and runs what follows from it.
  func taskReturned(from leaf: EffectScope, _ continuation: () -> Void) {
    guard let accountant else { return continuation() }
    accountant.taskReturned(in: leaf)
    TaskMark.$current.withValue(nil, operation: continuation)
  }

  /// Runs work that the task of an effect asks for and that is not part of the task.
  func withoutMark(_ work: () -> Void) {
    guard accountant != nil else { return work() }
    TaskMark.$current.withValue(nil, operation: work)
  }
}
