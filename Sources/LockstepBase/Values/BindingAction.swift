// SPDX-License-Identifier: MIT

/// An action that sets one property of a feature's state, for forms with many fields.
///
/// A single case covers every property that a view may set directly:
///
/// ```swift
/// enum Settings {
///   struct State: Equatable {
///     var isSoundOn = true
///     var name = ""
///   }
///
///   enum Action: Equatable {
///     case binding(BindingAction<State>)
///     case saveButtonTapped
///   }
///
///   static let reducer = Reducer<State, Action, Environment> { state, action, environment in
///     switch action {
///     case .binding(\.isSoundOn):
///       return environment.audioPlayer.setVolume(state.isSoundOn ? 1 : 0).fireAndForget()
///     case .binding:
///       return .none
///     case .saveButtonTapped:
///       return environment.save(state).fireAndForget()
///     }
///   }
///   .binding(action: /Action.binding)
/// }
///
/// store.send(.binding(.set(\.isSoundOn, false)))
/// ```
///
/// `binding` of a ``Reducer`` sets the property before the reducer sees the action.
///
/// Isolation: any thread.
///
/// Complexity: O(1), plus the cost of copying, setting or comparing the value.
public struct BindingAction<Root>: Sendable {
  /// The key path of the property.
  public let keyPath: any PartialKeyPath<Root> & Sendable

  /// The new value.
  public let value: any Equatable & Sendable

  private let setter: @Sendable (inout Root) -> Void
  private let isEqual: @Sendable (any Equatable & Sendable) -> Bool

  /// Returns an action that sets a property.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the property.
  ///   - value: The new value.
  /// - Returns: The action.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable,
    _ value: Value
  ) -> Self {
    Self(
      keyPath: keyPath,
      value: value,
      setter: { root in root[keyPath: keyPath] = value },
      isEqual: { other in other as? Value == value }
    )
  }

  /// Sets the property.
  ///
  /// - Parameter root: The value that contains the property.
  public func apply(to root: inout Root) {
    setter(&root)
  }

  /// Returns a Boolean value that indicates whether an action sets a property, for patterns such as
  /// `case .binding(\.isSoundOn):`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: Self) -> Bool {
    keyPath as AnyKeyPath == action.keyPath
  }
}

extension BindingAction: Equatable {
  /// Returns a Boolean value that indicates whether two actions set the same property to equal values.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.keyPath as AnyKeyPath == rhs.keyPath && lhs.isEqual(rhs.value)
  }
}

extension BindingAction: CustomStringConvertible {
  /// The action as Swift code, such as `.set(\Settings.State.name, "Blob")`.
  public var description: String {
    ".set(\(keyPath.text), \(Dump(value).text))"
  }
}

extension BindingAction: CustomReflectable {
  /// A mirror that contains the property and the new value.
  public var customMirror: Mirror {
    let assignment = Assignment(property: keyPath.text, value: value)
    return Mirror(self, children: [(label: "set", value: assignment)], displayStyle: .enum)
  }

  private struct Assignment: CustomReflectable {
    var property: String
    var value: Any

    var customMirror: Mirror {
      Mirror(self, children: [(label: property, value: value)], displayStyle: .tuple)
    }
  }
}
