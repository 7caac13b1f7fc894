// SPDX-License-Identifier: MIT

/// One turn of a store, in which its reducer processes an action.
///
/// Isolation: any thread.
public struct StoreTurn: Sendable {
  /// The number of the turn.
  ///
  /// Turns have ascending numbers that begin with 1. If an effect is cancelled while its value waits, the store
  /// discards the value and skips its number.
  public let number: Int

  /// The action, as an action of the root store.
  public let action: any Sendable

  /// The sender of the action.
  public let sender: Sender

  /// The number of the turn in which the action was sent, or `nil` if it was sent outside a turn.
  ///
  /// An effect that sends immediately, a subject, a scheduler, or an observer can send an action during a turn. The
  /// number differs from ``Sender/startingTurn`` if an earlier turn started the effect.
  public let precedingTurn: Int?

  /// The animation that the action was sent with, if any.
  public let animation: StoreAnimation?

  package var outputs: [SentOutput] = []

  /// Whether a modifier of this library, such as `binding` or `undoable`, handled the action.
  package var isTaken = false

  package var closedChildren: [ClosedChild] = []

  /// The runs of children's reducers so far, each after the runs of its own children; empty in release builds.
  package var childRuns: [ChildRun] = []

  /// The sender of an action: a call of `send`, or an effect.
  ///
  /// Messages contain the sender's description, such as "effect task, made at App/Feature.swift:12, started by
  /// Action.buttonTapped".
  ///
  /// Isolation: any thread.
  public struct Sender: Sendable, CustomStringConvertible {
    private let caller: CodeLocation?
    private let effect: EffectDescription?
    /// The number of the leaf that sent the action, or zero if none did or it is unknown.
    package let leaf: UInt64
    private let start: ActionOrigin
    private let actionType: Any.Type

    init(_ caller: CodeLocation) {
      (self.caller, effect, leaf, start, actionType) = (caller, nil, 0, .none, Never.self)
    }

    init(
      _ effect: EffectDescription?,
      number: UInt64 = 0,
      of start: ActionOrigin,
      in actionType: Any.Type
    ) {
      (caller, self.effect, leaf) = (nil, effect, number)
      (self.start, self.actionType) = (start, actionType)
    }

    /// A Boolean value that indicates whether an effect sent the action.
    public var isEffect: Bool { caller == nil }

    /// The number of the turn that started the effect.
    ///
    /// The value is `nil` if a call sent the action, or if the effect began with the initial state.
    public var startingTurn: Int? { isEffect && start.action > 0 ? start.action : nil }

    /// The line that called `send` or created the effect.
    ///
    /// The value is `nil` for an effect that sends its value immediately, because it stores no location.
    public var location: CodeLocation? { caller ?? effect?.location }

    /// A description of the sender and of the action that started the effect.
    public var description: String {
      start.name(in: actionType).map { "\(source), started by \($0)" } ?? source
    }

    /// A description of the sender without the action that started the effect.
    package var source: String {
      if let caller { return "'send' at \(caller)" }
      return effect.map { "effect \($0)" } ?? "an effect that sends its value at once"
    }
  }
}
