// SPDX-License-Identifier: MIT

/// A value, with the steps that its user can take back and forward.
///
/// ```swift
/// struct EditorState: Equatable {
///   var document = Undoable(Document())
///   var selection: Range<Int>?
/// }
/// ```
///
/// A feature changes ``value``. The steps are kept by the reducer that
/// ``Reducer/undoable(_:action:limit:grouping:fileID:filePath:line:column:)`` returns; a part of the state beside the
/// value, such as a selection, is not undone. Everything that is to come back together belongs in one value. See
/// <doc:Undo>.
///
/// The value is a stored property, so features can share it in place: `sharing: \.document.value`.
///
/// Two of them are equal if their values are, whatever their steps: a test checks the steps by taking them.
///
/// Isolation: a value type, `Sendable` if the value is.
///
/// Complexity: a step keeps the value from before it. Values share the storage of collections that have not changed.
public struct Undoable<Value> {
  /// The value as it is now.
  public var value: Value

  /// The values to step back to, the latest last.
  @usableFromInline private(set) var past: [Value] = []

  /// The values to step forward to, the next one last.
  @usableFromInline private(set) var future: [Value] = []

  /// A stamp that is another one once the steps themselves were changed, and not only the value.
  @usableFromInline private(set) var stamp = Membership.next()

  /// The name of the latest step, if changes of that name may still be added to it.
  @usableFromInline private(set) var openStep: String?

  /// Creates a value that has no steps yet.
  ///
  /// - Parameter value: The value.
  public init(_ value: Value) {
    self.value = value
  }

  /// A Boolean value that indicates whether there is a step back.
  public var canUndo: Bool { past.isEmpty == false }

  /// A Boolean value that indicates whether there is a step forward.
  public var canRedo: Bool { future.isEmpty == false }

  /// The number of steps back.
  public var undoCount: Int { past.count }

  /// The number of steps forward.
  public var redoCount: Int { future.count }

  /// Takes a step back; does nothing if there is none.
  ///
  /// - Complexity: O(1) on average.
  public mutating func undo() {
    guard let previous = past.popLast() else { return }
    future.append(value)
    value = previous
    openStep = nil
    stamp = Membership.next()
  }

  /// Takes the step forward that was last taken back; does nothing if there is none.
  ///
  /// - Complexity: O(1) on average.
  public mutating func redo() {
    guard let next = future.popLast() else { return }
    past.append(value)
    value = next
    openStep = nil
    stamp = Membership.next()
  }

  /// Forgets all steps, back and forward.
  ///
  /// A change that a reducer makes in the same action is not a step either.
  public mutating func forgetSteps() {
    self = Self(value)
  }

  /// Returns whether a change would be added to the latest step, whatever the value was before it.
  @inlinable
  func extendsStep(_ grouping: UndoGrouping) -> Bool {
    switch grouping {
    case .previousStep: true
    case .newStep: false
    case .step(let name): name == openStep && future.isEmpty && past.isEmpty == false
    }
  }

  /// Keeps the value that was there before a step.
  private mutating func keep(_ previous: Value, _ grouping: UndoGrouping, limit: Int) {
    future = []
    past.append(previous)
    if past.count > limit { past.removeFirst(past.count - limit) }
    if case .step(let name) = grouping { openStep = name } else { openStep = nil }
  }
}

extension Undoable where Value: Equatable {
  /// Makes a step of the change that an action has made, or adds it to the latest one.
  ///
  /// - Parameters:
  ///   - previous: The value before the action; `nil` if its change is added to the latest step.
  ///   - stamp: The stamp before the action.
  ///   - grouping: The step that the change belongs to.
  ///   - limit: The number of steps to keep.
  @usableFromInline
  mutating func noteChange(
    from previous: Value?,
    since stamp: UInt64,
    _ grouping: UndoGrouping,
    limit: Int
  ) {
    // Steps that the action itself has made, forgotten or replaced stay as they are.
    guard stamp == self.stamp else { return }
    if let previous {
      if value != previous { keep(previous, grouping, limit: limit) }
    } else if case .step = grouping, past.last == value {
      // The text was typed and deleted again.
      past.removeLast()
      openStep = nil
    }
  }
}

extension Undoable: Sendable where Value: Sendable {}

extension Undoable: Equatable where Value: Equatable {
  /// Returns whether the values are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.value == rhs.value }
}

extension Undoable: Hashable where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Undoable: CustomReflectable {
  /// A mirror that shows the value.
  public var customMirror: Mirror { Mirror(self, children: ["value": value]) }
}

extension Undoable {
  private enum CodingKeys: CodingKey {
    case value, past, future, openStep
  }
}

extension Undoable: Encodable where Value: Encodable {
  /// Encodes the value with all steps, and throws any error thrown by a value.
  ///
  /// Encode ``value`` to keep no steps.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value, forKey: .value)
    try container.encode(past, forKey: .past)
    try container.encode(future, forKey: .future)
    try container.encodeIfPresent(openStep, forKey: .openStep)
  }
}

extension Undoable: Decodable where Value: Decodable {
  /// Decodes a value with all steps, and throws any error thrown by a value.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    value = try container.decode(Value.self, forKey: .value)
    past = try container.decode([Value].self, forKey: .past)
    future = try container.decode([Value].self, forKey: .future)
    openStep = try container.decodeIfPresent(String.self, forKey: .openStep)
  }
}

/// A step back or forward.
///
/// Isolation: any thread.
public enum UndoAction: Hashable, Sendable, CaseIterable {
  /// Takes the latest step back.
  case undo

  /// Takes the step forward that was last taken back.
  case redo
}

/// The step that a change of an ``Undoable`` value belongs to.
///
/// Isolation: any thread.
public enum UndoGrouping: Hashable, Sendable {
  /// A step of its own.
  case newStep

  /// The previous step if it has the same name, and a new step otherwise: for typing in one field.
  ///
  /// A step is over when another one follows it, and when a step is taken back or forward.
  case step(String)

  /// The previous step, whatever its name: for changes that the user has not made, such as the response of a server.
  ///
  /// If there is none, the change is part of the value that the first step leads back to. Steps forward remain.
  case previousStep
}
