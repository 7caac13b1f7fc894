// SPDX-License-Identifier: MIT

public import Lockstep

/// An editable line of text.
///
/// ```swift
/// let reducer = Reducer<SignUp.State, SignUp.Action, Void>.combine(
///   TextField.reducer.pullback(
///     state: \.name,
///     action: /SignUp.Action.name,
///     environment: { _ in () }
///   ),
///   SignUp.reducer
/// )
///
/// screen.draw(state.name, in: area, isFocused: true)
///
/// let action = state.name.action(for: event).map(SignUp.Action.name)
/// ```
///
/// The field handles these keys and leaves all others to the program:
///
/// - Backspace and Delete delete a character.
/// - Control-W and Alt-Backspace delete the word before the cursor. Alt-D and Alt-Delete delete the word after it.
/// - Control-U and Control-K delete all text before and after the cursor.
/// - The left and right arrow keys, Home, End, Control-A and Control-E move the cursor.
/// - Alt-B, Alt-F, and the arrow keys with Alt or Control move the cursor by words.
public struct TextField: Sendable {
  private var content: FieldText
  /// The text that appears while the field is empty.
  public var placeholder: String
  /// Whether each character appears as a dot, as in a password field.
  public var isSecret: Bool

  /// The text in the field.
  ///
  /// Setting the text keeps the number of characters before the cursor.
  ///
  /// - Complexity: O(1) to read. O(*n*) in the number of characters to set.
  public var text: String {
    get { content.text }
    set { content = FieldText(newValue, cursor: content.cursor) }
  }

  /// The number of characters before the cursor.
  ///
  /// A number that is too large moves the cursor to the end.
  ///
  /// - Complexity: O(1) to read. O(*n*) in the distance to set, except for the beginning and the end.
  public var cursor: Int {
    get { content.cursor }
    set { content.move(to: newValue) }
  }

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - text: The text in the field.
  ///   - cursor: The number of characters before the cursor, or `nil` to place the cursor at the end.
  ///   - placeholder: The text that appears while the field is empty.
  ///   - isSecret: Whether each character appears as a dot.
  /// - Complexity: O(*n*) in the number of characters.
  public init(
    _ text: String = "",
    cursor: Int? = nil,
    placeholder: String = "",
    isSecret: Bool = false
  ) {
    content = FieldText(text, cursor: cursor)
    self.placeholder = placeholder
    self.isSecret = isSecret
  }

  /// A user's action in a text field.
  public enum Action: Hashable, Sendable {
    /// The user typed or pasted a text.
    ///
    /// Line breaks and tabs become spaces. Control characters are removed.
    case inserted(String)
    /// The user deleted the character before the cursor.
    case deletedBackward
    /// The user deleted the character after the cursor.
    case deletedForward
    /// The user deleted the word before the cursor, or in a secret field all text before it.
    case deletedWord
    /// The user deleted the word after the cursor, or in a secret field all text after it.
    case deletedWordForward
    /// The user deleted all text before the cursor.
    case deletedToStart
    /// The user deleted all text after the cursor.
    case deletedToEnd
    /// The user moved the cursor one character to the left.
    case movedLeft
    /// The user moved the cursor one character to the right.
    case movedRight
    /// The user moved the cursor to the beginning of the previous word, or in a secret field to the beginning.
    case movedWordLeft
    /// The user moved the cursor to the end of the next word, or in a secret field to the end.
    case movedWordRight
    /// The user moved the cursor to the beginning.
    case movedToStart
    /// The user moved the cursor to the end.
    case movedToEnd
  }

  /// The reducer that edits the text and moves the cursor.
  ///
  /// - Complexity: O(*n*) in the number of characters typed, deleted or passed, plus the cost of moving the bytes after
  ///   them. Among flag emoji, O(*n*) in the number of characters of the text.
  public static let reducer = Reducer<TextField, Action, Void>.withoutEffects { field, action in
    field.take(action)
  }

  /// The keys that edit the text and move the cursor, without labels for a help line.
  public var keys: [KeyBinding<Action>] {
    func key(_ keys: [Key], _ action: Action) -> KeyBinding<Action> { KeyBinding(keys, "", action) }
    return [
      key([.backspace], .deletedBackward),
      key([.delete], .deletedForward),
      key([.control("w"), .backspace.alt], .deletedWord),
      key([.alt("d"), .delete.alt], .deletedWordForward),
      key([.control("u")], .deletedToStart),
      key([.control("k")], .deletedToEnd),
      key([.left], .movedLeft),
      key([.right], .movedRight),
      key([.alt("b"), .left.alt, .left.control], .movedWordLeft),
      key([.alt("f"), .right.alt, .right.control], .movedWordRight),
      key([.home, .control("a")], .movedToStart),
      key([.end, .control("e")], .movedToEnd),
    ]
  }

