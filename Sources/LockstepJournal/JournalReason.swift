// SPDX-License-Identifier: MIT

internal import Lockstep

/// The explanation of a state value: the last turn that changed it, and the chain of causes.
///
/// The description names the change and then each turn with its sender, back to the call from outside:
///
/// ```
/// cart.total: 0 → 12
///
///   3. Cart.Action.priceLoaded(.success(12))
///      by effect task "price", made at App/Cart.swift:40, started by turn 1
///   1. Cart.Action.addButtonTapped
///      by 'send' at App/CartView.swift:31
/// ```
///
/// Isolation: any thread.
public struct JournalReason: Sendable, CustomStringConvertible {
  private let heading: String

  /// The turn that changed the value, followed by the turn that caused it, and so on.
  public let chain: [JournalTurn]

  init(heading: String, chain: [JournalTurn]) {
    self.heading = heading
    self.chain = chain
  }

  /// Returns both values, where long ones start shortly before the first difference.
  static func change(from old: String, to new: String) -> String {
    let (width, context) = (200, 60)
    let same = zip(old, new).prefix { $0 == $1 }.count
    let start = max(old.count, new.count) > width ? max(0, same - context) : 0
    func cut(_ text: String) -> String {
      let shown = text.dropFirst(start)
      return (start > 0 ? "…" : "") + shown.prefix(width) + (shown.count > width ? "…" : "")
    }
    return "\(cut(old)) → \(cut(new))"
  }

  /// A Boolean value that indicates whether the chain ends at an action from outside, not at a turn whose cause is no
  /// longer kept.
  public var isComplete: Bool { chain.last?.cause == nil }

  /// The change, followed by the turns of the chain with their senders.
  public var description: String { "\(heading)\n\n\(chain.text())" }
}

extension [JournalTurn] {
  /// Returns the turns of a chain with their senders, in at most `limit` lines, which is at least 6.
  package func text(limit: Int = 22) -> String {
    let end = last?.cause.map { ["  (Turn \($0) is no longer in the journal.)"] } ?? []
    let room = limit - end.count
    let shown = 2 * count <= room ? count : Swift.max(2, (room - 1) / 2)
    let (first, last) = (prefix(shown - shown / 2), dropFirst(shown - shown / 2).suffix(shown / 2))
    let between = shown < count ? ["  … (\(counted(count - shown, "turn")) between)"] : []
    let width = "\(self.first?.number ?? 0)".count
    return (first.flatMap { $0.lines(width) } + between + last.flatMap { $0.lines(width) } + end)
      .joined(separator: "\n")
  }
}

extension JournalTurn {
  /// The turn's number, action and sender, in two lines.
  public var description: String {
    lines(0).map { $0.dropFirst(2) }.joined(separator: "\n")
  }

  fileprivate func lines(_ width: Int) -> [String] {
    let number = "  \("\(number)".padded(to: width, right: true)). "
    let indentation = String(repeating: " ", count: number.count)
    return ["\(number)\(Dump(action).boundedLine)", "\(indentation)\(origin)"]
  }

  private var origin: String {
    guard let cause else { return "by \(sender.source)" }
    // An effect that sends its value immediately has no name or location.
    if sender.location == nil { return "at once, by turn \(cause)" }
    let start = sender.startingTurn.map { ", started by turn \($0)" } ?? ""
    let isWithinOther = precedingTurn != nil && precedingTurn != sender.startingTurn
    return "by \(sender.source)\(start)\(isWithinOther ? ", in turn \(cause)" : "")"
  }
}
