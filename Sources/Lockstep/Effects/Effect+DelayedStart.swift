// SPDX-License-Identifier: MIT

extension Effect {
  /// An effect that is started on a scheduler, and sends its values from wherever it does.
  ///
  /// For synchronous work that takes long, such as reading a file:
  ///
  /// ```swift
  /// return environment.fileClient.load()
  ///   .subscribe(on: environment.backgroundQueue)
  ///   .receive(on: environment.mainQueue)
  ///   .map(SettingsAction.loaded)
  /// ```
  ///
  /// - Parameters:
  ///   - scheduler: Where the effect is started.
  ///   - fileID: The file that messages name.
  ///   - line: The line that messages name.
  /// - Returns: The effect that is started on the scheduler.
  /// - Complexity: O(1), and one piece of work on the scheduler each time it is started.
  public func subscribe<Domain>(
    on scheduler: some Scheduler<Domain> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    let description = EffectDescription(.subscribeOn, fileID: fileID, line: line)
    return startedBy(description) { work in
      scheduler.schedule(work)
      return .done
    }
  }

  /// An effect that is started later.
  ///
  /// Unlike `delay`, which starts the effect at once and holds up its values, it does nothing
  /// before the time has passed.
  ///
  /// - Parameters:
  ///   - stride: How much later.
  ///   - tolerance: How much later than that is fine.
  ///   - scheduler: What measures the time, and where the effect is started.
  ///   - fileID: The file that messages name.
  ///   - line: The line that messages name.
  /// - Returns: The effect that is started later.
  /// - Complexity: O(1), and one piece of work on the scheduler each time it is started.
  public func deferred<Domain>(
    for stride: SchedulerStride,
    tolerance: SchedulerStride = .zero,
    scheduler: some Scheduler<Domain> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    let description = EffectDescription(.deferred, fileID: fileID, line: line)
    return startedBy(description) { work in
      scheduler.schedule(after: scheduler.now.advanced(by: stride), tolerance: tolerance, work)
    }
  }

  /// An effect that is started when for a while no other one has been started under its id.
  ///
  /// ```swift
  /// case .queryChanged(let query):
  ///   state.query = query
  ///   return environment.search(query)
  ///     .debounce(id: SearchID(), for: 0.3, scheduler: environment.mainQueue)
  ///     .map(SearchAction.response)
  /// ```
  ///
  /// Starting it cancels what runs under the id: an effect that still waits, and one that has been
  /// started and has not completed. It runs under the id itself, so that ``cancel(id:)`` ends it
  /// while it waits and while it runs. Ids belong to one store.
  ///
  /// On an immediate scheduler the effect is started at once, and on a no-op scheduler never.
  ///
  /// Isolation: the effect is started where the scheduler runs its work.
  ///
  /// - Parameters:
  ///   - id: The id that the effects share.
  ///   - stride: How long nothing must have been started.
  ///   - tolerance: How much longer is fine.
  ///   - scheduler: What measures the time, and where the effect is started.
  ///   - fileID: The file that messages name.
  ///   - line: The line that messages name.
  /// - Returns: The effect that waits before it starts.
  /// - Complexity: O(1) each time it is started, with one piece of work on the scheduler, besides ending
  ///   what runs under the id. However many are started, one waits.
  public func debounce<Domain>(
    id: some Hashable & Sendable,
    for stride: SchedulerStride,
    tolerance: SchedulerStride = .zero,
    scheduler: some Scheduler<Domain> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    let description = EffectDescription(.debounce, fileID: fileID, line: line)
    return startedBy(description) { work in
      scheduler.schedule(after: scheduler.now.advanced(by: stride), tolerance: tolerance, work)
    }
    .cancellable(id: id, cancelInFlight: true)
  }

  private func startedBy(
    _ description: EffectDescription,
    _ schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> ScheduledWork
  ) -> Self {
    Self(
      node.map {
        OperatorNode($0, in: .own(description)) { upstream, downstream, scope in
          let end = Listener<Output, Failure>(to: downstream) { value, source, isLast in
            downstream.receive(value, from: source, isLast: isLast)
            if isLast { scope.leave() }
          } finish: { failure, source in
            downstream.finish(failure, from: source)
            scope.leave()
          }
          let work = scope.attributed {
            schedule {
              // Work may run although it was taken back at the same time.
              guard scope.isActive else { return }
              scope.context.starts.settling { scope.startPart { upstream.start(end, in: scope) } }
            }
          }
          scope.onStop { work.cancel() }
        }
      }
    )
  }
}
