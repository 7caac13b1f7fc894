// SPDX-License-Identifier: MIT

internal import Lockstep
public import Testing

/// One step of a test, as a value.
///
/// ```swift
/// Step(.send, .saveButtonTapped) { $0.isSaving = true }
/// Step(.send(.saveButtonTapped) { $0.isSaving = true })
/// Step(.receive, .saved) { $0.isSaving = false }
/// Step(.fireAndForget)
/// ```
///
/// Pass a list of steps to the `assert` methods of a ``TestStore``, or to the function
/// ``assert(initialValue:reducer:environment:steps:at:)``. In a list, the second form can omit `Step`:
/// `.send(.saveButtonTapped) { … }`.
///
/// Isolation: the test's.
///
/// Complexity: creating a step is O(1).
public struct Step<State: Equatable, Action: Sendable, Environment: Sendable> {
  /// The sender of a step's action.
  public enum Sender: Sendable {
    /// The test.
    case send
    /// An effect.
    case receive
  }

  /// A function that runs the step in a store, given the location of the list.
  let take: (TestStore<State, Action, Environment>, SourceLocation) -> Void
}

extension Step {
  /// Creates a step that fails at the line of this call if the given step does not know its own line.
  ///
  /// - Parameters:
  ///   - step: The step to run.
  ///   - location: The place named in failures.
  public init(_ step: Self, at location: SourceLocation = #_sourceLocation) {
    self.init { store, _ in step.take(store, location) }
  }
}

extension Step where Action: Equatable {
  /// Creates a step that sends or receives an action.
  ///
  /// - Parameters:
  ///   - sender: Whether the test or an effect sends the action.
  ///   - action: The action.
  ///   - location: The place named in failures.
  ///   - update: Changes the state before the step to the state expected after it.
  public init(
    _ sender: Sender,
    _ action: Action,
    at location: SourceLocation = #_sourceLocation,
    _ update: @escaping (inout State) throws -> Void = expectNoChange
  ) {
    switch sender {
    case .send: self = .send(action, at: location, update)
    case .receive: self = .receive(action, at: location, update)
    }
  }
}

extension TestStore {
  /// One step of a test of this store, as a value.
  public typealias Step = LockstepTesting.Step<State, Action, Environment>

  /// Runs steps in sequence.
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
  /// Each step fails at its own line, except ``Step/fireAndForget``, which fails at the line of this call.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - location: The place named in failures.
  public func assert(_ steps: Step..., at location: SourceLocation = #_sourceLocation) {
    assert(steps, at: location)
  }

  /// Runs the steps of a list in sequence.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - location: The place named in failures.
  public func assert(_ steps: [Step], at location: SourceLocation = #_sourceLocation) {
    for step in steps { step.take(self, location) }
  }
}

extension Step {
  /// Sends an action, and asserts how it changes the state.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - location: The place named in failures.
  ///   - update: Changes the state before the step to the state expected after it. Omit it if nothing changes: in a
  ///     `TestStore`, a closure that changes nothing is a failure. An error that it throws is a failure, too.
  /// - Returns: The step.
  public static func send(
    _ action: Action,
    at location: SourceLocation = #_sourceLocation,
    _ update: @escaping (inout State) throws -> Void = expectNoChange
  ) -> Self {
    Self { store, _ in store.send(action, at: location, update) }
  }

  /// A step that asserts the oldest fire-and-forget effect that has not been asserted yet.
  ///
  /// It fails at the line of the list. `.fireAndForget()` fails at its own line.
  public static var fireAndForget: Self {
    Self { store, location in store.fireAndForget(at: location) }
  }

  /// Asserts the oldest fire-and-forget effect that has not been asserted yet.
  ///
  /// - Parameters:
  ///   - name: The name of the effect, to assert the oldest effect with that name.
  ///   - location: The place named in failures.
  /// - Returns: The step.
  public static func fireAndForget(
    _ name: String? = nil,
    at location: SourceLocation = #_sourceLocation
  ) -> Self {
    Self { store, _ in store.fireAndForget(name, at: location) }
  }

  /// Performs work between two steps, such as advancing a scheduler.
  ///
  /// - Parameters:
  ///   - location: The place named in failures.
  ///   - work: The work. An error that it throws is a failure.
  /// - Returns: The step.
  public static func `do`(
    at location: SourceLocation = #_sourceLocation,
    _ work: @escaping () throws -> Void
  ) -> Self {
    Self { store, _ in store.attempt(at: location, work) }
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
    Self { store, _ in store.attempt(at: location) { try update(&store.environment) } }
  }

  /// Runs several steps, so that tests can share them.
  ///
  /// - Parameter steps: The steps.
  /// - Returns: The step that runs them.
  public static func sequence(_ steps: Self...) -> Self {
    sequence(steps)
  }

  /// Runs the steps of a list, so that tests can share them.
  ///
  /// - Parameter steps: The steps.
  /// - Returns: The step that runs them.
  public static func sequence(_ steps: [Self]) -> Self {
    Self { store, location in store.assert(steps, at: location) }
  }
}

extension TestStore {
  fileprivate func attempt(at location: SourceLocation, _ work: () throws -> Void) {
    let location = CodeLocation(location)
    do {
      try core.ledger.withActivity(at: location, work)
    } catch {
      core.ledger.fail(.workThrew(error), at: location)
    }
  }
}
