// SPDX-License-Identifier: MIT

/// One turn of a store: an action that passes the reducer, with its sender.
///
/// Isolation: any thread.
public struct StoreTurn: Sendable {
  /// The number of the turn.
  ///
  /// The turns of a store have ascending numbers, beginning with 1. A number is missing where the value of an
  /// effect was void, because the effect had been cancelled while the value waited.
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

  /// The sender of an action: a call of `send`, or an effect.
  ///
  /// Its description is the one that messages contain, such as "effect task, made at App/Feature.swift:12,
  /// started by Action.buttonTapped".
  ///
  /// Isolation: any thread.
  public struct Sender: Sendable, CustomStringConvertible {
    let cause: ActionCause
    let actionType: Any.Type

    /// Whether an effect sent the action.
    public var isEffect: Bool { startingTurn != nil }

    /// The number of the turn that started the effect; `nil` if the action was sent by a call.
    public var startingTurn: Int? {
      if case .effect(_, let origin) = cause { origin.action } else { nil }
    }

    /// The name that the effect was given, if it has one.
    public var effectName: String? {
      if case .effect(let description?, _) = cause { description.name } else { nil }
    }

    /// The line that called `send` or created the effect; `nil` for an effect that sends its value at once,
    /// which keeps none.
    public var location: CodeLocation? {
      switch cause {
      case .caller(let location): location
      case .effect(let description, _): description?.location
      }
    }

    /// The sender in words.
    public var description: String { cause.description(in: actionType) }
  }
}
