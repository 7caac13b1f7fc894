// SPDX-License-Identifier: MIT

public import Dispatch

extension Reducer {
  /// Returns a reducer that saves a value after it has changed.
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
  /// The value is compared at the end of every turn of the store, whichever reducer has changed it. The first unsaved
  /// change starts the interval, and at its end all changes are saved. Later changes do not restart it: otherwise, typing
  /// without a pause would never be saved. If the process is killed, the changes of the last interval are lost, and those
  /// that are being written.
  ///
  /// ``SavingAction/save`` saves without waiting. ``Saving/problem`` describes a failed attempt; the next change, or
  /// `save`, tries again. If a state with unsaved changes is removed, it saves them then.
  ///
  /// Load the value with ``SavedFormat/load(from:)`` for the first state: the value with which a state begins is not
  /// saved, unless its ``Saving`` has changes. Before a file is loaded, nothing is saved to it, and the first change
  /// is reported as an issue. A store does not save when it is released, so call `save` of the format when the program
  /// ends. See <doc:SavingAndMigrating>.
  ///
  /// For an element of `forEach`, for reducers composed below it, and for a reducer that another one runs by hand, the
  /// value is compared after each action of that feature instead: with the value after the feature's action before,
  /// whoever has changed it since, or, after its first action, with the one before that. A removed element saves
  /// nothing. An ``Undoable`` value must not contain the state of saving, which would be undone as well.
  ///
  /// A sender that cancels the effects of an action does not cancel saving.
  ///
  /// Isolation: the value is encoded and written on the queue of the storage.
  ///
  /// - Parameters:
  ///   - toValue: Returns the value, without the state of saving.
  ///   - toSaving: The key path to the state of saving.
  ///   - toAction: The case of the actions of saving.
  ///   - format: The format.
  ///   - toStorage: Returns the client to save to.
  ///   - interval: The time from the first unsaved change until the changes are saved.
  ///   - toScheduler: Returns the scheduler that measures the interval.
  ///   - fileID: The file named in messages.
  ///   - filePath: The path of that file.
  ///   - line: The line named in messages.
  ///   - column: The column named in messages.
  /// - Returns: The reducer that also saves.
  /// - Complexity: One comparison of the value in each turn, O(1) for a collection that has not changed. The previous
  ///   value is kept for that, so a collection in it is copied when it changes.
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
      // The value with which a state begins was loaded, unless the state says that it was not saved.
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
      // A change in the turn that has taken the state away was not noted in it.
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
  /// Reports that nothing was loaded, unless that is the problem already.
  fileprivate func report(_ error: SavingError, from location: CodeLocation) {
    if problem?.kind != .notLoaded { IssueReporting.report("\(error)", from: location) }
  }

  fileprivate mutating func note(_ event: SavingAction) {
    switch event {
    case .save:
      if isUpToDate == false { (hasChanges, isSaving) = (false, true) }
    case .saved:
      isSaving = false
      // That something was set aside is still worth knowing.
      if problem?.kind.namesKeptData == false { problem = nil }
    case .failed(let error):
      (isSaving, problem) = (false, error)
      // The changes are saved, too.
      if case .changedElsewhere = error.kind { break }
      hasChanges = true
    }
  }
}

/// The id of an effect of saving.
private struct SavingID: Hashable, Sendable {
  enum Part { case interval, write }

  private let token: ObjectIdentifier
  private let part: Part

  init(_ token: SubscriptionToken, _ part: Part) {
    self.token = ObjectIdentifier(token)
    self.part = part
  }
}
