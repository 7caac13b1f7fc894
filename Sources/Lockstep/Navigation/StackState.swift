// SPDX-License-Identifier: MIT

/// The screens of a stack, from the bottom to the top.
///
/// ```swift
/// var path: StackState<BookScreen.State> = [.detail(Detail.State(id: 1))]
/// path.append(.editor(Editor.State()))
/// print(path.ids)  // [0, 1]
/// path.pop(from: 1)
/// ```
///
/// Each screen has an id, a number that the stack assigns: they count up, and none is used again by the same stack. A
/// screen that is added after another one was popped therefore never receives the actions of that one. This is also true
/// after a step of an ``Undoable``, which brings back an older value of the stack: see <doc:Undo>. A copy of a stack that
/// a feature keeps and puts back by itself continues with the ids of the copy.
///
/// Two stacks are equal if they have equal screens with the same ids. Which ids were used before makes no difference.
///
/// A stack that is made anew, such as a literal, consists of new screens, even if they have the ids of screens of the
/// stack whose place it takes: the effects of those end. A copy of a stack consists of the same screens.
///
/// Isolation: a value type, `Sendable` if its screens are.
///
/// Complexity: finding a screen by its id is O(log *n*) in the number of screens, or O(*n*) after one was moved; appending
/// is O(1) on average, and popping is O(*m*) in the number of popped screens.
public struct StackState<Element> {
  /// The ids and stamps of the screens; stored first, so that they are found without the type of the states.
  @usableFromInline private(set) var contents = StackContents()

  /// The states of the screens, in the same order.
  @usableFromInline private(set) var states: [Element] = []

  /// Creates an empty stack.
  public init() {}

  /// Creates a stack of screens, whose ids count up from 0.
  ///
  /// - Parameter elements: The screens, from the bottom to the top.
  public init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// The ids of the screens, from the bottom to the top.
  public var ids: [Int] { contents.screens.map(\.id) }

  /// The screens, from the bottom to the top.
  public var elements: [Element] { states }

  /// The number of screens.
  public var count: Int { states.count }

  /// A Boolean value that indicates whether the stack is empty.
  public var isEmpty: Bool { states.isEmpty }

  /// The screen on top; `nil` if there is none.
  public var top: Element? { states.last }

  /// The screen with an id; `nil` if it is not there.
  ///
  /// Setting a screen replaces it, and leaves those above in place. Setting `nil` pops the screen and those above it.
  /// Setting a screen for an id that is not there changes nothing, and is reported.
  public subscript(id id: Int) -> Element? {
    get { index(of: id).map { states[$0] } }
    set {
      guard let newValue else { return pop(from: id) }
      if modify(id: id, { $0 = newValue }) == nil { reportMissing(id) }
    }
  }

  /// The payload of a case of the screen with an id; `nil` if there is no such screen, or it is in another case.
  ///
  /// ```swift
  /// store.send(.noteTapped) { $0.path[id: 0, /LibraryScreen.State.book]?.isEditing = true }
  /// ```
  ///
  /// Setting a payload sets the screen, and setting `nil` pops the screen if it is in the case, as with `[id:]`.
  ///
  /// - Complexity: O(1); O(*n*) to change an array in the payload, which is copied. The screen's own reducer changes it in
  ///   place.
  public subscript<Value>(id id: Int, path: CasePath<Element, Value>) -> Value? {
    get { self[id: id][case: path] }
    set { self[id: id][case: path] = newValue }
  }

  /// Changes a screen in place, if it is there.
  ///
  /// - Parameters:
  ///   - id: The id of the screen.
  ///   - body: Changes the screen.
  /// - Returns: The result of the function; `nil` if there is no such screen.
  @inlinable
  @discardableResult
  public mutating func modify<Result>(id: Int, _ body: (inout Element) -> Result) -> Result? {
    guard let index = index(of: id) else { return nil }
    contents.noteModification(at: index)
    return body(&states[index])
  }

