// SPDX-License-Identifier: MIT

public import Lockstep

/// An alert or a confirmation dialog of a state, with a key for each of its buttons.
///
/// ```swift
/// if let alert = state.alert {
///   let dialog = Dialog(alert, dismissal: .alertDismissed)
///   screen.draw(dialog, in: screen.area)
/// }
/// ```
///
/// The key of a button is a letter of its label, or else another letter or a digit, and is shown before it.
/// Escape stands for the button that cancels, and both Escape and Enter for a button that is the only one.
public struct Dialog<Action> {
  /// What it says.
  public var alert: AlertState<Action>
  /// The keys of the buttons, in their order.
  ///
  /// There are no more than there are letters and digits; further buttons are left out.
  public var choices: [KeyBinding<Action>]
  /// What Escape means.
  private var cancellation: Action?
  /// What Enter means.
  private var confirmation: Action?

  /// Gives the buttons of an alert their keys.
  ///
  /// - Parameters:
  ///   - alert: The alert. Without buttons it has one that says "OK" and only dismisses it; a button without a
  ///     label says "Cancel".
  ///   - dismissal: What is sent for a button that only dismisses the alert, if the alert itself does not say
  ///     it.
  ///   - reservedKeys: Characters that mean something else, such as to quit the program.
  public init(_ alert: AlertState<Action>, dismissal: Action, reservedKeys: Set<Character> = []) {
    self.alert = alert
    let buttons = alert.buttons.isEmpty ? [.default("OK")] : alert.buttons
    var keys = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
      .filter { !reservedKeys.contains($0) }
    choices = buttons.compactMap { button in
      let label = button.label?.string ?? "Cancel"
      guard let key = label.lowercased().first(where: keys.contains) ?? keys.first else {
        return nil
      }
      keys.removeAll { $0 == key }
      return KeyBinding(.character(key), label, button.action ?? alert.onDismiss ?? dismissal)
    }
    confirmation = buttons.count == 1 ? choices.first?.action : nil
    let cancel = buttons.first { $0.role == .cancel }
    cancellation = cancel.map { $0.action ?? alert.onDismiss ?? dismissal } ?? confirmation
  }

  /// Returns the meaning of an event for the dialog, or `nil` if it has none.
  public func action(for event: TerminalEvent) -> Action? {
    switch event {
    case .key(.escape): cancellation
    case .key(.return): confirmation
    default: choices.action(for: event)
    }
  }
}

extension Dialog: Equatable where Action: Equatable {}

extension Dialog: Sendable where Action: Sendable {}

extension Screen {
  /// Draws a dialog in a box: an alert in the middle of an area, a confirmation dialog at its bottom.
  ///
  /// Each choice has a row, or several share one if there is little room. If there is less, the text ends in
  /// a line that says how much is missing: "… 3 more lines: make the window larger". An area that is too
  /// small for a box is filled without one.
  ///
  /// - Parameters:
  ///   - dialog: The dialog.
  ///   - area: Where.
  ///   - style: How the box looks, and the title in it.
  /// - Complexity: O(*n* + *m*) in the length of the text and the number of cells of the area that are on the
  ///   screen.
  public mutating func draw(_ dialog: Dialog<some Any>, in area: Area, style: Style = .plain) {
    guard area.rows > 0 && area.columns > 0 else { return }
    let layout = DialogLayout(dialog, in: area)
    if layout.isBoxed {
      box(layout.frame, title: layout.title, border: .double, style: style)
    } else {
      fill(layout.frame)
    }
    for (row, line) in layout.lines.enumerated() {
      put(line, in: layout.content.line(row), alignment: .center)
    }
    for (row, line) in layout.choices.enumerated() {
      let place = layout.content.line(layout.lines.count + layout.gap + row)
      put(line, in: place, alignment: .center, style: Style(bold: true))
    }
  }
}

/// What of a dialog has room in an area of at least one cell, and where.
private struct DialogLayout {
  /// Whether there is room for a box.
  let isBoxed: Bool
  /// What stands in the upper edge of the box.
  let title: String
  /// The text above the choices.
  private(set) var lines: [String]
  /// The rows between the text and the choices.
  let gap: Int
  /// The choices, one or several in a row.
  private(set) var choices: [String]
  /// The cells that the dialog takes.
  let frame: Screen.Area
  /// The cells of the text and the choices.
  let content: Screen.Area

  init(_ dialog: Dialog<some Any>, in area: Screen.Area) {
    isBoxed = area.rows >= 5 && area.columns >= 12
    let columns = isBoxed ? min(50, max(20, area.columns - 4), area.columns) : area.columns
    let margin = isBoxed ? 2 : 0
    let width = columns - 2 * margin
    let rows = isBoxed ? area.rows - 2 : area.rows

    // A title that is too long for the edge begins the text.
    let heading = dialog.alert.title.string
    let hasTitle = isBoxed && heading.truncated(columns: width - 2) == heading
    title = hasTitle ? heading : ""
    let texts = [hasTitle ? "" : heading, dialog.alert.message?.string ?? ""]
    lines = texts.filter { !$0.isEmpty }.flatMap { $0.wrapped(columns: width) }

    let labels = dialog.choices.map(\.text)
    choices = labels
    if lines.count + labels.count + 3 > rows {
      let room = max(1, lines.isEmpty ? rows : rows - 1)
      choices = HelpLine(labels).lines(columns: width, rows: room)
    }
    let room = rows - choices.count
    if lines.count > room && room == 0 {
      lines = []
      choices = HelpLine(["…"] + labels).lines(columns: width, rows: rows)
    } else if lines.count > room {
      let hidden = lines.count - room + 1
      lines = lines.prefix(room - 1) + ["… \(hidden) more lines: make the window larger"]
    }
    let spare = rows - lines.count - choices.count
    gap = lines.isEmpty ? 0 : min(1, spare)
    let padding = isBoxed && spare >= 3 ? 1 : 0

    let inner = lines.count + gap + choices.count + 2 * padding
    let height = isBoxed ? inner + 2 : inner
    let isAtBottom = dialog.alert.style == .confirmationDialog
    let part = isAtBottom ? area.rows([.flexible(), .fixed(height)])[1] : area
    frame = part.centered(rows: height, columns: columns)
    content = frame.inset(rows: isBoxed ? 1 + padding : 0, columns: margin)
  }
}
