// SPDX-License-Identifier: MIT

/// An alert or a confirmation dialog in a state: what it says, its buttons, and the actions that they
/// send.
///
/// ```swift
/// state.alert = AlertState(
///   title: "Delete this game?",
///   message: "This cannot be undone.",
///   primaryButton: .destructive("Delete", send: .confirmDeleteButtonTapped),
///   secondaryButton: .cancel(),
///   onDismiss: .alertDismissed
/// )
/// ```
///
/// There may be any number of buttons:
///
/// ```swift
/// state.dialog = AlertState(
///   title: "Share this game?",
///   style: .confirmationDialog,
///   buttons: [
///     .default("As a picture", send: .shareAsPictureButtonTapped),
///     .default("As a text", send: .shareAsTextButtonTapped),
///     .cancel(),
///   ]
/// )
/// ```
///
/// A view shows it for as long as it is in the state, and a test reads it there.
///
/// Two alerts are equal if they say the same in the same style and have equal buttons, even if they were
/// made apart from each other or are dismissed with different actions. It is coded as what it says and
/// does; what is decoded is told from others like an alert that was made anew.
///
/// Isolation: a value, as `Sendable` as its actions.
///
/// Complexity: O(1) to make and to read; O(*n*) in the number of buttons where it is compared, besides
/// the lengths of the texts.
public struct AlertState<Action>: Identifiable {
  /// How a view shows it.
  public enum Style: String, Hashable, Sendable, Codable {
    /// Says something, and has to be answered before anything else.
    case alert
    /// Offers what can be done about something that the user has just done.
    case confirmationDialog
  }

  /// What tells this alert from others, even from equal ones that were made apart from it.
  public let id = ID()

  /// The title.
  public var title: TextState

  /// What stands below the title.
  public var message: TextState?

  /// How a view shows it.
  public var style: Style

  /// The buttons in their order; none stand for one that only dismisses the alert.
  public var buttons: [Button]

  /// The action that a view sends when the alert went away without a button.
  public var onDismiss: Action?

  /// An alert or a confirmation dialog with any number of buttons.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - message: What stands below the title.
  ///   - style: How a view shows it.
  ///   - buttons: The buttons in their order; none stand for one that only dismisses the alert.
  ///   - onDismiss: The action that a view sends when the alert went away without a button.
  public init(
    title: TextState,
    message: TextState? = nil,
    style: Style = .alert,
    buttons: [Button],
    onDismiss: Action? = nil
  ) {
    self.title = title
    self.message = message
    self.style = style
    self.buttons = buttons
    self.onDismiss = onDismiss
  }

  /// An alert with one button.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - message: What stands below the title.
  ///   - dismissButton: The button; `nil` stands for one that only dismisses the alert.
  ///   - onDismiss: The action that a view sends when the alert went away without a button.
  public init(
    title: TextState,
    message: TextState? = nil,
    dismissButton: Button? = nil,
    onDismiss: Action? = nil
  ) {
    self.init(
      title: title,
      message: message,
      buttons: [dismissButton].compactMap { $0 },
      onDismiss: onDismiss
    )
  }

  /// An alert with two buttons.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - message: What stands below the title.
  ///   - primaryButton: The first button.
  ///   - secondaryButton: The second button.
  ///   - onDismiss: The action that a view sends when the alert went away without a button.
  public init(
    title: TextState,
    message: TextState? = nil,
    primaryButton: Button,
    secondaryButton: Button? = nil,
    onDismiss: Action? = nil
  ) {
    self.init(
      title: title,
      message: message,
      buttons: [primaryButton] + [secondaryButton].compactMap { $0 },
      onDismiss: onDismiss
    )
  }

  /// What tells alerts from each other that were made apart.
  public struct ID: Hashable, Sendable {
    private final class Object: Sendable {}

    private let object = Object()

    /// Whether both belong to the same alert.
    public static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.object === rhs.object
    }

    /// Hashes the identity of the alert.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(object))
    }
  }
}

/// A confirmation dialog, by the name that it had in 2021: an alert of the style
/// ``AlertState/Style/confirmationDialog``.
public typealias ActionSheetState<Action> = AlertState<Action>

// MARK: The first two buttons

extension AlertState {
  /// The first of the buttons; `nil` if there is none.
  ///
  /// What is set takes its place, or becomes the only one. Setting `nil` removes it, so that the next one
  /// is the first.
  public var primaryButton: Button? {
    get { buttons.first }
    set { setButton(newValue, at: 0) }
  }

  /// The second of the buttons; `nil` if there are fewer.
  ///
  /// What is set takes its place, or is added at the end. Setting `nil` removes it, so that the next one
  /// is the second.
  public var secondaryButton: Button? {
    get { buttons.count > 1 ? buttons[1] : nil }
    set { setButton(newValue, at: 1) }
  }

  private mutating func setButton(_ button: Button?, at position: Int) {
    let start = min(position, buttons.endIndex)
    let end = min(position + 1, buttons.endIndex)
    buttons.replaceSubrange(start..<end, with: [button].compactMap { $0 })
  }
}

// MARK: Comparing

extension AlertState: Equatable where Action: Equatable {
  /// Whether both say the same in the same style and have equal buttons.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.title == rhs.title && lhs.message == rhs.message && lhs.style == rhs.style
      && lhs.buttons == rhs.buttons
  }
}

extension AlertState: Hashable where Action: Hashable {
  /// Hashes what the alert says, its style and its buttons.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(message)
    hasher.combine(style)
    hasher.combine(buttons)
  }
}

extension AlertState: Sendable where Action: Sendable {}

// MARK: Coding

extension AlertState {
  private enum CodingKeys: CodingKey {
    case title, message, style, buttons, onDismiss
  }
}

extension AlertState: Encodable where Action: Encodable {}

extension AlertState: Decodable where Action: Decodable {}

// MARK: Showing

extension AlertState: CustomReflectable {
  /// A mirror that shows what is compared, and leaves out what is missing or usual.
  public var customMirror: Mirror {
    let parts: [Mirror.Child?] = [
      (label: "title", value: title.string),
      message.map { (label: "message", value: $0.string) },
      style == .alert ? nil : (label: "style", value: style),
      buttons.isEmpty ? nil : (label: "buttons", value: buttons),
    ]
    return Mirror(self, children: parts.compactMap { $0 }, displayStyle: .struct)
  }
}