  /// Puts a screen on top.
  ///
  /// - Parameter element: The screen.
  /// - Returns: Its id.
  @discardableResult
  public mutating func append(_ element: Element) -> Int {
    let id = contents.nextID
    // An id that was decoded may be the greatest possible one; no other id is free then.
    guard id < .max else {
      reportIssue(
        """
        A stack cannot add a screen: its next id is the greatest integer. Fix the data that the stack was decoded from.
        """
      )
      return id
    }
    contents.append()
    states.append(element)
    return id
  }

  /// Takes a screen away, with all above it; does nothing if the screen is not there.
  ///
  /// - Parameter id: The id of the lowest screen to take away.
  public mutating func pop(from id: Int) {
    if let index = index(of: id) { removeAll(from: index) }
  }

  /// Takes screens away from the top, down to one with an id or to the first one that may not be popped.
  mutating func pop(from id: Int, where shouldDismiss: (inout Element) -> Bool) {
    guard let lowest = index(of: id) else { return }
    for index in (lowest..<count).reversed() {
      contents.noteModification(at: index)
      guard shouldDismiss(&states[index]) else { return }
      removeAll(from: index)
    }
  }

  /// Takes all screens above another one away; does nothing if that is not there.
  ///
  /// - Parameter id: The id of the screen that becomes the one on top.
  public mutating func pop(to id: Int) {
    if let index = index(of: id) { removeAll(from: index + 1) }
  }

  /// Removes a screen, and leaves those above it; does nothing if it is not there.
  ///
  /// The effects of the removed screen end, and those of all others go on.
  ///
  /// - Parameter id: The id of the screen.
  /// - Returns: The screen; `nil` if it was not there.
  /// - Complexity: O(*n*) in the number of screens.
  @discardableResult
  public mutating func remove(id: Int) -> Element? {
    guard let index = index(of: id) else { return nil }
    contents.remove(at: index)
    return states.remove(at: index)
  }

  /// Moves a screen to another position; does nothing if the stack has no such screen.
  ///
  /// All screens keep their ids, and their effects go on.
  ///
  /// - Parameters:
  ///   - id: The id of the screen.
  ///   - position: Its position after the move, counted from the bottom. Any position above the top stands for the top.
  /// - Complexity: O(*n*) in the number of screens.
  public mutating func move(id: Int, to position: Int) {
    guard let index = index(of: id) else { return }
    let position = min(max(position, 0), count - 1)
    guard position != index else { return }
    contents.move(from: index, to: position)
    states.insert(states.remove(at: index), at: position)
  }

  /// Takes the screen on top away.
  ///
  /// - Returns: The screen; `nil` if there was none.
  @discardableResult
  public mutating func popLast() -> Element? {
    guard let last = states.last else { return nil }
    removeAll(from: states.count - 1)
    return last
  }

  /// Takes all screens away.
  public mutating func removeAll() { removeAll(from: 0) }

  private mutating func removeAll(from index: Int) {
    guard index < states.count else { return }
    contents.removeAll(from: index)
    states.removeSubrange(index...)
  }

  /// Returns the position of a screen.
  @inlinable
  func index(of id: Int) -> Int? { contents.index(of: id) }

  /// Returns the address of the state of a screen, which is valid while the stack does not change.
  ///
  /// A raw pointer, because unspecialized code would look up the type of another one.
  @usableFromInline
  func place(at index: Int) -> UnsafeRawPointer? {
    states.withUnsafeBytes { $0.baseAddress }.map { $0 + index * MemoryLayout<Element>.stride }
  }

  /// Changes the id of the next screen that is added.
  mutating func changeNextID(_ change: (inout Int) -> Void) { change(&contents.nextID) }

  /// Changes the state of each screen in place; the screens keep their ids.
  mutating func changeStates(_ change: (inout Element) -> Void) {
    for index in states.indices { change(&states[index]) }
  }

