// SPDX-License-Identifier: MIT

extension AlertState {
  /// A button of an alert.
  public struct Button {
    /// The role of a button, which determines its appearance.
    public enum Role: String, Hashable, Sendable, Codable {
      /// The button continues.
      case `default`
      /// The button cancels without changing anything.
      case cancel
      /// The button deletes data or cannot be undone.
      case destructive
    }

    /// The role of the button.
    public let role: Role

    /// The label of the button; `nil` selects the system's label.
    public let label: TextState?

    /// The action that the button sends; `nil` if it only dismisses the alert.
    public let action: Action?

    /// Returns a button that continues.
    ///
    /// - Parameters:
    ///   - label: The label of the button.
    ///   - action: The action that the button sends; `nil` if it only dismisses the alert.
    /// - Returns: The button.
    public static func `default`(_ label: TextState, send action: Action? = nil) -> Self {
      Self(role: .default, label: label, action: action)
    }

    /// Returns a button that cancels without changing anything.
    ///
    /// - Parameters:
    ///   - label: The label of the button; `nil` selects the system's label.
    ///   - action: The action that the button sends; `nil` if it only dismisses the alert.
    /// - Returns: The button.
    public static func cancel(_ label: TextState? = nil, send action: Action? = nil) -> Self {
      Self(role: .cancel, label: label, action: action)
    }

    /// Returns a button that deletes data or cannot be undone.
    ///
    /// - Parameters:
    ///   - label: The label of the button.
    ///   - action: The action that the button sends; `nil` if it only dismisses the alert.
    /// - Returns: The button.
    public static func destructive(_ label: TextState, send action: Action? = nil) -> Self {
      Self(role: .destructive, label: label, action: action)
    }
  }
}

extension AlertState.Button: Equatable where Action: Equatable {}

extension AlertState.Button: Hashable where Action: Hashable {}

extension AlertState.Button: Sendable where Action: Sendable {}

extension AlertState.Button: Encodable where Action: Encodable {}

extension AlertState.Button: Decodable where Action: Decodable {}

extension AlertState.Button: CustomReflectable {
  /// A mirror that resembles the code of the button.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [(label: "\(role)", value: Parts(label: label?.string, action: action))],
      displayStyle: .enum
    )
  }

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
