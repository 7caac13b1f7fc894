// SPDX-License-Identifier: MIT

internal import Lockstep

/// The diagram of a run of a store, from which text, reports and files for other tools are made.
struct Diagram: Sendable {
  struct Turn: Sendable {
    /// The number of the turn; the numbers of a diagram ascend, with gaps.
    var number: Int
    /// The path of the action's cases, without payloads: `cart.addButtonTapped`.
    var name: String
    /// The name with the payload, `cart.priceLoaded(12)`, if there is one.
    var summary: String?
    /// The action as text, of one line or more.
    var action: String
    /// The sender as text, such as "'send' at App/Feature.swift:12".
    var sender: String
    /// The place of the sender; `nil` for an effect that sends its value at once.
    var location: CodeLocation?
    /// Whether the action came from outside: from a call, or from an effect with which the first state began.
    var isFromOutside: Bool
    /// The number of the turn that the action follows from, which may have been dropped; `nil` if it came from outside.
    var cause: Int?
    /// The number of the effect that sent the action; `nil` for a call, and for an effect that sends its value at once.
    var effect: Int?
    /// The time at which the turn began.
    var time: Duration
    /// The outputs and the requests to be dismissed that were sent in the turn.
    var outputs: [String] = []
    /// The lines of the difference that the turn made to the state, each beginning with "-", "+" or " "; empty if it
    /// changed nothing, and `nil` if the states are not known.
    var difference: [String]?
  }

  struct Effect: Sendable {
    /// The number of the effect in its store, ascending in the order in which effects began.
    var number: Int
    /// The name that its author gave it.
    var name: String?
    /// The effect as text, such as `task "load", made at App/Feature.swift:12`.
    var description: String
    var location: CodeLocation
    /// The number of the turn whose action started it, which may have been dropped; `nil` if it began with the first
    /// state.
    var startingTurn: Int?
    var begin: Duration
    /// How it ended; `nil` if it is running.
    var end: End?
    /// The number of actions that it has sent.
    var sentCount: Int
  }

  struct End: Sendable {
    enum Kind: String, Sendable {
      case finished
      case cancelled
      /// Ended because its part of the state was removed.
      case endedWithState
    }

    var kind: Kind
    /// The number of the turn in which it ended; `nil` if it ended outside of any turn.
    var turn: Int?
    var time: Duration
  }

  var title: String
  /// In ascending order of their numbers.
  var turns: [Turn]
  /// In ascending order of their numbers.
  var effects: [Effect]
  /// The number of earlier turns that are no longer known.
  var droppedCount: Int
}
