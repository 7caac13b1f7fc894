// SPDX-License-Identifier: MIT

extension Diagram {
  func causePosition(of position: Int) -> Int? {
    // Causes are always earlier turns, so that every chain ends.
    turns[position].cause.flatMap { self.position(of: $0) }.flatMap { $0 < position ? $0 : nil }
  }
}

extension Diagram.Turn {
  /// The cause of the turn as text, for a turn whose effect has no label.
  var causeText: String {
    guard effect == nil, let cause else { return "by \(sender)" }
    return location == nil ? "at once, by turn \(cause)" : "by \(sender), in turn \(cause)"
  }
}
