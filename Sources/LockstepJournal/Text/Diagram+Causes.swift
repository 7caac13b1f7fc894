// SPDX-License-Identifier: MIT

extension Diagram {
  /// The position of the turn that a turn follows from; `nil` if there is none, or if it is unknown.
  func causePosition(of position: Int) -> Int? {
    // Only of earlier turns, which makes an end of every chain.
    turns[position].cause.flatMap { self.position(of: $0) }.flatMap { $0 < position ? $0 : nil }
  }
}

extension Diagram.Turn {
  /// The cause of the turn as text, if its effect is not named otherwise.
  var causeText: String {
    guard effect == nil, let cause else { return "by \(sender)" }
    return location == nil ? "at once, by turn \(cause)" : "by \(sender), in turn \(cause)"
  }
}
