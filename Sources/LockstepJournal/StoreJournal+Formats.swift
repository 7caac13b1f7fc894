// SPDX-License-Identifier: MIT

extension StoreJournal {
  /// Returns the run as text, with a line for each turn and a column for each effect.
  ///
  /// ```
  /// a     1  search.typed  by 'send' at App/SearchView.swift:12
  /// ✕ b   2  search.typed  by 'send' at App/SearchView.swift:12
  ///   ●─→ 3  search.found  by effect b
  ///
  /// a  task "search", made at App/Search.swift:40, cancelled in turn 2
  /// b  task "search", made at App/Search.swift:40, finished in turn 3
  /// ```
  ///
  /// A column starts with the letter of its effect, next to the turn that started the effect. An arrow leads from the
  /// column to each turn that the effect sent. The column ends with "╵" if the effect finished, "✕" if it was
  /// cancelled, and "⊘" if it ended with its state.
  ///
  /// - Parameters:
  ///   - width: The maximum number of terminal columns in a line.
  ///   - maxLines: The maximum number of lines. The text shows as many of the last turns as fit, and their effects.
  /// - Returns: The lines, separated by line breaks.
  /// - Complexity: O(*n* log *n*) in the number of turns and effects.
  public func text(width: Int = 100, maxLines: Int = 24) -> String {
    absence ?? diagram(title: "").text(width: width, maxLines: maxLines)
  }

  package func text(maxLines: Int, turns: [Int], effects: [Int]) -> String {
    diagram(title: "").text(maxLines: maxLines, turns: turns.sorted(by: >), effects: Set(effects))
  }

  /// Returns the run as a report in a self-contained HTML file.
  ///
  /// ```swift
  /// try journal.html(title: "Checkout").write(to: url, atomically: true, encoding: .utf8)
  /// ```
  ///
  /// The report shows turns and the timeline rows of effects on a time axis, with arrows from causes to effects. For
  /// each turn, it shows the action, the chain of causes, and the state difference. You can search and filter the
  /// report, and control it by keyboard: `?` shows the keys. Action and state text is never interpreted as markup.
  ///
  /// - Parameter title: The heading of the report.
  /// - Returns: The HTML, to write as UTF-8.
  /// - Complexity: O(*n*) in the number of turns and effects, plus the comparison of the states before and after each
  ///   turn.
  public func html(title: String = "Run of a store") -> String {
    diagram(title: title, showsDifferences: true).html()
  }

  /// Returns the run as a trace file for Perfetto and `chrome://tracing`.
  ///
  /// ```swift
  /// try journal.traceEvents().write(to: url, atomically: true, encoding: .utf8)
  /// ```
  ///
  /// The turns share a track, and each effect has its own. Arrows lead from causes to effects. The times are the
  /// journal's times, but turns at the same instant, which are common in virtual time, are 10 microseconds apart. Each
  /// turn's arguments contain its actual time.
  ///
  /// - Parameter title: The name of the process in the file.
  /// - Returns: The file as JSON.
  /// - Complexity: O(*n* log *n*) in the number of turns and effects, plus the comparison of the states before and
  ///   after each turn.
  ///
  /// Source: the [Trace Event Format](https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU).
  public func traceEvents(title: String = "Run of a store") -> String {
    diagram(title: title, showsDifferences: true).traceEvents()
  }
}
