// SPDX-License-Identifier: MIT

/// An alert or a confirmation dialog in a state: its text, its buttons and the actions that they send.
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
/// A view shows it while it is in the state, and a test reads it there. An alert without parts that change may be a
/// constant, `static let`; see ``Reducer/presenting(dialog:action:fileID:filePath:line:column:)``.
///
/// Two alerts are equal if they have the same text and style and equal buttons, even if they were created
/// separately or are dismissed with different actions. An alert is coded as its contents and actions; a
/// decoded alert has an identity of its own, like a newly created one.
///
/// Isolation: a value type, `Sendable` if its actions are.
///
/// Complexity: O(1) to create and to read; comparing is O(*n*) in the number of buttons, plus the lengths of
/// the texts.
public struct AlertState<Action>: Identifiable {
  /// The way in which a view shows an alert.
  public enum Style: String, Hashable, Sendable, Codable {
    /// Says something and must be answered before anything else.
    case alert
    /// Offers choices about something that the user has just done.
    case confirmationDialog
  }

  /// The identity that distinguishes this alert from others, even from equal ones that were created
  /// separately.
  ///
  /// The reducer that presents an alert gives it a new identity, so that an alert that is kept in a constant has another
  /// one each time it is presented.
  public private(set) var id = ID()

  /// Whether this copy has the identity of a presentation.
  package private(set) var isPresented = false

  /// The title.
  public var title: TextState

  /// The text below the title.
  public var message: TextState?

  /// The way in which a view shows the alert.
  public var style: Style

  /// The buttons in order; an empty array stands for one that only dismisses the alert.
  public var buttons: [Button]

  /// The action that a view sends when the alert has been dismissed without a button.
  public var onDismiss: Action?

  /// Creates an alert or a confirmation dialog with any number of buttons.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - message: The text below the title.
  ///   - style: The way in which a view shows the alert.
  ///   - buttons: The buttons in order; an empty array stands for one that only dismisses the alert.
  ///   - onDismiss: The action that a view sends when the alert has been dismissed without a button.
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
  ///   - dismissButton: The button; `nil` stands for one that only dismisses the alert.
  ///   - onDismiss: The action that a view sends when the alert has been dismissed without a button.
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
  ///   - onDismiss: The action that a view sends when the alert has been dismissed without a button.
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

  /// The identity of an alert, which differs from one presentation to the next.
  public struct ID: Hashable, Sendable {
    private final class Object: Sendable {}

    private let object = Object()

    /// Returns whether both belong to the same alert.
    public static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.object === rhs.object
    }

    /// Hashes the identity of the alert.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(object))
    }
  }
}

/// A confirmation dialog, under the name that it had in 2021: an alert of the style
/// ``AlertState/Style/confirmationDialog``.
public typealias ActionSheetState<Action> = AlertState<Action>

// MARK: Presenting

extension AlertState {
  /// Notes that the alert is shown under the identity that it has.
  package mutating func keepIdentity() { isPresented = true }

  /// Gives the alert the identity of a new presentation.
  package mutating func present() {
    id = ID()
    isPresented = true
  }
}

// MARK: Comparing

extension AlertState: Equatable where Action: Equatable {
  /// Returns whether both alerts have the same text and style and equal buttons.
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
  /// A mirror that shows what is compared, without missing and default values.
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
