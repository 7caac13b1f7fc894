// SPDX-License-Identifier: MIT

public import Lockstep

/// One turn in a journal: an action, its sender, and its results.
///
/// Isolation: any thread.
public struct JournalTurn: Sendable, CustomStringConvertible {
  private let turn: StoreTurn

  /// The time at which the turn began, since the journal was created and by its clock.
  ///
  /// In a test store, the time is virtual: the time of the test schedulers on which its effects waited.
  public let time: Duration

  /// The numbers of the effects that the action started and the journal knows, in ascending order.
  ///
  /// If an effect follows another one, for example behind `flatMap`, the action that started the first effect counts as
  /// the start of both.
  public let effects: [Int]

  init(_ turn: StoreTurn, at time: Duration, effects: [Int]) {
    self.turn = turn
    self.time = time
    self.effects = effects
  }

  /// The number of the turn.
  ///
  /// Turns have ascending numbers, starting at 1. A number is missing if an effect was cancelled while its value
  /// waited, because the store discards that value.
  public var number: Int { turn.number }

  /// The action of the root store.
  public var action: any Sendable { turn.action }

  /// The sender of the action.
  public var sender: StoreTurn.Sender { turn.sender }

  /// The number of the turn in which the action was sent, or `nil` if it was sent outside any turn.
  ///
  /// The sender can be an effect that sends immediately, a subject or a scheduler that the turn used, or an observer.
  public var precedingTurn: Int? { turn.precedingTurn }

  /// The number of the effect that sent the action, or `nil` for a call of `send` and for an effect that sends its
  /// value immediately.
  public var effect: Int? { turn.sender.leaf == 0 ? nil : Int(turn.sender.leaf) }

  /// The number of the turn that caused this one, or `nil` if the action came from outside.
  ///
  /// The cause is the turn in which the action was sent. For an effect that sends outside any turn, it is the turn that
  /// started the effect. The number is always lower than the number of this turn.
  public var cause: Int? { turn.precedingTurn ?? turn.sender.startingTurn }

  /// The outputs and dismissal requests that reducers sent in the turn, in the order in which the parents received
  /// them.
  public var outputs: [JournalOutput] { turn.outputs.map(JournalOutput.init) }
}

/// An output or a dismissal request that a feature sent in a turn.
///
/// Isolation: any thread.
public struct JournalOutput: Sendable, CustomStringConvertible {
  private let sent: SentOutput

  init(_ sent: SentOutput) {
    self.sent = sent
  }

  /// The output, or `nil` for a dismissal request.
  public var output: (any Sendable)? {
    if case .output(let value) = sent.content { value } else { nil }
  }

  /// The action type of the feature.
  public var feature: Any.Type { sent.sender }

  /// The output and its feature in one line, such as `Output.finished(rounds: 3) of RoundTimer.Action`.
  public var description: String {
    let text = output.map { Dump($0).boundedLine } ?? ".dismiss"
    return "\(text) of \(Dump.codeName(feature))"
  }
}
