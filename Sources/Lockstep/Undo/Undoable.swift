// SPDX-License-Identifier: MIT

/// A value whose changes the user can undo and redo.
///
/// ```swift
/// enum Editor {
///   struct State: Equatable {
///     var document = Undoable(Document())
///     var selection: Range<Int>?
///   }
/// }
/// ```
///
/// A feature changes ``value``. The reducer that
/// ``Reducer/undoable(_:action:limit:grouping:fileID:filePath:line:column:)`` returns records the steps. State outside
/// the value, such as a selection, is not undone. Put everything that must be restored together into one value. See
/// <doc:Undo>.
///
/// The value is a stored property, so features can share it in place: `sharing: \.document.value`.
///
/// Two instances are equal if their values are equal, even if their steps differ. A test states the expected value, and
/// checks the steps by undoing and redoing them. A store also notifies observers when only the number of steps has
/// changed.
///
/// A ``StackState`` in the value never reuses an id, even after an undo. Undo and redo raise the next id of every stack
/// that they restore above all ids that stacks in the value have used. They find stacks in stored properties, payloads
/// of cases that are not `indirect`, arrays, values of dictionaries, and screens, but not in objects, in existential
/// values, or below a depth of 100 parts.
///
/// Isolation: a value type, `Sendable` if the value is.
///
/// Complexity: a step keeps the previous value. Values share the storage of unchanged collections.
public struct Undoable<Value> {
  /// The current value.
  public var value: Value

  /// The values to undo to, the most recent last.
  @usableFromInline private(set) var past: [Value] = []

  /// The values to redo to, the next one last.
  @usableFromInline private(set) var future: [Value] = []

  /// An identifier that changes when the steps themselves change, and not only the value.
  @usableFromInline private(set) var stamp = Membership.next()

  /// The lowest id that the next screen of a stack in the value can receive after an undo or a redo.
  private var nextStackID = 0

  /// The name of the latest step, if further changes with that name may extend it.
  @usableFromInline private(set) var openStep: String?

  /// Creates a value without steps.
  ///
  /// - Parameter value: The value.
  public init(_ value: Value) {
    ObservedComparison.need()
    self.value = value
  }

  /// A Boolean value that indicates whether the value has a step to undo.
  public var canUndo: Bool { past.isEmpty == false }

  /// A Boolean value that indicates whether the value has a step to redo.
  public var canRedo: Bool { future.isEmpty == false }

  package var undoCount: Int { past.count }

  package var redoCount: Int { future.count }

  package mutating func undo() {
    guard let previous = past.popLast() else { return }
    future.append(exchange(for: previous))
  }

  package mutating func redo() {
    guard let next = future.popLast() else { return }
    past.append(exchange(for: next))
  }

  private mutating func exchange(for other: Value) -> Value {
    let stacks = StackSearch(nextID: nextStackID)
    stacks.note(&value)
    var old = other
    swap(&value, &old)
    stacks.raise(&value)
    nextStackID = stacks.nextID
    openStep = nil
    stamp = Membership.next()
    return old
  }

  /// Removes all steps to undo and redo.
  ///
  /// A change that a reducer makes in the same action creates no step.
  public mutating func forgetSteps() {
    self = Self(value)
  }

  /// Returns whether ``noteChange(from:since:_:limit:)`` needs the value from before an action.
  @inlinable
  func needsPrevious(_ grouping: UndoGrouping) -> Bool {
    switch grouping {
    case .previousStep: past.isEmpty == false || future.isEmpty == false
    case .newStep: true
    case .step(let name): name != openStep || future.isEmpty == false || past.isEmpty
    }
  }

  private mutating func keep(_ previous: Value, _ grouping: UndoGrouping, limit: Int) {
    future = []
    past.append(previous)
    if past.count > limit { past.removeFirst(past.count - limit) }
    if case .step(let name) = grouping { openStep = name } else { openStep = nil }
  }
}

