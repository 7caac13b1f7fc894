// SPDX-License-Identifier: MIT

/// A binding of keys to an action, with a label for the help.
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
/// A function that returns the bindings of a state is all that a ``TerminalProgram`` needs for both: so the help
/// always agrees with the keys.
public struct KeyBinding<Action> {
  /// The keys, any of which can be pressed.
  public var keys: [Key]
  /// The effect of the keys, in a few words.
  ///
  /// Bindings with the same label that follow one another are shown together, as in `[↑↓] Move`, and those with
  /// an empty label are not shown.
  public var label: String
  /// The action that is sent; `nil` if the keys quit the program.
  public var action: Action?

  private init(keys: [Key], label: String, action: Action?) {
    self.keys = keys
    self.label = label
    self.action = action
  }

  /// Creates a binding of several keys.
  ///
  /// - Parameters:
  ///   - keys: The keys, any of which can be pressed.
  ///   - label: The effect of the keys, in a few words.
  ///   - action: The action that is sent.
  public init(_ keys: [Key], _ label: String, _ action: Action) {
    self.init(keys: keys, label: label, action: action)
  }

  /// Creates a binding of a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - label: The effect of the key, in a few words.
  ///   - action: The action that is sent.
  public init(_ key: Key, _ label: String, _ action: Action) {
    self.init(keys: [key], label: label, action: action)
  }

  /// A binding of keys that quit the program, for which a feature that knows nothing of terminals has no action.
  ///
  /// - Parameters:
  ///   - keys: The keys, any of which can be pressed.
  ///   - label: The effect of the keys, in a few words.
  /// - Returns: A binding without an action.
  public static func quit(_ keys: Key..., label: String = "Quit") -> Self {
    Self(keys: keys, label: label, action: nil)
  }

  /// The binding as the help shows it: `[c] Close`, `[↑/k] Up`.
  package var text: String { "[\(keys.symbols)] \(label)" }

  /// Returns the same binding for another type of action, such as a parent's.
  public func map<Other>(_ transform: (Action) -> Other) -> KeyBinding<Other> {
    KeyBinding<Other>(keys: keys, label: label, action: action.map(transform))
  }
}

extension KeyBinding: Equatable where Action: Equatable {}

extension KeyBinding: Hashable where Action: Hashable {}

extension KeyBinding: Sendable where Action: Sendable {}

extension Sequence {
  /// Returns the action of the first binding for a key that was pressed, or `nil` if there is none, or if it quits
  /// the program.
  ///
  /// - Complexity: O(*n*) in the number of keys.
  public func action<Action>(for event: TerminalEvent) -> Action?
  where Element == KeyBinding<Action> {
    binding(for: event)?.action
  }

  /// The first binding for a key that was pressed.
  func binding<Action>(for event: TerminalEvent) -> KeyBinding<Action>?
  where Element == KeyBinding<Action> {
    guard case .key(let key) = event else { return nil }
    return first { $0.keys.contains(key) }
  }

  /// The bindings without the keys that are characters, which are off while text is typed.
  func withoutTypedKeys<Action>() -> [KeyBinding<Action>] where Element == KeyBinding<Action> {
    compactMap { binding in
      var binding = binding
      binding.keys.removeAll(where: \.isTyped)
      return binding.keys.isEmpty ? nil : binding
    }
  }
}

extension [Key] {
  /// The keys as they are shown: `q`, `↑/k`, `↑↓`.
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
