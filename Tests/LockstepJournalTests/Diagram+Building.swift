// SPDX-License-Identifier: MIT

import Lockstep

@testable import LockstepJournal

extension Diagram {
  init(_ turns: [Turn], _ effects: [Effect] = [], droppedCount: Int = 0) {
    self.init(title: "Cart", turns: turns, effects: effects, droppedCount: droppedCount)
  }
}

extension Diagram.Turn {
  /// A turn of an action that a test has sent.
  static func call(
    _ number: Int,
    _ name: String,
    time: Duration = .zero,
    outputs: [String] = []
  ) -> Self {
    let location = CodeLocation(fileID: "AppTests/CartTests.swift", line: 31)
    return Self(
      number: number,
      name: name,
      action: "Action.\(name)",
      sender: "'send' at \(location)",
      location: location,
      isFromOutside: true,
      time: time,
      outputs: outputs
    )
  }

  /// A turn of an action that an effect has sent.
  static func sent(
    _ number: Int,
    _ name: String,
    by effect: Int,
    of cause: Int?,
    time: Duration = .zero
  ) -> Self {
    let location = CodeLocation(fileID: "App/Cart.swift", line: 40)
    return Self(
      number: number,
      name: name,
      action: "Action.\(name)",
      sender: "effect task, made at \(location)",
      location: location,
      isFromOutside: cause == nil,
      cause: cause,
      effect: effect,
      time: time
    )
  }

  /// A turn of an action that an effect has sent at once.
  static func atOnce(_ number: Int, _ name: String, after cause: Int) -> Self {
    Self(
      number: number,
      name: name,
      action: "Action.\(name)",
      sender: "an effect that sends its value at once",
      isFromOutside: false,
      cause: cause,
      time: .zero
    )
  }
}

extension Diagram.Effect {
  static func task(
    _ number: Int,
    _ name: String?,
    startedBy turn: Int?,
    begin: Duration = .zero,
    _ end: Diagram.End? = nil,
    sentCount: Int = 0
  ) -> Self {
    let location = CodeLocation(fileID: "App/Cart.swift", line: 40)
    let label = name.map { " \"\($0)\"" } ?? ""
    return Self(
      number: number,
      name: name,
      description: "task\(label), made at \(location)",
      location: location,
      startingTurn: turn,
      begin: begin,
      end: end,
      sentCount: sentCount
    )
  }
}

extension Diagram.End {
  static func finished(_ turn: Int?, _ time: Duration = .zero) -> Self {
    Self(kind: .finished, turn: turn, time: time)
  }

  static func cancelled(_ turn: Int?, _ time: Duration = .zero) -> Self {
    Self(kind: .cancelled, turn: turn, time: time)
  }

  static func endedWithState(_ turn: Int?, _ time: Duration = .zero) -> Self {
    Self(kind: .endedWithState, turn: turn, time: time)
  }
}
