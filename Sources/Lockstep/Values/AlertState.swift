// SPDX-License-Identifier: MIT

/// An alert in a state: what it says, its buttons, and the actions that they send.
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
/// A view shows it for as long as it is in the state, and a test reads it there.
///
/// Two alerts are equal if they say the same and have equal buttons, even if they were made apart
/// from each other or are dismissed with different actions.
///
/// Isolation: a value, as `Sendable` as its actions.
///
/// Complexity: O(1), besides the lengths of the texts.
public struct AlertState<Action>: Identifiable {
  /// What tells this alert from others, even from equal ones that were made apart from it.
  public let id = ID()

  /// The title.
  public var title: TextState

  /// What stands below the title.
  public var message: TextState?

  /// The first button; `nil` stands for one that only dismisses the alert.
  public var primaryButton: Button?

  /// The second button.
  public var secondaryButton: Button?

  /// The action that a view sends when the alert went away without a button.
  public var onDismiss: Action?

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
    self.title = title
    self.message = message
    self.primaryButton = dismissButton
    self.onDismiss = onDismiss
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
    self.title = title
    self.message = message
    self.primaryButton = primaryButton
    self.secondaryButton = secondaryButton
    self.onDismiss = onDismiss
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

  /// A button of an alert.
  public struct Button {
    /// What a button does, which decides how it looks.
    public enum Role: Hashable, Sendable {
      /// Goes on.
      case `default`
      /// Leaves everything as it is.
      case cancel
      /// Deletes something, or cannot be undone.
      case destructive
    }

    /// What the button does.
    public let role: Role

    /// What stands on the button; `nil` is the word that the system has for it.
    public let label: TextState?

    /// The action that the button sends; `nil` if it only dismisses the alert.
    public let action: Action?

    /// A button that goes on.
    ///
    /// - Parameters:
    ///   - label: What stands on it.
    ///   - action: The action that it sends; `nil` if it only dismisses the alert.
    /// - Returns: The button.
    public static func `default`(_ label: TextState, send action: Action? = nil) -> Self {
      Self(role: .default, label: label, action: action)
    }

    /// A button that leaves everything as it is.
    ///
    /// - Parameters:
    ///   - label: What stands on it; `nil` is the word that the system has for it.
    ///   - action: The action that it sends; `nil` if it only dismisses the alert.
    /// - Returns: The button.
    public static func cancel(_ label: TextState? = nil, send action: Action? = nil) -> Self {
      Self(role: .cancel, label: label, action: action)
    }

    /// A button that deletes something, or does what cannot be undone.
    ///
    /// - Parameters:
    ///   - label: What stands on it.
    ///   - action: The action that it sends; `nil` if it only dismisses the alert.
    /// - Returns: The button.
    public static func destructive(_ label: TextState, send action: Action? = nil) -> Self {
      Self(role: .destructive, label: label, action: action)
    }
  }
}

// MARK: Comparing

extension AlertState: Equatable where Action: Equatable {
  /// Whether both say the same and have equal buttons.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.title == rhs.title && lhs.message == rhs.message && lhs.primaryButton == rhs.primaryButton
      && lhs.secondaryButton == rhs.secondaryButton
  }
}

extension AlertState: Hashable where Action: Hashable {
  /// Hashes what the alert says, and its buttons.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(message)
    hasher.combine(primaryButton)
    hasher.combine(secondaryButton)
  }
}

extension AlertState.Button: Equatable where Action: Equatable {}

extension AlertState.Button: Hashable where Action: Hashable {}

extension AlertState: Sendable where Action: Sendable {}

extension AlertState.Button: Sendable where Action: Sendable {}

// MARK: Showing

extension AlertState: CustomReflectable {
  /// A mirror that shows what is compared, and leaves out what is missing.
  public var customMirror: Mirror {
    let parts: [Mirror.Child?] = [
      (label: "title", value: title.string),
      message.map { (label: "message", value: $0.string) },
      primaryButton.map { (label: "primaryButton", value: $0) },
      secondaryButton.map { (label: "secondaryButton", value: $0) },
    ]
    return Mirror(self, children: parts.compactMap { $0 }, displayStyle: .struct)
  }
}

extension AlertState.Button: CustomReflectable {
  /// A mirror that shows the button as it is written.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [(label: "\(role)", value: Parts(label: label?.string, action: action))],
      displayStyle: .enum
    )
  }

  /// What stands in the parentheses.
  private struct Parts: CustomReflectable {
    var label: String?
    var action: Action?

    var customMirror: Mirror {
      let parts: [Mirror.Child?] = [
        label.map { (label: nil, value: $0) },
        action.map { (label: "send", value: $0) },
      ]
      return Mirror(self, children: parts.compactMap { $0 }, displayStyle: .tuple)
    }
  }
}
