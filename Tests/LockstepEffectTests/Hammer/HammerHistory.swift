// SPDX-License-Identifier: MIT

/// The blows with their times, and their possible outcomes.
///
/// A blow that ended before another one began comes before it; blows that were struck at the same time may
/// come in any order. In each of these orders, the naive model says what is sent.
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

  /// Whether the model sends this in some order of the blows.
  ///
  /// - Parameter isSent: Returns whether what the model sends is what was sent.
  /// - Returns: Whether it is in any order.
  func allows(where isSent: ([HammerEvent]) -> Bool) -> Bool {
    let mayMiss = strikes.filter { mayMissListener($0) }
    return (0..<1 << mayMiss.count).contains { subset in
      let missed = mayMiss.indices.filter { subset & 1 << $0 != 0 }.map { mayMiss[$0].begin }
      return anyOrder(strikes.filter { missed.contains($0.begin) == false }, [], isSent)
    }
  }

  /// All that the model may send.
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
      // Beside other blows, work that is due may have to wait, and what is struck may still become due.
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

  /// The blows that one may come to.
  ///
  /// A thread that moves time takes all mail once it sends something itself. While other threads strike, it may
  /// deliver their values, and they may deliver its values.
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

  /// When a blow has done all that comes of it: another thread may have done that, in a blow of its own.
  private func lastEnd(of strike: HammerStrike) -> Int {
    strikes.filter { $0.overlaps(strike) }.map(\.end).max() ?? strike.end
  }

  private func precedes(_ first: HammerStrike, _ second: HammerStrike) -> Bool {
    if let listener = first.listener, first.begin == second.begin {
      return listener < second.listener ?? 0
    }
    if first.blow == .advance, isBesideOthers(first) { return false }
    // A source strikes those who listened when its blow began.
    let startsListeners = row.startsListeners && first.blow.source != second.blow.source
    // A value that another thread has yet to deliver cannot be due.
    let isLate = startsListeners || second.blow == .advance
    return (isLate ? lastEnd(of: first) : first.end) < second.begin
  }

  /// Whether the blow may have been meant for a listener that was cancelled before it got there.
  private func mayMissListener(_ strike: HammerStrike) -> Bool {
    row.replacesListeners && strike.blow.source == 0
      && strikes.contains {
        $0.blow.isValue && $0.blow.source == 1
          && $0.begin < strike.end && strike.begin < lastEnd(of: $0)
      }
  }

  /// The events that the model sends in an order, whose last blow may be a cancellation.
  private func outcomes(_ order: [HammerStrike]) -> [[HammerEvent]] {
    let world = NaiveHammerWorld(row.plan, waitsInMailbox: waitsInMailbox)
    guard let cancel = order.last, cancel.blow == .cancel else {
      for strike in order { world.strike(strike.blow, listener: strike.listener) }
      for blow in row.lastBlows { world.strike(blow) }
      return [world.outcome]
    }
    // The events that are delivered in any case.
    let delivered = order.dropLast().lastIndex { mayBeLost($0, by: cancel) == false }
    let count = delivered.map { $0 + 1 } ?? 0
    for strike in order[..<count] { world.strike(strike.blow, listener: strike.listener) }
    var outcomes = [world.outcome]
    // Events that may have been received although a blow has made them void, each with its place.
    var received: [(index: Int, events: [HammerEvent])] = []
    for strike in order[count...] {
      let before = world.outcome
      world.strike(strike.blow, listener: strike.listener)
      let outcome = world.outcome
      // Events that a blow makes void may be missing although the blow's own events are missing as well.
      let count = zip(before, outcome).prefix { $0 == $1 }.count
      // The thread that cancels first takes the mail, while another thread may still be delivering the blow.
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

  /// Whether what was struck may not have been delivered when the effect was cancelled: because it was left to
  /// a blow that was still being struck then.
  private func mayBeLost(_ strike: HammerStrike, by cancel: HammerStrike) -> Bool {
    if row.isAsynchronous { return true }
    return strikes.contains {
      $0.blow != .cancel && $0.overlaps(cancel) && $0.begin < strike.end
    }
  }
}
