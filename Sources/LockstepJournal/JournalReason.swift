// SPDX-License-Identifier: MIT

internal import Lockstep

/// The reason why a part of the state is as it is: the last turn that has changed it, and the turns that led there.
///
/// Its description names the change and then each of the turns with its sender, down to the call from outside:
///
/// ```
/// cart.total: 0 → 12
///
///   3. CartAction.priceLoaded(.success(12))
///      by effect task "price", made at App/Cart.swift:40, started by turn 1
///   1. CartAction.addButtonTapped
///      by 'send' at App/CartView.swift:31
/// ```
///
/// Isolation: any thread.
public struct JournalReason: Sendable, CustomStringConvertible {
  private let heading: String

  /// The turn that has changed the part, the turn that it follows from, and so on.
  public let chain: [JournalTurn]

  init(heading: String, chain: [JournalTurn]) {
    self.heading = heading
    self.chain = chain
  }

  /// Whether the chain goes down to an action that came from outside, and not only to a turn whose cause is no longer
  /// kept.
  public var isComplete: Bool { chain.last?.cause == nil }

  /// The change, and the turns of the chain with their senders.
  public var description: String { "\(heading)\n\n\(chain.text)" }
}

extension [JournalTurn] {
  /// The turns of a chain of causes with their senders, two lines for each; of a long chain, the first and the last ones.
  package var text: String {
    let shown = 5
    let isLong = count > 2 * shown
    var lines = prefix(isLong ? shown : count).flatMap(\.lines)
    if isLong {
      lines.append("  … (\(count - 2 * shown) turns between)")
      lines += suffix(shown).flatMap(\.lines)
    }
    if let cause = last?.cause { lines.append("  (Turn \(cause) is no longer kept.)") }
    return lines.joined(separator: "\n")
  }
}

extension JournalTurn {
  fileprivate var lines: [String] {
    let number = "  \(number). "
    let indentation = String(repeating: " ", count: number.count)
    return ["\(number)\(Dump(action).boundedLine)", "\(indentation)by \(origin)"]
  }

  /// The sender, and the turns that it comes from.
  private var origin: String {
    guard let cause else { return sender.source }
    // What sends at once has no more to it than its turn.
    if sender.location == nil { return "turn \(cause), at once" }
    let start = sender.startingTurn.map { ", started by turn \($0)" } ?? ""
    let isWithinOther = precedingTurn != nil && precedingTurn != sender.startingTurn
    return "\(sender.source)\(start)\(isWithinOther ? ", in turn \(cause)" : "")"
  }
}
