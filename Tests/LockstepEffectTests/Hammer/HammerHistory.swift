// SPDX-License-Identifier: MIT

/// The blows with their positions, and their possible outcomes.
///
/// A blow that ended before another began precedes it. Overlapping blows may have any order. The naive model determines
/// the events of each order.
struct HammerHistory {
  let row: HammerRow
  let strikes: [HammerStrike]
  private let waitsInMailbox: Bool

  init(_ row: HammerRow, _ strikes: [HammerStrike], waitsInMailbox: Bool = false) {
    self.row = row
    self.waitsInMailbox = waitsInMailbox
    self.strikes = strikes.dropLast(row.lastBlows.count).flatMap { strike -> [HammerStrike] in
      if strike.blow == .handOver || strike.blow == .takeOver { return [] }
      guard row.hasManyListeners, strike.blow.source == 1 else { return [strike] }
      return (0..<3).map { listener in
        var part = strike
        part.listener = listener
        return part
      }
    }
  }

  /// Returns whether some order of the blows has an accepted outcome.
  ///
  /// - Parameter isSent: Returns whether the outcome of the model is accepted.
  /// - Returns: Whether an order has an accepted outcome.
  func allows(where isSent: ([HammerEvent]) -> Bool) -> Bool {
    let mayMiss = strikes.filter { mayMissListener($0) }
    return (0..<1 << mayMiss.count).contains { subset in
      let missed = mayMiss.indices.filter { subset & 1 << $0 != 0 }.map { mayMiss[$0].begin }
      return anyOrder(strikes.filter { missed.contains($0.begin) == false }, [], isSent)
    }
  }

  /// All outcomes of the model.
  var outcomes: Set<[HammerEvent]> {
    var outcomes: Set<[HammerEvent]> = []
    _ = allows { outcome in
      outcomes.insert(outcome)
      return false
    }
    return outcomes
  }

  private func anyOrder(
    _ rest: [HammerStrike],
    _ order: [HammerStrike],
    _ isSent: ([HammerEvent]) -> Bool
  ) -> Bool {
    if rest.isEmpty || order.last?.blow == .cancel {
      return outcomes(order).contains(where: isSent)
    }
    return rest.indices.contains { (index: Int) -> Bool in
      let next = rest[index]
      guard rest.allSatisfy({ precedes($0, next) == false }) else { return false }
      var rest = rest
      rest.remove(at: index)
      // Work that is due during other blows may have to wait, and their values may become due later.
      if next.blow == .advance, isBesideOthers(next) {
        rest.append(HammerStrike(blow: .settle, begin: next.begin, end: .max))
      }
      return readings(of: next).contains { blow in
        var strike = next
        strike.blow = blow
        return anyOrder(rest, order + [strike], isSent)
      }
    }
  }

  /// The blows that a strike may amount to in the model.
  ///
  /// A thread that moves the time empties the mailbox when it sends something. Overlapping threads may deliver its
  /// values, and it may deliver theirs.
  private func readings(of strike: HammerStrike) -> [HammerBlow] {
    let takesMail = waitsInMailbox ? [true, false] : [true]
    switch strike.blow {
    case .settle:
      return takesMail.map { .drift(seconds: 0, runsWork: true, takesMail: $0) }
    case .advance where isBesideOthers(strike):
      return takesMail.flatMap { takesMail in
        [true, false].map { .drift(seconds: 1, runsWork: $0, takesMail: takesMail) }
      }
    default: return [strike.blow]
    }
  }

  private func isBesideOthers(_ strike: HammerStrike) -> Bool {
    strikes.contains { $0.begin != strike.begin && $0.overlaps(strike) }
  }

  /// The position by which all effects of a blow are done; an overlapping blow of another thread may complete them.
  private func lastEnd(of strike: HammerStrike) -> Int {
    strikes.filter { $0.overlaps(strike) }.map(\.end).max() ?? strike.end
  }

  private func precedes(_ first: HammerStrike, _ second: HammerStrike) -> Bool {
    if let listener = first.listener, first.begin == second.begin {
      return listener < second.listener ?? 0
    }
    if first.blow == .advance, isBesideOthers(first) { return false }
    // A source strikes the listeners that existed when the blow began.
    let startsListeners = row.startsListeners && first.blow.source != second.blow.source
    // A value is not due before another thread has delivered it.
    let isLate = startsListeners || second.blow == .advance
    return (isLate ? lastEnd(of: first) : first.end) < second.begin
  }

  /// Whether the blow may have targeted a listener that was cancelled first.
  private func mayMissListener(_ strike: HammerStrike) -> Bool {
    row.replacesListeners && strike.blow.source == 0
      && strikes.contains {
        $0.blow.isValue && $0.blow.source == 1
          && $0.begin < strike.end && strike.begin < lastEnd(of: $0)
      }
  }

  /// The outcomes of one order, whose last blow may be a cancellation.
  private func outcomes(_ order: [HammerStrike]) -> [[HammerEvent]] {
    let world = NaiveHammerWorld(row.plan, waitsInMailbox: waitsInMailbox)
    guard let cancel = order.last, cancel.blow == .cancel else {
      for strike in order { world.strike(strike.blow, listener: strike.listener) }
      for blow in row.lastBlows { world.strike(blow) }
      return [world.outcome]
    }
    // The blows before this index are always delivered.
    let delivered = order.dropLast().lastIndex { mayBeLost($0, by: cancel) == false }
    let count = delivered.map { $0 + 1 } ?? 0
    for strike in order[..<count] { world.strike(strike.blow, listener: strike.listener) }
    var outcomes = [world.outcome]
    // Events that were possibly received before a later blow dropped them, with their indices.
    var received: [(index: Int, events: [HammerEvent])] = []
    for strike in order[count...] {
      let before = world.outcome
      world.strike(strike.blow, listener: strike.listener)
      let outcome = world.outcome
      // A blow may drop events although its own events are missing, too.
      let count = zip(before, outcome).prefix { $0 == $1 }.count
      // The first thread that cancels empties the mailbox, while another thread may still deliver the blow.
      if waitsInMailbox {
        received += before.indices.dropFirst(count).map { (count, Array(before[count...$0])) }
      }
      for sent in (count...outcome.count).map({ Array(outcome.prefix($0)) }) {
        outcomes.append(sent)
        for (index, events) in received where index <= sent.count {
          outcomes.append(sent[..<index] + events + sent[index...])
        }
      }
    }
    return outcomes
  }

  /// Whether a blow may have been undelivered at the cancellation, because an overlapping blow had to deliver it.
  private func mayBeLost(_ strike: HammerStrike, by cancel: HammerStrike) -> Bool {
    if row.isAsynchronous { return true }
    return strikes.contains {
      $0.blow != .cancel && $0.overlaps(cancel) && $0.begin < strike.end
    }
  }
}
