// SPDX-License-Identifier: MIT

/// An alert or confirmation dialog, with its text, its buttons and the actions that they send.
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
/// An alert can have any number of buttons:
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
/// A view shows the alert while the state contains it. If the text and buttons never change, store the alert in a
/// `static let`; see ``Reducer/presenting(dialog:action:fileID:filePath:line:column:)``.
///
/// Two alerts are equal if their text, style and buttons are equal. The comparison ignores the identity and the
/// `onDismiss` action. A decoded alert has a new identity.
///
/// Isolation: a value type, `Sendable` if its actions are.
///
/// Complexity: O(1) to create and to read. Comparing is O(*n*) in the number of buttons and the length of the text.
public struct AlertState<Action>: Identifiable {
  /// The presentation style of an alert.
  public enum Style: String, Hashable, Sendable, Codable {
    /// A modal alert that requires an answer.
    case alert
    /// A dialog that offers choices for an action of the user.
    case confirmationDialog
  }

  /// The identity of the alert, which distinguishes it even from equal alerts.
  ///
  /// The presenting reducer assigns a new identity, so that an alert in a constant has a different identity each time
  /// it is presented.
  public private(set) var id = ID()

  package private(set) var isPresented = false

  /// The title.
  public var title: TextState

  /// The text below the title.
  public var message: TextState?

  /// The presentation style.
  public var style: Style

  /// The buttons in order, or an empty array for a single button that dismisses the alert.
  public var buttons: [Button]

  /// The action that a view sends if the user dismisses the alert without a button.
  public var onDismiss: Action?

  /// Creates an alert or a confirmation dialog with any number of buttons.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - message: The text below the title.
  ///   - style: The presentation style.
  ///   - buttons: The buttons in order. An empty array selects a single button that dismisses the alert.
  ///   - onDismiss: The action that a view sends if the user dismisses the alert without a button.
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

  /// Creates an alert with one button.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - message: The text below the title.
  ///   - dismissButton: The button. `nil` selects a button that dismisses the alert.
  ///   - onDismiss: The action that a view sends if the user dismisses the alert without a button.
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

  /// Creates an alert with two buttons.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - message: The text below the title.
  ///   - primaryButton: The first button.
  ///   - secondaryButton: The second button.
  ///   - onDismiss: The action that a view sends if the user dismisses the alert without a button.
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

  /// The identity of an alert, which is different for each presentation.
  public struct ID: Hashable, Sendable {
    private final class Object: Sendable {}

    private let object = Object()

    /// Returns a Boolean value that indicates whether two identities are the same.
    public static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.object === rhs.object
    }

    /// Hashes the identity of the alert.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(object))
    }
  }
}

/// The former name of an alert with the style ``AlertState/Style/confirmationDialog``.
public typealias ActionSheetState<Action> = AlertState<Action>

// MARK: Presenting

extension AlertState {
  package mutating func keepIdentity() { isPresented = true }

  package mutating func present() {
    id = ID()
    isPresented = true
  }
}

// MARK: Comparing

extension AlertState: Equatable where Action: Equatable {
  /// Returns a Boolean value that indicates whether two alerts have equal text, style and buttons.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.title == rhs.title && lhs.message == rhs.message && lhs.style == rhs.style
      && lhs.buttons == rhs.buttons
  }
}

extension AlertState: Hashable where Action: Hashable {
  /// Hashes the text, the style and the buttons.
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
  /// A mirror that contains the compared properties, except missing and default values.
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