  private func reportMissing(_ id: Int) {
    reportIssue(
      """
      A screen was set for an id that the stack does not contain.

      Id: \(id)
      Screens: \(ids)

      \(hadScreen(id) ? "The stack has removed that screen." : "The stack never contained a screen with that id.") Add \
      a screen with 'append', which returns its id.
      """
    )
  }

  /// Returns whether an id is one that the stack has assigned.
  @usableFromInline
  func hadScreen(_ id: Int) -> Bool { (0..<contents.nextID).contains(id) }
}

extension StackState {
  /// The id of the next screen that is added.
  package var nextID: Int { contents.nextID }
}

extension StackState: ExpressibleByArrayLiteral {
  /// Creates a stack of screens, whose ids count up from 0.
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension StackState: Sendable where Element: Sendable {}

extension StackState: Equatable where Element: Equatable {
  /// Returns whether both stacks have equal screens with the same ids.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.ids == rhs.ids && lhs.states == rhs.states
  }
}

extension StackState: Hashable where Element: Hashable {
  /// Hashes the screens and their ids.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for (screen, state) in zip(contents.screens, states) {
      hasher.combine(screen.id)
      hasher.combine(state)
    }
  }
}

extension StackState: CustomReflectable {
  /// A mirror that shows the screens under their ids.
  public var customMirror: Mirror {
    Mirror(
      self,
      unlabeledChildren: zip(contents.screens, states).map { (key: $0.id, value: $1) },
      displayStyle: .dictionary
    )
  }
}

// MARK: Coding

extension StackState {
  private enum CodingKeys: CodingKey {
    case nextID, screens
  }

  private enum ScreenKeys: CodingKey {
    case id, state
  }
}

extension StackState: Encodable where Element: Encodable {
  /// Encodes the screens with their ids, and the next id, and throws any error thrown by a screen.
  ///
  /// - Complexity: O(*n*) in the number of screens.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(contents.nextID, forKey: .nextID)
    var list = container.nestedUnkeyedContainer(forKey: .screens)
    for (screen, state) in zip(contents.screens, states) {
      var values = list.nestedContainer(keyedBy: ScreenKeys.self)
      try values.encode(screen.id, forKey: .id)
      try values.encode(state, forKey: .state)
    }
  }
}

extension StackState: Decodable where Element: Decodable {
  /// Decodes a stack with the ids that it had.
  ///
  /// - Parameter decoder: The decoder to read the stack from.
  /// - Throws: A `DecodingError` that names a screen whose id is less than 0, that of another screen, or not less than the
  ///   next id; and any error thrown by a screen.
  /// - Complexity: O(*n*) in the number of screens.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var list = try container.nestedUnkeyedContainer(forKey: .screens)
    var (ids, nextID) = (Set<Int>(), 0)
    while list.isAtEnd == false {
      let values = try list.nestedContainer(keyedBy: ScreenKeys.self)
      let id = try values.decode(Int.self, forKey: .id)
      guard id >= 0, ids.insert(id).inserted else {
        throw DecodingError.dataCorruptedError(
          forKey: .id,
          in: values,
          debugDescription: id < 0
            ? "The screen id \(id) is negative." : "More than one screen has the id \(id)."
        )
      }
      guard id < .max else {
        throw DecodingError.dataCorruptedError(
          forKey: .id,
          in: values,
          debugDescription: "The screen id \(id) leaves no id for the next screen."
        )
      }
      contents.nextID = id
      append(try values.decode(Element.self, forKey: .state))
      nextID = max(nextID, id + 1)
    }
    contents.nextID = nextID
    let next = try container.decode(Int.self, forKey: .nextID)
    guard next >= contents.nextID else {
      throw DecodingError.dataCorruptedError(
        forKey: .nextID,
        in: container,
        debugDescription: "The next id, \(next), is not greater than every screen id."
      )
    }
    contents.nextID = next
  }
}
