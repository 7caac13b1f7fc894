// SPDX-License-Identifier: MIT

extension Effect where Failure == Never {
  /// Returns an effect that does work whose progress is an ``Activity`` of the state.
  ///
  /// ```swift
  /// case .saveButtonTapped:
  ///   let draft = state.draft
  ///   return .activity(/EditorAction.saving) { () async throws(SaveError) in
  ///     try await environment.save(draft)
  ///   }
  /// ```
  ///
  /// ``Reducer/activity(_:action:fileID:filePath:line:column:)`` keeps the state: it is `.running` when the turn ends that
  /// has returned the effect. When the work ends, the effect sends `.finished` or `.failed`, which make it `.idle` or
  /// `.failed`. Work that starts later, because it stands behind another effect or waits in a queue, sends `.started`.
  ///
  /// The work ends with the state of its feature, and by ``cancel(activity:fileID:line:)``. A task that is returned by
  /// `send` and is cancelled ends the work without an action, so that the state remains as it is.
  ///
  /// Isolation: the work begins in the call that starts the effect, as that of `task` does.
  ///
  /// - Parameters:
  ///   - toAction: The case of the actions of the activity.
  ///   - policy: The rule for work that is started while the same activity of the feature runs.
  ///   - name: The name of the effect in messages.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - work: The work, which throws its failure.
  /// - Returns: The effect.
  public static func activity<WorkFailure: Error>(
    _ toAction: CasePath<Output, ActivityAction<WorkFailure>>,
    _ policy: EffectPolicy = .first,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ work: @escaping @Sendable () async throws(WorkFailure) -> Void
  ) -> Self {
    let id = ActivityID(toAction)
    let ended = Effect<ActivityAction<WorkFailure>, Never>.task(
      name: name,
      fileID: fileID,
      line: line
    ) {
      do throws(WorkFailure) {
        try await work()
        return .finished
      } catch {
        return .failed(error)
      }
    }
    let ending = ended.map { toAction.embed($0) }
    guard policy == .queue else {
      return .merge(.change(toAction.embed(.started)), ending.running(policy, id: id))
    }
    return .concatenate(Self(value: toAction.embed(.started)), ending).running(.queue, id: id)
  }

  /// Returns an effect that does work whose progress is an ``Activity`` of the state, and may throw any error.
  ///
  /// ```swift
  /// return .activity(/EditorAction.saving, failure: { SaveError(message: "\($0)") }) {
  ///   try await environment.write(draft)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - toAction: The case of the actions of the activity.
  ///   - policy: The rule for work that is started while the same activity of the feature runs.
  ///   - failure: Makes the failure of an error.
  ///   - name: The name of the effect in messages.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - work: The work, which throws an error if it fails.
  /// - Returns: The effect; see ``activity(_:_:name:fileID:line:_:)``.
  public static func activity<WorkFailure: Error>(
    _ toAction: CasePath<Output, ActivityAction<WorkFailure>>,
    _ policy: EffectPolicy = .first,
    failure: @escaping @Sendable (any Error) -> WorkFailure,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ work: @escaping @Sendable () async throws -> Void
  ) -> Self {
    activity(toAction, policy, name: name, fileID: fileID, line: line) {
      () async throws(WorkFailure) in
      do { try await work() } catch { throw failure(error) }
    }
  }

  /// Returns an effect that cancels the work of an ``Activity`` of this feature, which is then `.idle`.
  ///
  /// ```swift
  /// case .stopButtonTapped:
  ///   return .cancel(activity: /EditorAction.saving)
  /// ```
  ///
  /// Behind another effect, it sends the action `.cancelled`.
  ///
  /// - Parameters:
  ///   - toAction: The case of the actions of the activity.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  /// - Returns: The effect that cancels.
  public static func cancel<WorkFailure: Error>(
    activity toAction: CasePath<Output, ActivityAction<WorkFailure>>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    .merge(
      Effect.none
        .cancellable(id: ActivityID(toAction), cancelInFlight: true, fileID: fileID, line: line),
      .change(toAction.embed(.cancelled))
    )
  }

  /// Returns an effect that changes the state of the feature in the turn that returns it, or later by an action.
  private static func change(_ action: Output) -> Self {
    Self(WordNode(Word(.change(action), by: Output.self, nil), late: action))
  }
}

/// The id of the work of an activity: the path to its actions, and the case of one of them.
private struct ActivityID: Hashable, Sendable {
  private let action: ObjectIdentifier
  private let path: String
  private let tag: UInt32?

  init<Action: Sendable, Failure: Error>(_ toAction: CasePath<Action, ActivityAction<Failure>>) {
    action = ObjectIdentifier(Action.self)
    path = toAction.description
    let example = toAction.embed(.finished)
    tag = CaseTag(someCaseOf: Action.self).map { reader in
      withUnsafePointer(to: example) { reader.tag(of: $0) }
    }
  }
}

extension Reducer {
  /// Returns a reducer that keeps the state of an activity, which this reducer starts with
  /// ``Effect/activity(_:_:name:fileID:line:_:)``.
  ///
  /// ```swift
  /// editorReducer.activity(\.saving, action: /EditorAction.saving)
  /// ```
  ///
  /// An action of the activity changes the state before this reducer runs, as a binding does. Work that this reducer has
  /// returned makes it `.running` after this reducer has run. An activity that is started without this operator is reported.
  ///
  /// - Parameters:
  ///   - toActivity: The key path to the state of the activity.
  ///   - toAction: The case of the actions of the activity.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer that also keeps the state of the activity.
  /// - Complexity: O(1) for each action.
  public func activity<Failure: Error>(
    _ toActivity: any WritableKeyPath<State, Activity<Failure>> & Sendable,
    action toAction: CasePath<Action, ActivityAction<Failure>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    toAction.noteUse(at: location)
    let hear: @Sendable (Effect<Action, Never>, inout State) -> Effect<Action, Never> = {
      effect,
      state in
      effect.hearing { node in
        guard let change = node.word.change(of: Action.self),
          let event = toAction.extract(from: change)
        else { return false }
        state[keyPath: toActivity] = Activity(after: event)
        return true
      }
    }
    return Self(
      gate: nil,
      sites: sites,
      lifecycle: lifecycle?.hearing { effect, state, _ in hear(effect, &state) }
    ) { state, action, environment in
      if let event = toAction.extract(from: action), SenderPlace.isAbsent == false {
        state[keyPath: toActivity] = Activity(after: event)
      }
      let effect = reduce(&state, action, environment)
      return effect.node?.hasWords == true ? hear(effect, &state) : effect
    }
  }
}

extension Activity {
  /// Creates the state after an event.
  fileprivate init(after event: ActivityAction<Failure>) {
    switch event {
    case .started: self = .running
    case .finished, .cancelled: self = .idle
    case .failed(let failure): self = .failed(failure)
    }
  }
}
