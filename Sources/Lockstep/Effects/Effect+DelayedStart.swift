// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that starts on a scheduler and sends its values from wherever this effect does.
  ///
  /// Use it for long-running synchronous work, such as reading a file:
  ///
  /// ```swift
  /// return environment.fileClient.load()
  ///   .subscribe(on: environment.backgroundQueue)
  ///   .receive(on: environment.mainQueue)
  ///   .map(Settings.Action.loaded)
  /// ```
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler on which the effect starts.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  /// - Returns: The effect that starts on the scheduler.
  /// - Complexity: O(1), and one piece of scheduled work for each start.
  public func subscribe<Domain>(
    on scheduler: some Scheduler<Domain> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    let description = EffectDescription(.subscribeOn, fileID: fileID, line: line)
    // With its own serial queue, a slow start delays only this effect's values.
    return startedBy(QueueScheduler(scheduler, of: description), description, ownsQueue: true)
  }

  /// Returns an effect that starts after a delay.
  ///
  /// Unlike `delay`, which starts the effect immediately and holds back its values, the new effect does nothing until
  /// the delay has passed.
  ///
  /// - Parameters:
  ///   - stride: The delay.
  ///   - tolerance: The maximum additional delay.
  ///   - scheduler: The scheduler that measures the time and on which the effect starts.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  /// - Returns: The effect that starts later.
  /// - Complexity: O(1), and one piece of scheduled work for each start.
  public func deferred<Domain>(
    for stride: SchedulerStride,
    tolerance: SchedulerStride = .zero,
    scheduler: some Scheduler<Domain> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    let description = EffectDescription(.deferred, fileID: fileID, line: line)
    let scheduler = QueueScheduler(scheduler, of: description, after: (stride, tolerance))
    return startedBy(scheduler, description)
  }

  /// Returns an effect that starts when the feature has not started another effect under its id for a given time.
  ///
  /// ```swift
  /// case .queryChanged(let query):
  ///   state.query = query
  ///   return environment.search(query)
  ///     .debounce(id: SearchID(), for: 0.3, scheduler: environment.mainQueue)
  ///     .map(Search.Action.response)
  /// ```
  ///
  /// Starting the effect cancels the effects that wait or run under the id. The effect runs under the id itself, so
  /// ``cancel(id:fileID:line:)`` cancels it while it waits and while it runs. The id belongs to the feature. To share
  /// an id among all features of a store, use ``StoreWide``.
  ///
  /// On an immediate scheduler, the effect starts immediately. On a no-op scheduler, it never starts.
  ///
  /// Isolation: the effect starts where the scheduler runs its work.
  ///
  /// - Parameters:
  ///   - id: The id that the effects share.
  ///   - stride: The time that must pass without another effect starting.
  ///   - tolerance: The maximum additional wait.
  ///   - scheduler: The scheduler that measures the time and on which the effect starts.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  /// - Returns: The effect that waits before it starts.
  /// - Complexity: O(1) for each start, with one piece of scheduled work, apart from ending the effects under the id.
  ///   However many effects start, only one waits.
  public func debounce<Domain>(
    id: some Hashable & Sendable,
    for stride: SchedulerStride,
    tolerance: SchedulerStride = .zero,
    scheduler: some Scheduler<Domain> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    let description = EffectDescription(.debounce, fileID: fileID, line: line)
    let scheduler = QueueScheduler(scheduler, of: description, after: (stride, tolerance))
    return startedBy(scheduler, description)
      .cancellable(id: id, cancelInFlight: true, fileID: fileID, line: line)
  }

  private func startedBy(
    _ scheduler: QueueScheduler,
    _ description: EffectDescription,
    ownsQueue: Bool = false
  ) -> Self {
    Self(
      node.map {
        OperatorNode($0, in: .own(description, ownsQueue: ownsQueue)) {
          upstream,
          downstream,
          scope in
          let line = ownsQueue ? QueueLine(scope.outerQueue) : nil
          let target = line.map { DeepSubscriber(downstream, in: scope, $0) } ?? downstream
          let end = Listener(to: target) { (value: Output, source, isLast, target) in
            target.receive(value, from: source, isLast: isLast)
            if isLast { scope.leave() }
          } finish: { (failure: Failure?, source, target) in
            target.finish(failure, from: source)
            scope.leave()
          }
          let work = scope.attributed {
            scheduler.schedule {
              // Work may run even if it is cancelled at the same time.
              scope.startPart(on: scheduler) { upstream.start(end, in: scope) }
            }
          }
          scope.onStop { work.cancel() }
        }
      }
    )
  }
}
