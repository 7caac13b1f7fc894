// SPDX-License-Identifier: MIT

internal import Lockstep
public import Testing

extension TestStore {
  /// Takes steps one after the other.
  ///
  /// ```swift
  /// store.assert(
  ///   .environment { $0.save = { _ in .fireAndForget {} } },
  ///   .send(.incrementButtonTapped) { $0.count = 1 },
  ///   .send(.saveButtonTapped),
  ///   .fireAndForget
  /// )
  /// ```
  ///
  /// Each step fails at its own line, except ``Step/fireAndForget``, which cannot know its line and
  /// fails at the line of this call.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - location: The place named in failures.
  public func assert(
    _ steps: Step...,
    at location: SourceLocation = #_sourceLocation
  ) {
    assert(steps, at: location)
  }

  /// Takes the steps of a list one after the other.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - location: The place named in failures.
  public func assert(
    _ steps: [Step],
    at location: SourceLocation = #_sourceLocation
  ) {
    let location = CodeLocation(location)
    for step in steps { step.take(self, location) }
  }

  /// One step of a test, as a value.
  public struct Step {
    /// A function that takes the step in a store; the location is that of the list.
    let take: (TestStore, CodeLocation) -> Void
  }
}

extension TestStore.Step {
  /// Sends an action, and asserts how it changes the state.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - location: The place named in failures.
  ///   - update: Changes the state before the step to the state expected after it. Omit it if nothing
  ///     changes: a closure that changes nothing is a failure, and so is an error that it throws.
  /// - Returns: The step.
  public static func send(
    _ action: Action,
    at location: SourceLocation = #_sourceLocation,
    _ update: @escaping (inout State) throws -> Void = expectNoChange
  ) -> Self {
    let location = CodeLocation(location)
    return Self { store, _ in
      store.core.assert(store.core.send(action, at: location), at: location, update)
    }
  }

  /// A step that asserts that a fire-and-forget effect has run: the oldest one that has not been
  /// asserted yet.
  ///
  /// It fails at the line of the list; `.fireAndForget()` fails at its own line.
  public static var fireAndForget: Self {
    Self { store, location in store.core.ledger.fireAndForget(nil, after: nil, at: location) }
  }

  /// Asserts that a fire-and-forget effect has run: the oldest one that has not been asserted yet.
  ///
  /// - Parameters:
  ///   - name: The name of the effect, to assert the oldest effect with that name.
  ///   - location: The place named in failures.
  /// - Returns: The step.
  public static func fireAndForget(
    _ name: String? = nil,
    at location: SourceLocation = #_sourceLocation
  ) -> Self {
    let location = CodeLocation(location)
    return Self { store, _ in store.core.ledger.fireAndForget(name, after: nil, at: location) }
  }

  /// Does something between two steps, such as advancing a scheduler.
  ///
  /// - Parameters:
  ///   - location: The place named in failures.
  ///   - work: What to do. An error that it throws is a failure.
  /// - Returns: The step.
  public static func `do`(
    at location: SourceLocation = #_sourceLocation,
    _ work: @escaping () throws -> Void
  ) -> Self {
    let location = CodeLocation(location)
    return Self { store, _ in store.attempt(at: location, work) }
  }

  /// Changes the environment.
  ///
  /// - Parameters:
  ///   - location: The place named in failures.
  ///   - update: Changes the environment. An error that it throws is a failure.
  /// - Returns: The step.
  public static func environment(
    at location: SourceLocation = #_sourceLocation,
    _ update: @escaping (inout Environment) throws -> Void
  ) -> Self {
    let location = CodeLocation(location)
    return Self { store, _ in store.attempt(at: location) { try update(&store.environment) } }
  }

  /// Takes several steps, so that tests can share them.
  ///
  /// - Parameter steps: The steps.
  /// - Returns: The step that takes them.
  public static func sequence(_ steps: Self...) -> Self {
    sequence(steps)
  }

  /// Takes the steps of a list, so that tests can share them.
  ///
  /// - Parameter steps: The steps.
  /// - Returns: The step that takes them.
  public static func sequence(_ steps: [Self]) -> Self {
    Self { store, location in
      for step in steps { step.take(store, location) }
    }
  }
}

extension TestStore {
  fileprivate func attempt(at location: CodeLocation, _ work: () throws -> Void) {
    do {
      try core.ledger.withActivity(at: location, work)
    } catch {
      core.ledger.fail(.workThrew(error), at: location)
    }
  }
}
