// SPDX-License-Identifier: MIT

internal import Lockstep

struct Diagram: Sendable {
  struct Turn: Sendable {
    var number: Int
    /// The path of the action's cases, without payloads: `cart.addButtonTapped`.
    var name: String
    /// The name with the payload, such as `cart.priceLoaded(12)`, if the action has one.
    var summary: String?
    var action: String
    var sender: String
    /// The location of the sender, or `nil` for an effect that sends its value immediately.
    var location: CodeLocation?
    /// Whether a call, or an effect of the initial state, sent the action.
    var isFromOutside: Bool
    /// The number of the causing turn, which may have been dropped, or `nil` if the action came from outside.
    var cause: Int?
    var effect: Int?
    var time: Duration
    var outputs: [String] = []
    /// The difference of the state, empty if the turn changed nothing and `nil` if the states are unknown.
    var difference: [String]?
  }

  struct Effect: Sendable {
    /// The number of the effect, in the order in which the store's effects start.
    var number: Int
    var name: String?
    var description: String
    var location: CodeLocation
    /// The turn that started the effect, which may have been dropped, or `nil` for an effect of the initial state.
    var startingTurn: Int?
    var begin: Duration
    var end: End?
    var sentCount: Int
  }

  struct End: Sendable {
    enum Kind: String, Sendable {
      case finished
      case cancelled
      case endedWithState
    }

    var kind: Kind
    var turn: Int?
    var time: Duration
  }

  var title: String
  var turns: [Turn]
  var effects: [Effect]
  var droppedCount: Int
}
