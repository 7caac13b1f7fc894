// SPDX-License-Identifier: MIT

extension Picture {
  /// The position of the turn that a turn follows from; `nil` if there is none, or if it is not known.
  func causePosition(of position: Int) -> Int? {
    // Only of earlier turns, which makes an end of every chain.
    turns[position].cause.flatMap { self.position(of: $0) }.flatMap { $0 < position ? $0 : nil }
  }

  /// Returns the turn, the turn that it follows from, and so on, down to what came from outside or to the first that
  /// is known; nothing if the turn is not known.
  ///
  /// - Complexity: O(*m* log *n*) in the numbers of returned turns and of all turns.
  func causes(of turn: Int) -> [Turn] {
    sequence(state: position(of: turn)) { position -> Turn? in
      guard let current = position else { return nil }
      position = causePosition(of: current)
      return turns[current]
    }.map(\.self)
  }

  /// Returns the chain of causes of a turn as text, with two lines for each turn.
  ///
  /// ```text
  /// Why turn 14:
  ///   14. CartAction.priceLoaded(3)
  ///       by effect task "price", made at App/Cart.swift:40, started by turn 12
  ///   12. CartAction.addButtonTapped
  ///       by 'send' at AppTests/CartTests.swift:31
  /// ```
  ///
  /// - Parameters:
  ///   - turn: The number of the turn.
  ///   - width: The most columns of a line.
  ///   - maxLines: The most lines; of a longer chain, turns in the middle are left out.
  /// - Returns: The lines, with line breaks between them.
  func explanation(of turn: Int, width: Int = 100, maxLines: Int = 12) -> String {
    guard maxLines > 0 else { return "" }
    let chain = causes(of: turn)
    guard let root = chain.last else { return "Turn \(turn) is not known.".line(width) }
    let effects = effectPositions
    let numberWidth = chain.map { "\($0.number)".count }.max() ?? 0
    func line(_ number: Int, _ text: String) -> String {
      "  \("\(number)".padded(to: numberWidth, right: true)). \(text)"
    }
    func lines(_ turn: Turn) -> [String] {
      let action = turn.action.contains(where: \.isNewline) ? turn.name : turn.action
      let indentation = String(repeating: " ", count: numberWidth + 4)
      return [line(turn.number, action), "\(indentation)\(sender(of: turn, effects))"]
    }
    let lost = root.cause.map { [line($0, "is no longer known")] } ?? []
    let room = max(0, maxLines - 1 - lost.count)
    var shown: [String]
    if chain.count * 2 <= room {
      shown = chain.flatMap(lines)
    } else {
      let count = max(1, (room - 1) / 2)
      let head = chain.prefix(count > 1 ? count - 1 : count)
      let tail = chain.dropFirst(head.count).suffix(count - head.count)
      let omitted = chain.count - head.count - tail.count
      shown = head.flatMap(lines)
      if omitted > 0 { shown.append("  ⋮ \(omitted) turn\(omitted == 1 ? "" : "s")") }
      shown += tail.flatMap(lines)
    }
    return (["Why turn \(turn):"] + shown + lost).prefix(maxLines)
      .map { $0.line(width).trimmed }.joined(separator: "\n")
  }

  /// The sender of a turn in words, with the numbers of turns.
  private func sender(of turn: Turn, _ positions: [Int: Int]) -> String {
    guard let effect = turn.effect.flatMap({ positions[$0] }).map({ effects[$0] }) else {
      return turn.causeWords
    }
    let start = effect.startingTurn.map { ", started by turn \($0)" } ?? ""
    return "by effect \(effect.description)\(start)"
  }
}

extension Picture.Turn {
  /// The cause of the turn in words, if its effect is not named otherwise.
  var causeWords: String {
    guard effect == nil, let cause else { return "by \(sender)" }
    return location == nil ? "by turn \(cause), at once" : "by \(sender), in turn \(cause)"
  }
}
