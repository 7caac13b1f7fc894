// SPDX-License-Identifier: MIT

package import Lockstep

/// A part of a child's state that the child's reducer has set in a turn, and that other code has set again after it.
package struct OverwrittenPart: CustomStringConvertible {
  /// The path from the child's state, as in `rows[3].ratio`; empty for the whole.
  private let path: String
  /// The values that the child's reducer and the other code have set, as text.
  private let set: String
  private let final: String
  private let run: ChildRun

  /// A sentence for each of the two values.
  package var description: String {
    let place = run.path.map { " at '\($0())'" } ?? ""
    let part = path.isEmpty ? "its state" : "'\(path)'"
    return """
      The child\(place), composed at \(run.location), set \(part) to \(set) in this turn. Code that ran after its reducer \
      set it to \(final).
      """
  }

  /// Returns whether this is a part, given its path from a state that contains the child's, and its final value.
  func isPart(_ whole: String, _ value: Any) -> Bool {
    // The parts of a `Sharing` have other names in the state that holds them.
    let parts = path.split(separator: ".").drop { $0 == "local" || $0 == "shared" }
    let end = parts.joined(separator: ".")
    let isAtEnd = end.isEmpty || whole == end || whole.hasSuffix(".\(end)")
    return isAtEnd && Dump(value).boundedLine == final
  }

  /// Returns the first overwritten part of a turn in which two states that contain the child's differ.
  package static func first(in turn: StoreTurn, where states: (Any, Any)) -> Self? {
    let overwritten = all(in: turn)
    guard overwritten.isEmpty == false else { return nil }
    let unequal = UnequalPart.all(in: states.0, states.1)
    return overwritten.first { part in unequal.contains { part.isPart($0.path, $0.value) } }
  }

  /// Returns the parts that were overwritten in a turn, those of a child's children before those of the child.
  static func all(in turn: StoreTurn) -> [Self] {
    turn.childRuns.flatMap { run -> [Self] in
      guard let states = run.states else { return [] }
      let set = UnequalPart.all(in: states.before, states.after).map(\.path)
      let overwritten = UnequalPart.all(in: states.after, states.final)
      return overwritten.filter { set.contains($0.path) }.map { part in
        Self(
          path: part.path,
          set: Dump(part.old).boundedLine,
          final: Dump(part.value).boundedLine,
          run: run
        )
      }
    }
  }
}

#if DEBUG
extension StoreTurn {
  /// Drops the runs of those children whose states are at the end of the turn what their reducers have made them.
  mutating func dropIntactChildren(_ state: UnsafeRawPointer) {
    for index in childRuns.indices.reversed() {
      if let states = childRuns[index].finish(state), isEqual(states.after, states.final) == false {
        childRuns[index].states = states
      } else {
        childRuns.remove(at: index)
      }
    }
  }
}

private func isEqual(_ lhs: Any, _ rhs: Any) -> Bool {
  func isEqual<Value: Equatable>(_ lhs: Value) -> Bool { lhs == rhs as? Value }
  return (lhs as? any Equatable).map { isEqual($0) } ?? true
}
#endif
