// SPDX-License-Identifier: MIT

public import Lockstep

/// An alert or a confirmation dialog with a key for each of its buttons.
///
/// ```swift
/// if let alert = state.alert {
///   let dialog = Dialog(alert, dismissal: .alertDismissed)
///   screen.draw(dialog, in: screen.area)
/// }
/// ```
///
/// The key of a button is a letter of its label, or else another letter or a digit, and appears before the label.
/// Escape selects the cancel button. If there is only one button, both Escape and Enter select it.
///
/// You can also create a dialog with custom keys, and with rows for another component:
///
/// ```swift
/// let dialog = Dialog<NewPost.Action>(
///   "What is new?",
///   contentRows: 1,
///   keys: [
///     KeyBinding(.return, "Post it", .postButtonTapped),
///     KeyBinding(.escape, "Never mind", .cancelButtonTapped),
///   ]
/// )
/// let row = screen.draw(dialog, in: screen.area)
/// screen.draw(state.draft, in: row)
/// ```
public struct Dialog<Action> {
  /// The title, which appears in the upper edge of the box if it fits.
  public var title: String
  /// The text above the buttons.
  public var message: String
  /// The style, which places an alert in the middle and a confirmation dialog at the bottom.
  public var style: AlertState<Action>.Style
  /// The number of free rows for another component, between the text and the buttons.
  public var contentRows: Int
  /// The keys of the buttons, in the order of the buttons.
  public var keys: [KeyBinding<Action>]

  /// Creates a dialog with custom keys.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - message: The text above the buttons.
  ///   - style: The style, which places an alert in the middle and a confirmation dialog at the bottom.
  ///   - contentRows: The number of free rows for another component.
  ///   - keys: The keys of the buttons, in the order of the buttons.
  public init(
    _ title: String,
    message: String = "",
    style: AlertState<Action>.Style = .alert,
    contentRows: Int = 0,
    keys: [KeyBinding<Action>]
  ) {
    self.title = title
    self.message = message
    self.style = style
    self.contentRows = contentRows
    self.keys = keys
  }

  /// Creates a dialog for an alert, and assigns keys to its buttons.
  ///
  /// The keys are letters and digits. If an alert has more buttons than keys are available, the dialog omits the last
  /// buttons.
  ///
  /// - Parameters:
  ///   - alert: The alert. If it has no buttons, the dialog adds an "OK" button that only dismisses the alert. The
  ///     default label of a button is "Cancel".
  ///   - dismissal: The action of a button that only dismisses the alert, unless the alert has its own.
  ///   - reservedKeys: Characters that the program uses for other purposes, for example to quit.
  public init(_ alert: AlertState<Action>, dismissal: Action, reservedKeys: Set<Character> = []) {
    let buttons = alert.buttons.isEmpty ? [.default("OK")] : alert.buttons
    var characters = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
      .filter { !reservedKeys.contains($0) }
    var canCancel = buttons.count == 1 || buttons.contains { $0.role == .cancel }
    let bindings: [KeyBinding<Action>] = buttons.compactMap { button in
      let label = button.label?.string ?? "Cancel"
      let character = label.lowercased().first(where: characters.contains) ?? characters.first
      characters.removeAll { $0 == character }
      var keys = [character.map(Key.character)].compactMap(\.self)
      if canCancel && (button.role == .cancel || buttons.count == 1) {
        keys.append(.escape)
        canCancel = false
      }
      if buttons.count == 1 { keys.append(.return) }
      let action = button.action ?? alert.onDismiss ?? dismissal
      return keys.isEmpty ? nil : KeyBinding(keys, label, action)
    }
    self.init(
      alert.title.string,
      message: alert.message?.string ?? "",
      style: alert.style,
      keys: bindings
    )
  }

  /// Creates a dialog for an alert that a feature presents, and assigns keys to its buttons.
  ///
  /// ```swift
  /// let dialog = state.alert.map { Dialog(presented: $0) }
  /// let keys = dialog?.keys.map { $0.map(Game.Action.alert) }
  /// ```
  ///
  /// A button without an action dismisses the alert.
  ///
  /// - Parameters:
  ///   - alert: The alert.
  ///   - reservedKeys: Characters that the program uses for other purposes, for example to quit.
  public init<ButtonAction>(
    presented alert: AlertState<ButtonAction>,
    reservedKeys: Set<Character> = []
  ) where Action == PresentationAction<ButtonAction> {
    let buttons = alert.buttons.map { button -> AlertState<Action>.Button in
      let label = button.label ?? TextState("Cancel")
      let action = button.action.map(Action.presented)
      return switch button.role {
      case .default: .default(label, send: action)
      case .cancel: .cancel(label, send: action)
      case .destructive: .destructive(label, send: action)
      }
    }
    let embedded = AlertState<Action>(
      title: alert.title,
      message: alert.message,
      style: alert.style == .alert ? .alert : .confirmationDialog,
      buttons: buttons
    )
    self.init(embedded, dismissal: .dismiss, reservedKeys: reservedKeys)
  }
}

extension Dialog: Equatable where Action: Equatable {}

extension Dialog: Sendable where Action: Sendable {}

extension Screen {
  /// Draws a dialog in a box: an alert in the middle of an area, a confirmation dialog at its bottom.
  ///
  /// Each button occupies a row. If space is short, several buttons share a row. If the text does not fit, it ends in a
  /// line with the number of missing lines: "… 3 more lines: make the window larger". An ellipsis replaces
  /// buttons that do not fit. If the area is too small for a box, the dialog fills the area without one.
  ///
  /// - Parameters:
  ///   - dialog: The dialog.
  ///   - area: The area to draw in.
  ///   - style: The style of the box and its title.
  /// - Returns: The area of the free rows for another component, limited to the rows that fit.
  /// - Complexity: O(*n* + *m*) in the length of the text and the number of cells of the area that are on the screen.
  @discardableResult
  public mutating func draw(
    _ dialog: Dialog<some Any>,
    in area: Area,
    style: Style = .plain
  ) -> Area {
    guard area.rows > 0 && area.columns > 0 else { return area }
    let layout = DialogLayout(dialog, in: area)
    if layout.isBoxed {
      box(layout.frame, title: layout.title, border: .double, style: style)
    } else {
      fill(layout.frame)
    }
    for (row, line) in layout.lines.enumerated() {
      put(line, in: layout.inside.line(row), alignment: .center)
    }
    for (row, line) in layout.buttons.enumerated() {
      let place = layout.inside.line(layout.firstButton + row)
      put(line, in: place, alignment: .center, style: Style(bold: true))
    }
    return layout.content
  }
}
