// SPDX-License-Identifier: MIT

public import Lockstep

/// One turn in a journal: an action, its sender, and what it began.
///
/// Isolation: any thread.
public struct JournalTurn: Sendable, CustomStringConvertible {
  private let turn: StoreTurn

  /// The time at which the turn began, by the clock of the journal, from when the journal was made.
  ///
  /// In a test store, the time is virtual: that of the test schedulers that its effects have waited for.
  public let time: Duration

  /// The numbers of the effects that the action started, as far as the journal knows them, in ascending order.
  ///
  /// An effect that follows another one, as behind `flatMap`, counts as started by the action that started the first.
  public let effects: [Int]

  init(_ turn: StoreTurn, at time: Duration, effects: [Int]) {
    self.turn = turn
    self.time = time
    self.effects = effects
  }

  /// The number of the turn.
  ///
  /// The turns of a store have ascending numbers, beginning with 1. A number is missing where the value of an effect
  /// was discarded, because the effect was cancelled while the value waited.
  public var number: Int { turn.number }

  /// The action, an action of the root store.
  public var action: any Sendable { turn.action }

  /// The sender of the action.
  public var sender: StoreTurn.Sender { turn.sender }

  /// The number of the turn in which the action was sent: by an effect that sends at once, by a subject or a scheduler
  /// that the turn used, or by an observer; `nil` if it was sent outside of any turn.
  public var precedingTurn: Int? { turn.precedingTurn }

  /// The number of the effect that sent the action; `nil` for a call of `send`, and for an effect that sends its value
  /// at once.
  public var effect: Int? { turn.sender.leaf == 0 ? nil : Int(turn.sender.leaf) }

  /// The number of the turn that the action follows from: the one in which it was sent or, outside of any turn, the one
  /// that started the effect that sent it; `nil` if it came from outside.
  ///
  /// The number is always lower than that of the turn itself.
  public var cause: Int? { turn.precedingTurn ?? turn.sender.startingTurn }

  /// The outputs and the requests to be dismissed that reducers have sent in the turn, in the order in which parents
  /// have received them.
  public var outputs: [JournalOutput] { turn.outputs.map(JournalOutput.init) }
}

/// An output or a request to be dismissed that a feature has sent in a turn.
///
/// Isolation: any thread.
public struct JournalOutput: Sendable, CustomStringConvertible {
  private let sent: SentOutput

  init(_ sent: SentOutput) {
    self.sent = sent
  }

  /// The output; `nil` for a request to be dismissed.
  public var output: (any Sendable)? {
    if case .output(let value) = sent.content { value } else { nil }
  }

  /// The type of the actions of the feature.
  public var feature: Any.Type { sent.sender }

  /// The output and its feature in one line: `Output.finished(rounds: 3) of RoundTimer.Action`.
  public var description: String {
    let text = output.map { Dump($0).boundedLine } ?? ".dismiss"
    return "\(text) of \(Dump.codeName(feature))"
  }
}
