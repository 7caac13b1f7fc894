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
/// The method `assert` of a ``TestStore`` takes a list of steps, as does the function
/// ``assert(initialValue:reducer:environment:steps:at:)``. `Step` can be left out of the second form:
/// `.send(.saveButtonTapped) { … }`.
///
/// Isolation: that of the test.
///
/// Complexity: creating a step is O(1).
public struct Step<State: Equatable, Action: Sendable, Environment: Sendable> {
  /// The sender of the action of a step.
  public enum Sender: Sendable {
    /// The test.
    case send
    /// An effect.
    case receive
  }

  /// A function that takes the step in a store; the location is that of the list.
  let take: (TestStore<State, Action, Environment>, SourceLocation) -> Void
}

extension Step {
  /// Creates a step that fails at the line of this call, if the other one does not know its own.
  ///
  /// - Parameters:
  ///   - step: The work of the step.
  ///   - location: The place named in failures.
  public init(_ step: Self, at location: SourceLocation = #_sourceLocation) {
    self.init { store, _ in step.take(store, location) }
  }
}

extension Step where Action: Equatable {
  /// Creates a step that sends or receives an action.
  ///
  /// - Parameters:
  ///   - sender: Whether the test sends the action, or an effect has sent it.
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
  public func assert(_ steps: Step..., at location: SourceLocation = #_sourceLocation) {
    assert(steps, at: location)
  }

  /// Takes the steps of a list one after the other.
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
  ///   - update: Changes the state before the step to the state expected after it. Omit it if nothing
  ///     changes: in a `TestStore`, a closure that changes nothing is a failure. So is an error that it throws.
  /// - Returns: The step.
  public static func send(
    _ action: Action,
    at location: SourceLocation = #_sourceLocation,
    _ update: @escaping (inout State) throws -> Void = expectNoChange
  ) -> Self {
    Self { store, _ in store.send(action, at: location, update) }
  }

  /// A step that asserts that a fire-and-forget effect has run: the oldest one that has not been
  /// asserted yet.
  ///
  /// It fails at the line of the list; `.fireAndForget()` fails at its own line.
  public static var fireAndForget: Self {
    Self { store, location in store.fireAndForget(at: location) }
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
    Self { store, _ in store.fireAndForget(name, at: location) }
  }

  /// Does something between two steps, such as advancing a scheduler.
  ///
  /// - Parameters:
  ///   - location: The place named in failures.
  ///   - work: The work of the step. An error that it throws is a failure.
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
