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
  /// A column begins with the letter of its effect, beside the turn that started it. An arrow leads from it to each
  /// turn that it sent, and it ends with "╵" where the effect finished, "✕" where it was cancelled, and "⊘" where it
  /// ended with its state.
  ///
  /// - Parameters:
  ///   - width: The maximum number of columns of a line, in a terminal.
  ///   - maxLines: The maximum number of lines. The text shows as many of the last turns as fit, and the effects that
  ///     have to do with them.
  /// - Returns: The lines, with line breaks between them.
  /// - Complexity: O(*n* log *n*) in the number of turns and effects.
  public func text(width: Int = 100, maxLines: Int = 24) -> String {
    absence ?? diagram(title: "").text(width: width, maxLines: maxLines)
  }

  /// Returns the part of the run as text that has to do with some turns and effects.
  package func text(maxLines: Int, turns: [Int], effects: [Int]) -> String {
    diagram(title: "").text(maxLines: maxLines, turns: turns.sorted(by: >), effects: Set(effects))
  }

  /// Returns the run as a report: one HTML file that needs nothing else.
  ///
  /// ```swift
  /// try journal.html(title: "Checkout").write(to: url, atomically: true, encoding: .utf8)
  /// ```
  ///
  /// It shows the turns and the timeline rows of the effects on a time axis, with arrows from causes to effects, and
  /// for each turn the action, the chain of its causes, and the difference of the state. It can be searched and
  /// filtered, also by keyboard; `?` shows the keys. Texts of actions and states are never taken for markup.
  ///
  /// - Parameter title: The heading of the report.
  /// - Returns: The file, in UTF-8.
  /// - Complexity: O(*n*) in the number of turns and effects, apart from comparing the states before and after each
  ///   turn.
  public func html(title: String = "Run of a store") -> String {
    diagram(title: title, showsDifferences: true).html()
  }

  /// Returns the run as a file for Perfetto and `chrome://tracing`.
  ///
  /// ```swift
  /// try journal.traceEvents().write(to: url, atomically: true, encoding: .utf8)
  /// ```
  ///
  /// The turns and each effect have a track, and arrows lead from causes to what follows from them. Times are those of
  /// the journal; turns at the same instant, as there are many in virtual time, are one microsecond apart, and the
  /// arguments of each contain its real time.
  ///
  /// - Parameter title: The name of the process in the file.
  /// - Returns: The file, in JSON.
  /// - Complexity: O(*n* log *n*) in the number of turns and effects, apart from comparing the states before and after
  ///   each turn.
  ///
  /// Source: the [Trace Event Format](https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU).
  public func traceEvents(title: String = "Run of a store") -> String {
    diagram(title: title, showsDifferences: true).traceEvents()
  }
}
