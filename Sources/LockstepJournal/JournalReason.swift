// SPDX-License-Identifier: MIT

internal import Lockstep

/// The reason why a part of the state is as it is: the last turn that has changed it, and the turns that led there.
///
/// Its description names the change and then each of the turns with its sender, down to the call from outside:
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

  /// The turn that has changed the part, the turn that it follows from, and so on.
  public let chain: [JournalTurn]

  init(heading: String, chain: [JournalTurn]) {
    self.heading = heading
    self.chain = chain
  }

  /// Returns a text of two values, of which long ones are cut to where they begin to differ.
  static func change(from old: String, to new: String) -> String {
    let (width, context) = (200, 60)
    let same = zip(old, new).prefix { $0 == $1 }.count
    // If one of them is cut, both begin at the same place.
    let start = max(old.count, new.count) > width ? max(0, same - context) : 0
    func cut(_ text: String) -> String {
      let shown = text.dropFirst(start)
      return (start > 0 ? "…" : "") + shown.prefix(width) + (shown.count > width ? "…" : "")
    }
    return "\(cut(old)) → \(cut(new))"
  }

  /// A Boolean value that indicates whether the chain goes down to an action that came from outside, and not only to
  /// a turn whose cause is no longer kept.
  public var isComplete: Bool { chain.last?.cause == nil }

  /// The change, and the turns of the chain with their senders.
  public var description: String { "\(heading)\n\n\(chain.text())" }
}

extension [JournalTurn] {
  /// Returns the turns of a chain of causes with their senders, two lines for each.
  ///
  /// - Parameter limit: The number of lines, at least 6; of a longer chain, the text shows the first and the last turns.
  /// - Returns: The lines, with line breaks between them.
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
  /// The number, the action and its sender, in two lines.
  public var description: String {
    lines(0).map { $0.dropFirst(2) }.joined(separator: "\n")
  }

  /// Returns the action, with the number of the turn in some columns, and its sender.
  fileprivate func lines(_ width: Int) -> [String] {
    let number = "  \("\(number)".padded(to: width, right: true)). "
    let indentation = String(repeating: " ", count: number.count)
    return ["\(number)\(Dump(action).boundedLine)", "\(indentation)\(origin)"]
  }

  /// The sender, and the turns that it comes from.
  private var origin: String {
    guard let cause else { return "by \(sender.source)" }
    // An effect that sends its value at once has neither a name nor a place.
    if sender.location == nil { return "at once, by turn \(cause)" }
    let start = sender.startingTurn.map { ", started by turn \($0)" } ?? ""
    let isWithinOther = precedingTurn != nil && precedingTurn != sender.startingTurn
    return "by \(sender.source)\(start)\(isWithinOther ? ", in turn \(cause)" : "")"
  }
}
