// SPDX-License-Identifier: MIT

/// The times of turns and effects in a trace, in microseconds.
///
/// Within a turn, the arrows leave first, then effects start, then effects end.
struct TraceTimes {
  static let step: Int64 = 10
  static let turnLength: Int64 = 9
  /// The offsets of events from the start of their turn.
  static let outgoing: Int64 = 2
  private static let effectBegin: Int64 = 3
  private static let effectEnd: Int64 = 7
  private static let shortestEffect: Int64 = 4
  /// Three years, so that every JSON parser represents the numbers exactly.
  private static let longest: Int64 = 100_000_000_000_000

  private(set) var turns: [Int64] = []
  private(set) var effects: [ClosedRange<Int64>] = []
  let effectPositions: [Int: Int]
  /// The start of the run, in microseconds of the store's time.
  private let origin: Int64

  init(of diagram: Diagram) {
    effectPositions = diagram.effectPositions
    let origin = (diagram.turns.map(\.time) + diagram.effects.map(\.begin)).min()
    self.origin = origin.map(Self.microseconds) ?? 0
    var previous: Int64 = 0
    for turn in diagram.turns {
      previous = max(time(turn.time), previous + Self.step)
      turns.append(previous)
    }
    placeEffects(of: diagram)
  }

  private mutating func placeEffects(of diagram: Diagram) {
    var sent = [ClosedRange<Int64>?](repeating: nil, count: diagram.effects.count)
    for (turn, time) in zip(diagram.turns, turns) {
      guard let effect = turn.effect.flatMap({ effectPositions[$0] }) else { continue }
      sent[effect] = (sent[effect]?.lowerBound ?? time)...time
    }
    var last = (turns.last ?? 0) + Self.step
    for (effect, sent) in zip(diagram.effects, sent) {
      let start = time(of: effect.startingTurn, in: diagram).map { $0 + Self.effectBegin }
      // The first turn starts one step after zero, which leaves space for an effect before it.
      let latest = sent.map { $0.lowerBound - Self.step + Self.effectBegin } ?? .max
      let begin = min(start ?? time(effect.begin), latest)
      var end = begin + Self.shortestEffect
      if let sent { end = max(end, sent.upperBound + Self.effectEnd) }
      if let ending = effect.end {
        let turn = time(of: ending.turn, in: diagram).map { $0 + Self.effectEnd }
        end = max(end, turn ?? time(ending.time))
      }
      effects.append(begin...end)
      last = max(last, end)
    }
    for (position, effect) in diagram.effects.enumerated() where effect.end == nil {
      effects[position] = effects[position].lowerBound...last
    }
  }

  private func time(of turn: Int?, in diagram: Diagram) -> Int64? {
    turn.flatMap { diagram.position(of: $0) }.map { turns[$0] }
  }

  private func time(_ time: Duration) -> Int64 {
    min(max(Self.microseconds(time) - origin, 0), Self.longest)
  }

  /// The time in microseconds, limited to about 300 years.
  private static func microseconds(_ time: Duration) -> Int64 {
    let (seconds, attoseconds) = time.components
    let clamped = min(max(seconds, -10_000_000_000), 10_000_000_000)
    return clamped * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}
