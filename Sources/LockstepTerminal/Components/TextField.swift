// SPDX-License-Identifier: MIT

public import Lockstep

/// A line of text that the user types.
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
/// Backspace and Delete delete a character; Control-W, or Alt with Backspace, the word before the cursor, and Alt-D
/// the one after it; Control-U and Control-K all that is before and after it. The arrows, Home and End, Control-A
/// and Control-E move the cursor, and with Alt or Control the arrows move it by words, as Alt-B and Alt-F do. All
/// other keys are left to the program.
public struct TextField: Sendable {
  private var content: FieldText
  /// The text that is shown while nothing has been typed.
  public var placeholder: String
  /// Whether each character is shown as a dot, as for a password.
  public var isSecret: Bool

  /// The text that has been typed.
  ///
  /// - Complexity: O(1) to read; O(*n*) in the number of characters to set, which leaves the number of characters
  ///   before the cursor as it is.
  public var text: String {
    get { content.text }
    set { content = FieldText(newValue, cursor: content.cursor) }
  }

  /// The number of characters before the cursor; more than there are stand for the end.
  ///
  /// - Complexity: O(1) to read; O(*n*) in the distance to set, unless it is the beginning or the end.
  public var cursor: Int {
    get { content.cursor }
    set { content.move(to: newValue) }
  }

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - text: The text that has been typed.
  ///   - cursor: The number of characters before the cursor; `nil` for all of them.
  ///   - placeholder: The text that is shown while nothing has been typed.
  ///   - isSecret: Whether each character is shown as a dot.
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
    /// A text was typed or pasted. Its line breaks and tabs become spaces, and what a terminal would
    /// take as a command is left out.
    case inserted(String)
    /// The character before the cursor was deleted.
    case deletedBackward
    /// The character after the cursor was deleted.
    case deletedForward
    /// The word before the cursor was deleted; in a secret field, whose words are not to be seen, all that is
    /// before the cursor.
    case deletedWord
    /// The word after the cursor was deleted; in a secret field, all that is after the cursor.
    case deletedWordForward
    /// The text before the cursor was deleted.
    case deletedToStart
    /// The text after the cursor was deleted.
    case deletedToEnd
    /// The cursor was moved by a character to the left.
    case movedLeft
    /// The cursor was moved by a character to the right.
    case movedRight
    /// The cursor was moved to the beginning of the word before it; in a secret field, to the beginning.
    case movedWordLeft
    /// The cursor was moved to the end of the word after it; in a secret field, to the end.
    case movedWordRight
    /// The cursor was moved to the beginning.
    case movedToStart
    /// The cursor was moved to the end.
    case movedToEnd
  }

  /// Edits the text, or moves the cursor.
  ///
  /// - Complexity: O(*n*) in the number of characters that are typed, deleted or passed, besides moving the bytes
  ///   behind them; among flags of countries, in the number of characters of the text.
  public static let reducer = Reducer<TextField, Action, Void>.withoutEffects { field, action in
    field.take(action)
  }

  /// The keys that edit the text and move the cursor.
  ///
  /// They have no labels, so that a help line does not show what is well known.
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

  /// Returns the meaning of an event for the field, or `nil` if it has none: that of its keys, and of typed or
  /// pasted text.
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
  /// A text that is too long is shown from its beginning and ends in `…`. If the field has the focus, the
  /// part around the cursor is shown, with `‹` and `›` where it goes on, and the ``cursor`` of the screen is there.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - area: The area to draw in.
  ///   - isFocused: Whether the field has the focus.
  ///   - style: The style of the text; the placeholder is dim.
  /// - Complexity: O(*n*) in the number of columns and of the scalars in them that take none, such as marks,
  ///   however long the text is.
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
  /// The character that stands for one of the text on a screen, of at least one column.
  private func shown(_ character: Character) -> Character {
    isSecret ? "•" : character.bounded.drawable ?? "\u{FFFD}"
  }

  /// The beginning of the text, which fills a number of columns if it is long enough, and one more.
  fileprivate func shownFromStart(columns: Int) -> String {
    shown(from: text.startIndex, columns: columns + 1)
  }

  /// The text around the cursor, which fills a number of columns on both sides if it is long enough, and the columns
  /// of the cursor in it, which has a place at the end.
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
