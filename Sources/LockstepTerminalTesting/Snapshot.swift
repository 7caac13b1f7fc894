// SPDX-License-Identifier: MIT

internal import Lockstep
package import LockstepTerminal

/// The screens that a terminal shows during a script, as text.
///
/// ```
/// == at first ==
/// 0 s
///
/// == press s ==
/// 0 s
/// ```
package struct Snapshot {
  private struct Frame {
    /// Empty for text before the first heading.
    var heading: String
    var rows: [String] = []

    var text: String { ([heading] + rows).joined(separator: "\n") }
  }

  private var frames: [Frame]

  package init<State, Action: Sendable>(
    of terminal: MemoryTerminal<State, Action>,
    _ script: TerminalScript,
    includingStyles: Bool = false
  ) {
    var text = ""
    terminal.play(script) { moment, screen in
      text += "== \(moment) ==\n\(screen.plainText)\n"
      if includingStyles { text += "-- styles --\n\(screen.styleText)\n" }
    }
    if let ending = terminal.ending { text += "== \(ending) ==" }
    self.init(text)
  }

  package init(_ text: String) {
    frames = [Frame(heading: "")]
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if line.hasPrefix("== ") && line.hasSuffix(" ==") {
        frames.append(Frame(heading: String(line)))
      } else {
        frames[frames.count - 1].rows.append(String(line))
      }
    }
    for index in frames.indices {
      while frames[index].rows.last == "" { frames[index].rows.removeLast() }
    }
    if frames[0].rows.isEmpty { frames.removeFirst() }
  }

  package var text: String {
    frames.map(\.text).joined(separator: "\n\n")
  }

  /// Returns the first five frames that differ from the expected snapshot, or `nil` if the snapshots are equal.
  package func difference(from other: Snapshot) -> String? {
    var parts: [String] = []
    var more = 0
    for index in 0..<max(frames.count, other.frames.count) {
      let old = index < other.frames.count ? other.frames[index] : nil
      let new = index < frames.count ? frames[index] : nil
      let isSameStep = isSame(old?.heading, new?.heading)
      let rows = rowDifference(old?.rows ?? [], new?.rows ?? [])
      if isSameStep && rows.isEmpty { continue }
      if parts.count == 5 {
        more += 1
        continue
      }
      let headings =
        isSameStep ? [new?.heading ?? ""] : rowDifference([old?.heading], [new?.heading])
      parts.append((headings + rows).joined(separator: "\n"))
    }
    guard parts.isEmpty == false else { return nil }
    if more > 0 { parts.append("… (\(counted(more, "more frame")))") }
    return (parts + ["(Expected: -, Actual: +)"]).joined(separator: "\n\n")
  }
}

private func rowDifference(_ old: [String?], _ new: [String?]) -> [String] {
  var (lines, removed, added): ([String], [String], [String]) = ([], [], [])
  var unchanged = 0
  for row in 0..<max(old.count, new.count) {
    let before = row < old.count ? old[row] : nil
    let after = row < new.count ? new[row] : nil
    if isSame(before, after) {
      lines += removed + added
      (removed, added) = ([], [])
      unchanged += 1
      continue
    }
    if unchanged > 0 { lines.append("  … (\(unchanged) unchanged)") }
    unchanged = 0
    if let before { removed.append(before.isEmpty ? "-" : "- \(before)") }
    if let after { added.append(after.isEmpty ? "+" : "+ \(after)") }
  }
  lines += removed + added
  if lines.isEmpty == false && unchanged > 0 { lines.append("  … (\(unchanged) unchanged)") }
  return lines
}

/// Compares lines byte by byte, because equal strings can consist of different scalars.
private func isSame(_ old: String?, _ new: String?) -> Bool {
  guard let old, let new else { return old == nil && new == nil }
  return old.utf8.elementsEqual(new.utf8)
}
