// SPDX-License-Identifier: MIT

public import Dispatch

extension Reducer {
  /// Returns a reducer that saves a value after it changes.
  ///
  /// ```swift
  /// Notes.reducer.persisted(
  ///   \.notes,
  ///   saving: \.saving,
  ///   action: /Notes.Action.saving,
  ///   as: notesFormat,
  ///   to: \.storage,
  ///   scheduler: \.mainQueue
  /// )
  /// ```
  ///
  /// The store compares the value at the end of every turn, so any reducer may change it. The first unsaved change
  /// starts the interval. At the end of the interval, all changes are saved. Later changes do not restart it;
  /// otherwise, typing without a pause would never be saved. If the process is killed, the changes of the last interval
  /// and those being written are lost.
  ///
  /// ``SavingAction/save`` saves without waiting. ``Saving/problem`` describes a failed attempt, and the next change or
  /// `save` tries again. If a state with unsaved changes is removed, its changes are saved at that time.
  ///
  /// Load the value for the initial state with ``SavedFormat/load(from:)``. The reducer does not save the initial
  /// value, unless its ``Saving`` has changes. Until a file is loaded, nothing is saved to it, and the first change is
  /// reported as an issue. A store does not save when it is released, so call the format's `save` when the program
  /// ends. See <doc:SavingAndMigrating>.
  ///
  /// For an element of `forEach`, for reducers composed below it, and for a reducer that another reducer calls
  /// directly, the value is compared after each action of that feature instead: with the value after the feature's
  /// previous action, or, for its first action, with the value before it. A removed element saves nothing. An
  /// ``Undoable`` value must not contain the saving state, because undo would revert it.
  ///
  /// A sender that cancels the effects of its action does not cancel saving.
  ///
  /// Isolation: the storage's queue encodes and writes the value.
  ///
  /// - Parameters:
  ///   - toValue: Returns the value, without the saving state.
  ///   - toSaving: The key path to the saving state.
  ///   - toAction: The case of the saving actions.
  ///   - format: The format.
  ///   - toStorage: Returns the client to save to.
  ///   - interval: The time from the first unsaved change until the changes are saved.
  ///   - toScheduler: Returns the scheduler that measures the interval.
  ///   - fileID: The file named in messages.
  ///   - filePath: The path of that file.
  ///   - line: The line named in messages.
  ///   - column: The column named in messages.
  /// - Returns: The reducer that also saves.
  /// - Complexity: In each turn, one comparison of the value, which is O(1) for an unchanged collection. The reducer
  ///   keeps the previous value for the comparison, so a change to a collection in it copies the collection.
  public func persisted<Value: Codable & Equatable & Sendable>(
    _ toValue: @escaping @Sendable (State) -> Value,
    saving toSaving: any WritableKeyPath<State, Saving> & Sendable,
    action toAction: CasePath<Action, SavingAction>,
    as format: SavedFormat<Value>,
    to toStorage: @escaping @Sendable (Environment) -> StorageClient,
    interval: SchedulerStride = .seconds(1),
    scheduler toScheduler: @escaping @Sendable (Environment) -> SchedulerOf<DispatchQueue>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    toAction.noteUse(at: location)
    let token = SubscriptionToken()
    let change: Change<Value> = { previous, value, state, hasChanged, environment in
      // The initial value was loaded, unless the state indicates that it was not saved.
      guard previous.map({ $0 != value }) ?? (state[keyPath: toSaving].isUpToDate == false) else {
        return .none
      }
      if previous != nil, state[keyPath: toSaving].hasChanges == false {
        state[keyPath: toSaving].hasChanges = true
        hasChanged = true
        let storage = toStorage(environment)
        if storage.isUnread() {
          let error = SavingError(.notLoaded, in: storage.name)
          state[keyPath: toSaving].report(error, from: location)
          state[keyPath: toSaving].problem = error
        }
      }
      return Effect(value: toAction.embed(.save))
        .deferred(for: interval, scheduler: toScheduler(environment), fileID: fileID, line: line)
        .cancellable(
          id: SavingID(token, .interval),
          whenRunning: .ignoreNew,
          fileID: fileID,
          line: line
        )
    }
    let write: @Sendable (State, Environment) -> Effect<SavingAction, Never> = {
      state,
      environment in
      let (value, storage) = (toValue(state), toStorage(environment))
      return Effect.sync {
        do throws(SavingError) {
          try format.save(value, to: storage)
          return .saved
        } catch {
          return .failed(error)
        }
      }
      .subscribe(on: storage.queue, fileID: fileID, line: line)
    }
    let place = SubscriptionPlace("persisted", location, isRestarting: false)
    return Self(gate: nil, sites: sites, lifecycle: lifecycle) { state, action, environment in
      guard let event = toAction.extract(from: action), SenderPlace.isAbsent == false else {
        return reduce(&state, action, environment)
      }
      StoreTurn.noteTaken()
      var effect = Effect<Action, Never>.none
      if event == .save, state[keyPath: toSaving].isUpToDate == false {
        let writing = write(state, environment).map { toAction.embed($0) }
          .cancellable(
            id: SavingID(token, .write),
            cancelInFlight: true,
            fileID: fileID,
            line: line
          )
        effect = .merge(
          Effect.none.cancellable(id: SavingID(token, .interval), cancelInFlight: true),
          writing.independent
        )
      }
      if case .failed(let error) = event, error.kind == .notLoaded {
        state[keyPath: toSaving].report(error, from: location)
      }
      state[keyPath: toSaving].note(event)
      return effect.merged(reduce(&state, action, environment))
    }
    .subscribing(token, at: place, toValue, change) {
      previous,
      value,
      state,
      environment in
      let compared = state[keyPath: toSaving].compared.value as? Value
      if compared == nil || compared != value { state[keyPath: toSaving].compared.value = value }
      var hasChanged = false
      return change(compared ?? previous, value, &state, &hasChanged, environment)
    }
    .unmountEffect(at: location) { state, environment, lives in
      // The turn that removed the state has not recorded its changes.
      let known = lives.keys(of: token, Value?.none).value
      let isSaved = known == nil || known == toValue(state)
      guard isSaved == false || state[keyPath: toSaving].isUpToDate == false else { return .none }
      return write(state, environment).map { outcome in
        if case .failed(let error) = outcome { reportIssue("\(error)") }
      }
      .fireAndForget()
    }
  }
}

extension Saving {
  /// Reports that nothing was loaded, unless the state already has this problem.
  fileprivate func report(_ error: SavingError, from location: CodeLocation) {
    if problem?.kind != .notLoaded { IssueReporting.report("\(error)", from: location) }
  }

  fileprivate mutating func note(_ event: SavingAction) {
    switch event {
    case .save:
      if isUpToDate == false { (hasChanges, isSaving) = (false, true) }
    case .saved:
      isSaving = false
      // The user still needs the name of the kept data.
      if problem?.kind.namesKeptData == false { problem = nil }
    case .failed(let error):
      (isSaving, problem) = (false, error)
      // The changes were saved, despite this error.
      if case .changedElsewhere = error.kind { break }
      hasChanges = true
    }
  }
}

private struct SavingID: Hashable, Sendable {
  enum Part { case interval, write }

  private let token: ObjectIdentifier
  private let part: Part

  init(_ token: SubscriptionToken, _ part: Part) {
    self.token = ObjectIdentifier(token)
    self.part = part
  }
}
