// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that is started on a scheduler and sends its values from wherever this effect does.
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
  ///   - scheduler: The scheduler on which the effect is started.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  /// - Returns: The effect that is started on the scheduler.
  /// - Complexity: O(1), and one piece of scheduled work each time it is started.
  public func subscribe<Domain>(
    on scheduler: some Scheduler<Domain> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    let description = EffectDescription(.subscribeOn, fileID: fileID, line: line)
    // On a serial queue of its own, an effect that is slow to start holds up only its own values.
    return startedBy(QueueScheduler(scheduler, of: description), description, ownsQueue: true)
  }

  /// Returns an effect that is started after a delay.
  ///
  /// Unlike `delay`, which starts the effect immediately and holds back its values, the new effect does
  /// nothing until the time has passed.
  ///
  /// - Parameters:
  ///   - stride: The delay.
  ///   - tolerance: How much longer the delay may be.
  ///   - scheduler: The scheduler that measures the time and on which the effect is started.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  /// - Returns: The effect that is started later.
  /// - Complexity: O(1), and one piece of scheduled work each time it is started.
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

  /// Returns an effect that is started when no other effect of the feature has been started under its id for a while.
  ///
  /// ```swift
  /// case .queryChanged(let query):
  ///   state.query = query
  ///   return environment.search(query)
  ///     .debounce(id: SearchID(), for: 0.3, scheduler: environment.mainQueue)
  ///     .map(Search.Action.response)
  /// ```
  ///
  /// Starting the effect cancels what runs under the id: an effect that is still waiting, and one that has
  /// been started and has not completed. The effect runs under the id itself, so ``cancel(id:fileID:line:)`` ends it
  /// while it waits and while it runs. The id belongs to the feature; see ``StoreWide`` for one that does not.
  ///
  /// On an immediate scheduler the effect is started immediately; on a no-op scheduler it is never started.
  ///
  /// Isolation: the effect is started where the scheduler runs its work.
  ///
  /// - Parameters:
  ///   - id: The id that the effects share.
  ///   - stride: The time that must pass without another effect being started.
  ///   - tolerance: How much longer the wait may be.
  ///   - scheduler: The scheduler that measures the time and on which the effect is started.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  /// - Returns: The effect that waits before it starts.
  /// - Complexity: O(1) each time it is started, with one piece of scheduled work, apart from ending what
  ///   runs under the id. However many effects are started, only one waits.
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
              // Work may run even if it was cancelled at the same time.
              scope.startPart(on: scheduler) { upstream.start(end, in: scope) }
            }
          }
          scope.onStop { work.cancel() }
        }
      }
    )
  }
}
