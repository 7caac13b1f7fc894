// SPDX-License-Identifier: MIT

/// One turn of a store: an action that passes the reducer, with its sender.
///
/// Isolation: any thread.
public struct StoreTurn: Sendable {
  /// The number of the turn.
  ///
  /// The turns of a store have ascending numbers, beginning with 1. A number is missing where the value of an
  /// effect was discarded, because the effect was cancelled while the value waited.
  public let number: Int

  /// The action, an action of the root store.
  public let action: any Sendable

  /// The sender of the action.
  public let sender: Sender

  /// The number of the turn in which the action was sent: by an effect that sends at once, by a subject or a
  /// scheduler that the turn used, or by an observer; `nil` if it was sent outside of any turn.
  ///
  /// It differs from ``Sender/startingTurn`` if an earlier turn started the effect.
  public let precedingTurn: Int?

  /// The animation of the action, if it was sent with one.
  public let animation: StoreAnimation?

  /// The outputs and dismissals of the turn so far.
  package var outputs: [SentOutput] = []

  /// Whether one of the library's modifiers, such as `binding` or `undoable`, has taken the action.
  package var isTaken = false

  /// The presented children that the turn has closed so far.
  package var closedChildren: [ClosedChild] = []

  /// The runs of children's reducers so far, those of a child's children before that of the child; none in a release build.
  package var childRuns: [ChildRun] = []

  /// The sender of an action: a call of `send`, or an effect.
  ///
  /// Its description is the one that messages contain, such as "effect task, made at App/Feature.swift:12,
  /// started by Action.buttonTapped".
  ///
  /// Isolation: any thread.
  public struct Sender: Sendable, CustomStringConvertible {
    /// The line that called `send`; `nil` if an effect sent the action.
    private let caller: CodeLocation?
    private let effect: EffectDescription?
    /// The number of the leaf that sent the action, in its store; zero if there is none, or if it is unknown.
    package let leaf: UInt64
    /// The action of the same store that started the effect.
    private let start: ActionOrigin
    private let actionType: Any.Type

    /// A call of `send`.
    init(_ caller: CodeLocation) {
      (self.caller, effect, leaf, start, actionType) = (caller, nil, 0, .none, Never.self)
    }

    /// An effect, with its description if it has one.
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

    /// The number of the turn that started the effect; `nil` if the action was sent by a call, or by an effect with
    /// which the first state began.
    public var startingTurn: Int? { isEffect && start.action > 0 ? start.action : nil }

    /// The line that called `send` or created the effect; `nil` for an effect that sends its value at once,
    /// which keeps none.
    public var location: CodeLocation? { caller ?? effect?.location }

    /// The sender as text.
    public var description: String {
      start.name(in: actionType).map { "\(source), started by \($0)" } ?? source
    }

    /// The sender as text, without the action that started the effect.
    package var source: String {
      if let caller { return "'send' at \(caller)" }
      return effect.map { "effect \($0)" } ?? "an effect that sends its value at once"
    }
  }
}
