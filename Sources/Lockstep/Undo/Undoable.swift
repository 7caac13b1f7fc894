// SPDX-License-Identifier: MIT

/// A value, with the steps that its user can take back and forward.
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
/// A feature changes ``value``. The steps are kept by the reducer that
/// ``Reducer/undoable(_:action:limit:grouping:fileID:filePath:line:column:)`` returns; a part of the state beside the
/// value, such as a selection, is not undone. Everything that is to come back together belongs in one value. See
/// <doc:Undo>.
///
/// The value is a stored property, so features can share it in place: `sharing: \.document.value`.
///
/// Two of them are equal if their values are equal, even if their steps differ: a test states the value, and checks the
/// steps by taking them. A store also notifies observers when only the number of steps has changed.
///
/// A ``StackState`` in the value never uses an id again, even after a step. A step raises the next id of every stack that it
/// brings back above all ids that stacks in the value have used. It finds stacks in stored properties, payloads of cases
/// that are not `indirect`, arrays, values of dictionaries, and screens, but not in objects, in values of a protocol type,
/// and below a depth of 100 parts.
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

  /// The least id that the next screen of a stack in the value gets after a step.
  private var nextStackID = 0

  /// The name of the latest step, if changes of that name may still be added to it.
  @usableFromInline private(set) var openStep: String?

  /// Creates a value that has no steps yet.
  ///
  /// - Parameter value: The value.
  public init(_ value: Value) {
    ObservedComparison.need()
    self.value = value
  }

  /// A Boolean value that indicates whether there is a step back.
  public var canUndo: Bool { past.isEmpty == false }

  /// A Boolean value that indicates whether there is a step forward.
  public var canRedo: Bool { future.isEmpty == false }

  /// The number of steps back.
  package var undoCount: Int { past.count }

  /// The number of steps forward.
  package var redoCount: Int { future.count }

  /// Takes a step back; does nothing if there is none.
  package mutating func undo() {
    guard let previous = past.popLast() else { return }
    future.append(exchange(for: previous))
  }

  /// Takes the step forward that was last taken back; does nothing if there is none.
  package mutating func redo() {
    guard let next = future.popLast() else { return }
    past.append(exchange(for: next))
  }

  /// Replaces the value with one that a step leads to, and returns the one that it was.
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

  /// Forgets all steps, back and forward.
  ///
  /// A change that a reducer makes in the same action is not a step either.
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
  ///   - previous: The value before the action; `nil` if ``needsPrevious(_:)`` does not ask for it.
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
      guard value != previous else { return }
      if grouping == .previousStep {
        changeSteps(from: previous)
      } else {
        keep(previous, grouping, limit: limit)
      }
    } else if case .step = grouping, past.last == value {
      // The text was typed and deleted again.
      past.removeLast()
      openStep = nil
    }
  }

  /// Makes the change of the value in all values that steps lead to.
  private mutating func changeSteps(from previous: Value) {
    let transfer = ChangeTransfer()
    for index in past.indices { transfer.apply(from: previous, to: value, in: &past[index]) }
    for index in future.indices { transfer.apply(from: previous, to: value, in: &future[index]) }
    if past.last == value { openStep = nil }
    past = withoutRepetitions(past)
    future = withoutRepetitions(future)
  }

  /// Returns steps without those that now lead to the value that they come from.
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

  /// Returns whether everything that a view can show of the steps is the same.
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
  /// Encode ``value`` to keep no steps.
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

  /// No step: for changes that the user has not made, such as the response of a server.
  ///
  /// The same change is made in the values that steps lead to, part by part, so undo and redo keep it. A part that a step
  /// of the user has changed keeps the user's value. A step that has nothing left to change is dropped; all others remain,
  /// back and forward. See <doc:Undo>.
  case previousStep
}
