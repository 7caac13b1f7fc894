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
/// The stack assigns each screen an id. The ids count up, and the stack never reuses one. A screen that is added after
/// a pop therefore never receives actions of the popped screen, even if an ``Undoable`` restores an older value of the
/// stack. See <doc:Undo>. If a feature stores a copy of the stack and restores it itself, the ids continue from the
/// copy.
///
/// A new stack, such as a literal, consists of new screens. If it replaces another stack, the store cancels the effects
/// of the old screens, even if the new screens have the same ids. A copy of a stack consists of the same screens.
///
/// Isolation: a value type, `Sendable` if its screens are.
///
/// Complexity: finding a screen by its id is O(log *n*) in the number of screens, or O(*n*) after a move. Appending is
/// amortized O(1). Popping is O(*m*) in the number of popped screens.
public struct StackState<Element> {
  // Stored first, so that code that does not know `Element` can find the ids and stamps.
  @usableFromInline private(set) var contents = StackContents()

  @usableFromInline private(set) var states: [Element] = []

  /// Creates an empty stack.
  public init() {}

  /// Creates a stack of screens with ids that count up from 0.
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

  /// The top screen; `nil` if the stack is empty.
  public var top: Element? { states.last }

  /// The screen with an id; `nil` if the stack does not contain it.
  ///
  /// Setting a screen replaces it and keeps the screens above it. Setting `nil` pops the screen and all screens above
  /// it. Setting a screen for an id that is missing reports an issue and changes nothing.
  public subscript(id id: Int) -> Element? {
    get { index(of: id).map { states[$0] } }
    set {
      guard let newValue else { return pop(from: id) }
      if modify(id: id, { $0 = newValue }) == nil { reportMissing(id) }
    }
  }

  /// The payload of a case of the screen with an id; `nil` if the screen is missing or in another case.
  ///
  /// ```swift
  /// store.send(.noteTapped) { $0.path[id: 0, /LibraryScreen.State.book]?.isEditing = true }
  /// ```
  ///
  /// Setting a payload replaces the screen. Setting `nil` pops the screen if it is in the case.
  ///
  /// - Complexity: The cost of finding the screen. Changing an array in the payload copies it, which is O(*n*). The
  ///   screen's own reducer changes it in place.
  public subscript<Value>(id id: Int, path: CasePath<Element, Value>) -> Value? {
    get { self[id: id][case: path] }
    set { self[id: id][case: path] = newValue }
  }

  /// Changes a screen in place, if the stack contains it.
  ///
  /// - Parameters:
  ///   - id: The id of the screen.
  ///   - body: Changes the screen.
  /// - Returns: The result of `body`; `nil` if the stack does not contain the screen.
  @inlinable
  @discardableResult
  public mutating func modify<Result>(id: Int, _ body: (inout Element) -> Result) -> Result? {
    guard let index = index(of: id) else { return nil }
    contents.noteModification(at: index)
    return body(&states[index])
  }

  /// Adds a screen on top.
  ///
  /// - Parameter element: The screen.
  /// - Returns: The id of the screen.
  @discardableResult
  public mutating func append(_ element: Element) -> Int {
    let id = contents.nextID
    // The next id of a decoded stack may be the greatest integer. No id is free then.
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

  /// Removes a screen and all screens above it, if the stack contains the screen.
  ///
  /// - Parameter id: The id of the lowest screen to remove.
  public mutating func pop(from id: Int) {
    if let index = index(of: id) { removeAll(from: index) }
  }

  /// Removes screens from the top down to the screen with an id, or until `shouldDismiss` returns `false`.
  mutating func pop(from id: Int, where shouldDismiss: (inout Element) -> Bool) {
    guard let lowest = index(of: id) else { return }
    for index in (lowest..<count).reversed() {
      contents.noteModification(at: index)
      guard shouldDismiss(&states[index]) else { return }
      removeAll(from: index)
    }
  }

  /// Removes all screens above another screen, if the stack contains that screen.
  ///
  /// - Parameter id: The id of the screen that becomes the top screen.
  public mutating func pop(to id: Int) {
    if let index = index(of: id) { removeAll(from: index + 1) }
  }

  /// Removes a screen and keeps the screens above it.
  ///
  /// The store cancels the effects of the removed screen. All other effects continue.
  ///
  /// - Parameter id: The id of the screen.
  /// - Returns: The removed screen; `nil` if the stack did not contain it.
  /// - Complexity: O(*n*) in the number of screens.
  @discardableResult
  public mutating func remove(id: Int) -> Element? {
    guard let index = index(of: id) else { return nil }
    contents.remove(at: index)
    return states.remove(at: index)
  }

  /// Moves a screen to another position, if the stack contains the screen.
  ///
  /// All screens keep their ids, and their effects continue.
  ///
  /// - Parameters:
  ///   - id: The id of the screen.
  ///   - position: The position after the move, counted from the bottom. Any position above the top stands for the top.
  /// - Complexity: O(*n*) in the number of screens.
  public mutating func move(id: Int, to position: Int) {
    guard let index = index(of: id) else { return }
    let position = min(max(position, 0), count - 1)
    guard position != index else { return }
    contents.move(from: index, to: position)
    states.insert(states.remove(at: index), at: position)
  }

  /// Removes the top screen.
  ///
  /// - Returns: The removed screen; `nil` if the stack was empty.
  @discardableResult
  public mutating func popLast() -> Element? {
    guard let last = states.last else { return nil }
    removeAll(from: states.count - 1)
    return last
  }

  /// Removes all screens.
  public mutating func removeAll() { removeAll(from: 0) }

  private mutating func removeAll(from index: Int) {
    guard index < states.count else { return }
    contents.removeAll(from: index)
    states.removeSubrange(index...)
  }

  @inlinable
  func index(of id: Int) -> Int? { contents.index(of: id) }

  /// Returns the address of a screen's state, which is valid until the stack changes.
  ///
  /// The pointer is raw because unspecialized code would look up the type of a typed pointer.
  @usableFromInline
  func place(at index: Int) -> UnsafeRawPointer? {
    states.withUnsafeBytes { $0.baseAddress }.map { $0 + index * MemoryLayout<Element>.stride }
  }

  mutating func changeNextID(_ change: (inout Int) -> Void) { change(&contents.nextID) }

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

  @usableFromInline
  func hadScreen(_ id: Int) -> Bool { (0..<contents.nextID).contains(id) }
}

extension StackState {
  package var nextID: Int { contents.nextID }
}

extension StackState: ExpressibleByArrayLiteral {
  /// Creates a stack of screens with ids that count up from 0.
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension StackState: Sendable where Element: Sendable {}

extension StackState: Equatable where Element: Equatable {
  /// Returns whether both stacks have equal screens with the same ids, regardless of the ids of removed screens.
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
  /// Encodes the next id, and the screens with their ids.
  ///
  /// - Throws: Any error thrown by a screen.
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
  /// Decodes a stack and preserves the ids of its screens.
  ///
  /// - Parameter decoder: The decoder to read the stack from.
  /// - Throws: A `DecodingError` if the id of a screen is negative, duplicate, or not less than the next id. Also any
  ///   error thrown by a screen.
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
