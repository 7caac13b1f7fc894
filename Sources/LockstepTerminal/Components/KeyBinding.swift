// SPDX-License-Identifier: MIT

/// A binding of keys to an action, with a label for the help line.
///
/// ```swift
/// let bindings: [KeyBinding<AppFeature.Action>] = [
///   KeyBinding("n", "New game", .newGameButtonTapped),
///   KeyBinding([.escape, "c"], "Close", .closeButtonTapped),
///   .quit("q"),
/// ]
///
/// let action = bindings.action(for: event)
///
/// screen.draw(HelpLine(bindings), in: area)
/// // [n] New game   [Esc/c] Close   [q] Quit
/// ```
///
/// A ``TerminalProgram`` uses one function, which returns the bindings of a state, for input and for the help. The help
/// therefore always agrees with the keys.
public struct KeyBinding<Action> {
  /// The keys, any of which can be pressed.
  public var keys: [Key]
  /// The effect of the keys, in a few words.
  ///
  /// The help combines consecutive bindings with the same label, as in `[↑↓] Move`, and hides bindings with an empty
  /// label.
  public var label: String
  /// The action to send, or `nil` if the keys quit the program.
  public var action: Action?

  private init(keys: [Key], label: String, action: Action?) {
    self.keys = keys
    self.label = label
    self.action = action
  }

  /// Creates a binding of several keys to an action.
  ///
  /// - Parameters:
  ///   - keys: The keys, any of which can be pressed.
  ///   - label: The effect of the keys, in a few words.
  ///   - action: The action to send.
  public init(_ keys: [Key], _ label: String, _ action: Action) {
    self.init(keys: keys, label: label, action: action)
  }

  /// Creates a binding of one key to an action.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - label: The effect of the key, in a few words.
  ///   - action: The action to send.
  public init(_ key: Key, _ label: String, _ action: Action) {
    self.init(keys: [key], label: label, action: action)
  }

  /// Returns a binding of keys that quit the program.
  ///
  /// A feature that is independent of the terminal has no action for this.
  ///
  /// - Parameters:
  ///   - keys: The keys, any of which can be pressed.
  ///   - label: The effect of the keys, in a few words.
  /// - Returns: A binding without an action.
  public static func quit(_ keys: Key..., label: String = "Quit") -> Self {
    Self(keys: keys, label: label, action: nil)
  }

  /// The binding as it appears in the help: `[c] Close`, `[↑/k] Up`.
  package var text: String { "[\(keys.symbols)] \(label)" }

  /// Returns the binding with a transformed action, such as an action of the parent.
  public func map<Other>(_ transform: (Action) -> Other) -> KeyBinding<Other> {
    KeyBinding<Other>(keys: keys, label: label, action: action.map(transform))
  }
}

extension KeyBinding: Equatable where Action: Equatable {}

extension KeyBinding: Hashable where Action: Hashable {}

extension KeyBinding: Sendable where Action: Sendable {}

extension Sequence {
  /// Returns the action of the first binding for the pressed key.
  ///
  /// The result is `nil` if no binding matches the event, or if the binding quits the program.
  ///
  /// - Complexity: O(*n*) in the number of keys.
  public func action<Action>(for event: TerminalEvent) -> Action?
  where Element == KeyBinding<Action> {
    binding(for: event)?.action
  }

  func binding<Action>(for event: TerminalEvent) -> KeyBinding<Action>?
  where Element == KeyBinding<Action> {
    guard case .key(let key) = event else { return nil }
    return first { $0.keys.contains(key) }
  }

  func withoutTypedKeys<Action>() -> [KeyBinding<Action>] where Element == KeyBinding<Action> {
    compactMap { binding in
      var binding = binding
      binding.keys.removeAll(where: \.isTyped)
      return binding.keys.isEmpty ? nil : binding
    }
  }
}

extension [Key] {
  fileprivate var symbols: String {
    let arrows: Set = [Key.up, .down, .left, .right]
    var text = ""
    for (index, key) in enumerated() {
      let areArrows = index > 0 && arrows.isSuperset(of: [self[index - 1], key])
      text += (index == 0 || areArrows ? "" : "/") + key.symbol
    }
    return text
  }
}
