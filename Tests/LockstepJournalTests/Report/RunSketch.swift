// SPDX-License-Identifier: MIT

internal import Lockstep

@testable import LockstepJournal

/// Builds a run for a test, turn by turn.
struct RunSketch {
  private(set) var diagram: Diagram
  var time = Duration.zero
  /// The number of the next turn.
  var number: Int

  init(_ title: String, droppedCount: Int = 0) {
    diagram = Diagram(title: title, turns: [], effects: [], droppedCount: droppedCount)
    number = droppedCount + 1
  }

  /// Adds a turn whose action was sent from outside, and returns its number.
  @discardableResult
  mutating func call(
    _ name: String,
    _ action: String? = nil,
    from sender: String = "'send' at Shop/ShopScreen.swift:41",
    outputs: [String] = [],
    changes: [String]? = []
  ) -> Int {
    add(name, action, sender: sender, isFromOutside: true, outputs: outputs, changes: changes)
  }

  /// Adds a turn whose action an effect sent, and returns its number.
  @discardableResult
  mutating func sent(
    by effect: Int,
    _ name: String,
    _ action: String? = nil,
    outputs: [String] = [],
    changes: [String]? = []
  ) -> Int {
    guard let index = diagram.effects.firstIndex(where: { $0.number == effect }) else { return 0 }
    diagram.effects[index].sentCount += 1
    let startingTurn = diagram.effects[index].startingTurn
    return add(
      name,
      action,
      sender: diagram.effects[index].description,
      isFromOutside: startingTurn == nil,
      cause: startingTurn,
      effect: effect,
      outputs: outputs,
      changes: changes
    )
  }

  /// Adds a turn for a value that another turn sent at once, and returns its number.
  @discardableResult
  mutating func follow(
    from cause: Int,
    _ name: String,
    _ action: String? = nil,
    outputs: [String] = [],
    changes: [String]? = []
  ) -> Int {
    let sender = "a value, made at Shop/Cart.swift:77"
    return add(name, action, sender: sender, cause: cause, outputs: outputs, changes: changes)
  }

  /// Adds an effect, and returns its number.
  mutating func start(_ name: String?, in turn: Int?, kind: String = "task", line: UInt = 30) -> Int
  {
    let number = (diagram.effects.last?.number ?? 0) + 1
    let location = CodeLocation(fileID: "Shop/Shop.swift", line: line)
    let quoted = name.map { " \"\($0)\"" } ?? ""
    let effect = Diagram.Effect(
      number: number,
      name: name,
      description: "\(kind)\(quoted), made at Shop/Shop.swift:\(line)",
      location: location,
      startingTurn: turn,
      begin: time,
      end: nil,
      sentCount: 0
    )
    diagram.effects.append(effect)
    return number
  }

  mutating func end(_ effect: Int, _ kind: Diagram.End.Kind = .finished, in turn: Int? = nil) {
    guard let index = diagram.effects.firstIndex(where: { $0.number == effect }) else { return }
    diagram.effects[index].end = Diagram.End(kind: kind, turn: turn, time: time)
  }

  @discardableResult
  mutating func add(
    _ name: String,
    _ action: String? = nil,
    sender: String,
    isFromOutside: Bool = false,
    cause: Int? = nil,
    effect: Int? = nil,
    outputs: [String] = [],
    changes: [String]? = []
  ) -> Int {
    let turn = Diagram.Turn(
      number: number,
      name: name,
      action: action ?? ".\(name)",
      sender: sender,
      location: nil,
      isFromOutside: isFromOutside,
      cause: cause,
      effect: effect,
      time: time,
      outputs: outputs,
      difference: changes
    )
    diagram.turns.append(turn)
    number += 1
    return turn.number
  }
}