extension Undoable where Value: Equatable {
  /// Records the change of an action as a new step or as a part of the latest one.
  ///
  /// `previous` and `stamp` are from before the action; `previous` is `nil` if ``needsPrevious(_:)`` returned `false`.
  @usableFromInline
  mutating func noteChange(
    from previous: Value?,
    since stamp: UInt64,
    _ grouping: UndoGrouping,
    limit: Int
  ) {
    // The action itself has changed the steps, which stay as they are.
    guard stamp == self.stamp else { return }
    if let previous {
      guard value != previous else { return }
      if grouping == .previousStep {
        changeSteps(from: previous)
      } else {
        keep(previous, grouping, limit: limit)
      }
    } else if case .step = grouping, past.last == value {
      // The user has typed text and deleted it again.
      past.removeLast()
      openStep = nil
    }
  }

  private mutating func changeSteps(from previous: Value) {
    let transfer = ChangeTransfer()
    for index in past.indices { transfer.apply(from: previous, to: value, in: &past[index]) }
    for index in future.indices { transfer.apply(from: previous, to: value, in: &future[index]) }
    if past.last == value { openStep = nil }
    past = withoutRepetitions(past)
    future = withoutRepetitions(future)
  }

  private func withoutRepetitions(_ steps: [Value]) -> [Value] {
    var result: [Value] = []
    for step in steps where step != result.last { result.append(step) }
    if result.last == value { result.removeLast() }
    return result
  }
}

extension Undoable: Sendable where Value: Sendable {}

extension Undoable: Equatable where Value: Equatable {
  /// Returns whether the values are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.value == rhs.value && (ObservedComparison.isRunning == false || lhs.showsSteps(of: rhs))
  }

  private func showsSteps(of other: Self) -> Bool {
    undoCount == other.undoCount && redoCount == other.redoCount
  }
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
    case value, past, future, openStep, nextStackID
  }
}

extension Undoable: Encodable where Value: Encodable {
  /// Encodes the value with all steps, and throws any error thrown by a value.
  ///
  /// To omit the steps, encode ``value`` instead.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value, forKey: .value)
    try container.encode(past, forKey: .past)
    try container.encode(future, forKey: .future)
    try container.encodeIfPresent(openStep, forKey: .openStep)
    if nextStackID > 0 { try container.encode(nextStackID, forKey: .nextStackID) }
  }
}

extension Undoable: Decodable where Value: Decodable {
  /// Decodes a value with all steps, and throws any error thrown by a value.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  public init(from decoder: any Decoder) throws {
    ObservedComparison.need()
    let container = try decoder.container(keyedBy: CodingKeys.self)
    value = try container.decode(Value.self, forKey: .value)
    past = try container.decode([Value].self, forKey: .past)
    future = try container.decode([Value].self, forKey: .future)
    openStep = try container.decodeIfPresent(String.self, forKey: .openStep)
    nextStackID = try container.decodeIfPresent(Int.self, forKey: .nextStackID) ?? 0
  }
}

/// An action that undoes or redoes a step.
///
/// Isolation: any thread.
public enum UndoAction: Hashable, Sendable, CaseIterable {
  /// Undoes the latest step.
  case undo

  /// Redoes the step that was undone last.
  case redo
}

/// The step that a change of an ``Undoable`` value belongs to.
///
/// Isolation: any thread.
public enum UndoGrouping: Hashable, Sendable {
  /// A new step.
  case newStep

  /// The previous step if it has the same name, and a new step otherwise.
  ///
  /// Use a named step for typing in one field, for example. The step is closed when another step follows it, and on
  /// undo or redo.
  case step(String)

  /// No step, for changes that the user did not make, such as a server's response.
  ///
  /// The same change is made in the values of all steps, part by part, so undo and redo keep it. A part that one of the
  /// user's steps has changed keeps the user's value. A step that no longer changes anything is dropped. All other
  /// steps remain. See <doc:Undo>.
  case previousStep
}
