// SPDX-License-Identifier: MIT

/// The turns and effects of a run that fit in a number of lines.
struct TimelineSelection {
  /// One line of the text: a turn, or a range of omitted turns.
  struct Row {
    /// -1 stands for everything before the first known turn.
    var positions: Range<Int>
    var isOmitted: Bool
  }

  struct Span {
    /// -1 if the effect started before the first known turn.
    var begin: Int
    /// `nil` if the effect is running.
    var end: Int?
  }

  private(set) var rows: [Row] = []
  private(set) var effects: [Int] = []
  private(set) var omittedEffectCount = 0
  let spans: [Span]
  private let diagram: Diagram
  private let positions: [Int: Int]
  private let focus: Set<Int>
  private let focusedTurns: Set<Int>
  private var hasFocus: Bool { focus.isEmpty == false || focusedTurns.isEmpty == false }

  init(
    of diagram: Diagram,
    turns: [Int],
    effects: Set<Int>,
    positions: [Int: Int],
    maxLines: Int,
    maxEffects: Int
  ) {
    self.diagram = diagram
    self.positions = positions
    focus = Set(effects.compactMap { positions[$0] })
    spans = diagram.spans(positions)
    let turns = turns.compactMap { diagram.position(of: $0) }
    focusedTurns = Set(turns)
    let last = Array(diagram.turns.indices.reversed())
    let order = (hasFocus ? diagram.turns(around: turns, focus, spans) : last).prefix(maxLines)
    // Finds the maximum number of turns that fit. Each turn adds lines.
    var fitting = 0
    var excess = order.count + 1
    while fitting + 1 < excess {
      let count = (fitting + excess) / 2
      select(order.prefix(count), maxEffects)
      if lineCount <= maxLines { fitting = count } else { excess = count }
    }
    select(order.prefix(fitting), maxEffects)
  }

  private var lineCount: Int {
    let legend = effects.count + (omittedEffectCount > 0 ? 1 : 0)
    return rows.count + (legend > 0 ? legend + 1 : 0)
  }

  private mutating func select(_ order: ArraySlice<Int>, _ maxEffects: Int) {
    let turns = order.sorted()
    let ranked = rankedEffects(beside: order)
    effects = ranked.prefix(maxEffects).sorted()
    omittedEffectCount = maxEffects > 0 ? ranked.count - effects.count : 0
    rows = []
    let hasStart = diagram.droppedCount > 0 || effects.contains { spans[$0].begin < 0 }
    var next = hasStart ? -1 : 0
    for turn in turns + [diagram.turns.count] {
      // A line for a single omitted turn could just as well show the turn.
      let isOmitted = turn - next > 1 || next < 0
      if next < turn { rows.append(Row(positions: next..<turn, isOmitted: isOmitted)) }
      if turn < diagram.turns.count {
        rows.append(Row(positions: turn..<turn + 1, isOmitted: false))
      }
      next = turn + 1
    }
  }

  private func rankedEffects(beside turns: ArraySlice<Int>) -> [Int] {
    let first = turns.min() ?? 0
    let touching = hasFocus ? focusedTurns : Set(turns)
    var ranks: [[Int]] = [[], [], [], []]
    var senders = focus
    for turn in turns {
      guard let effect = diagram.turns[turn].effect.flatMap({ positions[$0] }) else { continue }
      if senders.insert(effect).inserted { ranks[1].append(effect) }
    }
    for effect in spans.indices.reversed() {
      let span = spans[effect]
      if focus.contains(effect) {
        ranks[0].append(effect)
      } else if senders.contains(effect) {
        continue
      } else if touching.contains(span.begin) || span.end.map(touching.contains) ?? false {
        ranks[2].append(effect)
      } else if hasFocus == false, span.end.map({ $0 >= first }) ?? true {
        ranks[3].append(effect)
      }
    }
    return Array(ranks.joined())
  }
}

extension Diagram {
  fileprivate func spans(_ positions: [Int: Int]) -> [TimelineSelection.Span] {
    var sent = [ClosedRange<Int>?](repeating: nil, count: effects.count)
    for (position, turn) in turns.enumerated() {
      guard let effect = turn.effect.flatMap({ positions[$0] }) else { continue }
      sent[effect] = (sent[effect]?.lowerBound ?? position)...position
    }
    return zip(effects, sent).map { effect, sent in
      let start = effect.startingTurn.flatMap { position(atOrBefore: $0) } ?? -1
      let begin = min(start, sent?.lowerBound ?? start)
      let end = effect.end.map { end in
        let known = end.turn.map { position(atOrBefore: $0) ?? -1 } ?? position(before: end.time)
        return max(begin, sent?.upperBound ?? begin, known)
      }
      return TimelineSelection.Span(begin: begin, end: end)
    }
  }

  private func position(before time: Duration) -> Int {
    var (low, high) = (0, turns.count)
    while low < high {
      let middle = (low + high) / 2
      if turns[middle].time < time { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  /// Returns turn positions in order of importance: each turn with its root cause, the turns in which the effects start
  /// and end, the causes of all these, and the turns that the effects sent.
  fileprivate func turns(
    around turns: [Int],
    _ effects: Set<Int>,
    _ spans: [TimelineSelection.Span]
  ) -> [Int] {
    var order: [Int] = []
    var seen: Set<Int> = [-1]
    func add(_ positions: some Sequence<Int>) {
      for position in positions where seen.insert(position).inserted { order.append(position) }
    }
    for turn in turns {
      add([turn])
      var first = turn
      while let cause = causePosition(of: first) { first = cause }
      add([first])
    }
    let bounds = effects.sorted(by: >).map { [spans[$0].begin, spans[$0].end ?? -1] }
    add(bounds.joined())
    for position in order {
      var chain: [Int] = []
      var next = causePosition(of: position)
      while let cause = next, seen.contains(cause) == false {
        chain.append(cause)
        next = causePosition(of: cause)
      }
      // The root cause is more informative than the turns in between.
      add((next == nil ? chain.suffix(1) : []) + chain)
    }
    if effects.isEmpty == false {
      let numbers = Set(effects.map { self.effects[$0].number })
      let sent = self.turns.indices.filter { self.turns[$0].effect.map(numbers.contains) ?? false }
      add(sent.reversed())
    }
    return order
  }
}