  /// Returns the action for an event, or `nil` if the field does not handle the event.
  public func action(for event: TerminalEvent) -> Action? {
    switch event {
    case .key(.character(let character)): .inserted(String(character))
    case .paste(let text): .inserted(text)
    default: keys.action(for: event)
    }
  }
}

extension TextField: Hashable {
  /// Returns whether two fields have the same properties.
  public static func == (lhs: TextField, rhs: TextField) -> Bool {
    lhs.cursor == rhs.cursor && lhs.placeholder == rhs.placeholder && lhs.isSecret == rhs.isSecret
      && lhs.text == rhs.text
  }

  /// Hashes the properties.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(cursor)
    hasher.combine(placeholder)
    hasher.combine(isSecret)
  }
}

extension TextField: CustomReflectable {
  /// The properties of the field.
  public var customMirror: Mirror {
    let children: KeyValuePairs<String, Any> = [
      "text": text, "cursor": cursor, "placeholder": placeholder, "isSecret": isSecret,
    ]
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

// MARK: Editing

extension TextField {
  mutating func take(_ action: Action) {
    switch action {
    case .inserted(let inserted): content.insert(inserted.inOneLine)
    case .deletedBackward: content.deleteLeft()
    case .deletedForward: content.deleteRight()
    case .deletedWord: isSecret ? content.deleteToStart() : content.deleteWordLeft()
    case .deletedWordForward: isSecret ? content.deleteToEnd() : content.deleteWordRight()
    case .deletedToStart: content.deleteToStart()
    case .deletedToEnd: content.deleteToEnd()
    case .movedLeft: content.moveLeft()
    case .movedRight: content.moveRight()
    case .movedWordLeft: isSecret ? content.moveToStart() : content.moveWordLeft()
    case .movedWordRight: isSecret ? content.moveToEnd() : content.moveWordRight()
    case .movedToStart: content.moveToStart()
    case .movedToEnd: content.moveToEnd()
    }
  }
}

// MARK: Drawing

extension Screen {
  /// Draws a text field in the first row of an area, and clears that row.
  ///
  /// If the text is too long, its beginning is shown and ends in `…`. If the field has the focus, the part around the
  /// cursor is shown, with `‹` and `›` at cut ends, and the screen's ``cursor`` is placed in the field.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - area: The area to draw in.
  ///   - isFocused: Whether the field has the focus.
  ///   - style: The style of the text. The placeholder is dim.
  /// - Complexity: O(*n*) in the number of columns and of zero-width scalars in them, regardless of the length of the
  ///   text.
  public mutating func draw(
    _ field: TextField,
    in area: Area,
    isFocused: Bool = true,
    style: Style = .plain
  ) {
    let line = area.line(0)
    fill(line, style: style)
    var column = 0
    if field.text.isEmpty {
      var faint = style
      faint.dim = true
      put(field.placeholder, in: line, style: faint)
    } else if isFocused {
      let (text, cursor) = field.shownAroundCursor(columns: line.columns)
      let window = ScrollWindow(count: text.terminalColumns, room: line.columns, around: cursor)
      put(text, from: window.first, in: line, style: style)
      column = cursor.lowerBound - window.first
    } else {
      put(field.shownFromStart(columns: line.columns), in: line, style: style)
    }
    if isFocused && line.rows > 0 && column < line.columns {
      cursor = Place(row: line.row, column: line.column + column)
    }
  }
}

extension TextField {
  /// Returns the drawn form of a character, which occupies at least one column.
  private func shown(_ character: Character) -> Character {
    isSecret ? "•" : character.bounded.drawable ?? "\u{FFFD}"
  }

  fileprivate func shownFromStart(columns: Int) -> String {
    shown(from: text.startIndex, columns: columns + 1)
  }

  /// Returns the text around the cursor, with a space at the end of the text, and the cursor's columns in the result.
  fileprivate func shownAroundCursor(columns: Int) -> (text: String, cursor: Range<Int>) {
    var before: [Character] = []
    var used = 0
    var place = content.index
    while used < columns && place > text.startIndex {
      place = text.index(before: place)
      before.append(shown(text[place]))
      used += before[before.count - 1].terminalColumns
    }
    let after = shown(from: content.index, columns: columns + 2)
    let width = after.first?.terminalColumns ?? 1
    return (String(before.reversed()) + (after.isEmpty ? " " : after), used..<(used + width))
  }

  private func shown(from start: String.Index, columns: Int) -> String {
    var shown = ""
    var used = 0
    var place = start
    while used < columns && place < text.endIndex {
      let character = self.shown(text[place])
      shown.append(character)
      used += character.terminalColumns
      place = text.index(after: place)
    }
    return shown
  }
}
