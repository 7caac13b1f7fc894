// SPDX-License-Identifier: MIT

extension EffectContext {
  /// Starts the task of an effect.
  ///
  /// The task runs in this call until its first suspension, so an operation that does not suspend needs no thread
  /// switch, and the order of its values is deterministic. Only the random schedule of a test may start the task later.
  /// If animated work starts the effect, the effect's own values are not animated.
  ///
  /// This method is generic because wrapping the closure would add an asynchronous call.
  func spawn<Success: Sendable>(
    for leaf: EffectScope,
    _ body: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    guard let accountant else { return spawn(body) }
    // All tasks that the task starts inherit the mark.
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

  /// Records that the body of a task has returned, and calls the continuation without the task's mark.
  func taskReturned(from leaf: EffectScope, _ continuation: () -> Void) {
    guard let accountant else { return continuation() }
    accountant.taskReturned(in: leaf)
    TaskMark.$current.withValue(nil, operation: continuation)
  }

  /// Runs work that an effect's task requests but that is not part of the task.
  func withoutMark(_ work: () -> Void) {
    guard accountant != nil else { return work() }
    TaskMark.$current.withValue(nil, operation: work)
  }
}
