// SPDX-License-Identifier: MIT

internal import Lockstep
public import Testing

/// One step of ``assert(initialValue:reducer:environment:steps:at:)``.
///
/// ```swift
/// Step(.send, .saveButtonTapped) { $0.isSaving = true }
/// Step(.send(.saveButtonTapped) { $0.isSaving = true })
/// Step(.receive, .saved) { $0.isSaving = false }
/// Step(.fireAndForget)
/// ```
///
/// Isolation: that of the test.
///
/// Complexity: creating a step is O(1).
public struct Step<Value, Action> {
  /// What a step does, with everything it needs.
  public struct Kind {
    enum Base {
      case send(Action, (inout Value) throws -> Void)
      case receive(Action, (inout Value) throws -> Void)
      case fireAndForget
    }

    let base: Base

    /// Sends an action, and asserts how it changes the state.
    ///
    /// - Parameters:
    ///   - action: The action to send.
    ///   - update: Changes the state before the step to the state expected after it.
    /// - Returns: The kind.
    public static func send(
      _ action: Action,
      _ update: @escaping (inout Value) throws -> Void = { _ in }
    ) -> Self {
      Self(base: .send(action, update))
    }

    /// Asserts that an effect has sent an action, and how the action has changed the state.
    ///
    /// - Parameters:
    ///   - action: The oldest received action that has not been asserted yet.
    ///   - update: Changes the state before the step to the state expected after it.
    /// - Returns: The kind.
    public static func receive(
      _ action: Action,
      _ update: @escaping (inout Value) throws -> Void = { _ in }
    ) -> Self {
      Self(base: .receive(action, update))
    }

    /// The kind that asserts that a fire-and-forget effect has completed.
    public static var fireAndForget: Self { Self(base: .fireAndForget) }
  }

  /// The sender of the action of a step.
  public enum Sender: Sendable {
    /// The test.
    case send
    /// An effect.
    case receive
  }

  let kind: Kind
  let location: CodeLocation

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - kind: What the step does.
  ///   - location: The place named in failures.
  public init(
    _ kind: Kind,
    at location: SourceLocation = #_sourceLocation
  ) {
    self.kind = kind
    self.location = CodeLocation(location)
  }

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
    _ update: @escaping (inout Value) throws -> Void = { _ in }
  ) {
    switch sender {
    case .send: kind = .send(action, update)
    case .receive: kind = .receive(action, update)
    }
    self.location = CodeLocation(location)
  }
}
