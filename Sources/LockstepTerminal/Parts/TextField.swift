// SPDX-License-Identifier: MIT

public import Lockstep

/// A line of text that a person types.
///
/// ```swift
/// let reducer = Reducer<SignUp, SignUpAction, Void>.combine(
///   TextField.reducer.pullback(
///     state: \.name,
///     action: /SignUpAction.name,
///     environment: { _ in () }
///   ),
///   signUpReducer
/// )
///
/// screen.draw(state.name, in: area, isFocused: true)
///
/// let action = state.name.action(for: event).map(SignUpAction.name)
/// ```
///
/// These keys change it: Backspace and Delete; Control-W deletes the word before the cursor, Control-U
/// and Control-K what is before and after it. The arrows, Home and End, and Control-A and Control-E move
/// the cursor. All other keys are left to the program.
public struct TextField: Hashable, Sendable {
  /// What has been typed.
  public var text: String
  /// The number of characters before the cursor; more than there are stand for the end.
  public var cursor: Int
  /// What is shown while nothing has been typed.
  public var placeholder: String
  /// Whether each character is shown as a dot, as for a password.
  public var isSecret: Bool

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - text: What has been typed.
  ///   - cursor: The number of characters before the cursor; `nil` for all of them.
  ///   - placeholder: What is shown while nothing has been typed.
  ///   - isSecret: Whether each character is shown as a dot.
  public init(
    _ text: String = "",
    cursor: Int? = nil,
    placeholder: String = "",
    isSecret: Bool = false
  ) {
    self.text = text
    self.cursor = cursor ?? text.count
    self.placeholder = placeholder
    self.isSecret = isSecret
  }

  /// What a person does with a text field.
  public enum Action: Hashable, Sendable {
    /// A text was typed or pasted. Its line breaks and tabs become spaces, and what a terminal would
    /// take as a command is left out.
    case inserted(String)
    /// The character before the cursor was deleted.
    case deletedBackward
    /// The character after the cursor was deleted.
    case deletedForward
    /// The word before the cursor was deleted; in a secret field, whose words nobody may see, all that is
    /// before the cursor.
    case deletedWord
    /// What is before the cursor was deleted.
    case deletedToStart
    /// What is after the cursor was deleted.
    case deletedToEnd
    /// The cursor was moved by a character to the left.
    case movedLeft
    /// The cursor was moved by a character to the right.
    case movedRight
    /// The cursor was moved to the beginning.
    case movedToStart
    /// The cursor was moved to the end.
    case movedToEnd
  }

  /// Edits the text, or moves the cursor.
  ///
  /// - Complexity: O(*n*) in the number of characters.
  public static let reducer = Reducer<TextField, Action, Void> { field, action, _ in
    field.take(action)
    return .none
  }

  /// Returns the meaning of an event for the field, or `nil` if it has none.
  public func action(for event: TerminalEvent) -> Action? {
    switch event {
    case .key(.character(let character)): .inserted(String(character))
    case .paste(let text): .inserted(text)
    case .key(.backspace): .deletedBackward
    case .key(.delete): .deletedForward
    case .key(.control("w")): .deletedWord
    case .key(.control("u")): .deletedToStart
    case .key(.control("k")): .deletedToEnd
    case .key(.left): .movedLeft
    case .key(.right): .movedRight
    case .key(.home), .key(.control("a")): .movedToStart
    case .key(.end), .key(.control("e")): .movedToEnd
    default: nil
    }
  }
}

// MARK: Editing

extension TextField {
  mutating func take(_ action: Action) {
    let count = text.count
    let cursor = min(max(0, cursor), count)
    switch action {
    case .inserted(let inserted): insert(inserted, at: cursor)
    case .deletedBackward: delete(max(0, cursor - 1)..<cursor)
    case .deletedForward: delete(cursor..<min(cursor + 1, count))
    case .deletedWord: delete((isSecret ? 0 : startOfWord(before: cursor))..<cursor)
    case .deletedToStart: delete(0..<cursor)
    case .deletedToEnd: delete(cursor..<count)
    case .movedLeft: self.cursor = max(0, cursor - 1)
    case .movedRight: self.cursor = min(cursor + 1, count)
    case .movedToStart: self.cursor = 0
    case .movedToEnd: self.cursor = count
    }
  }

  /// Inserts a text, which may become one character with what is before it: an accent, for instance.
  private mutating func insert(_ inserted: String, at cursor: Int) {
    let start = text.prefix(cursor) + String(inserted.compactMap(\.inOneLine))
    text = String(start + text.dropFirst(cursor))
    self.cursor = min(start.count, text.count)
  }

  private mutating func delete(_ range: Range<Int>) {
    text = String(text.prefix(range.lowerBound) + text.dropFirst(range.upperBound))
    cursor = min(range.lowerBound, text.count)
  }

  private func startOfWord(before cursor: Int) -> Int {
    var rest = text.prefix(cursor)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    while rest.last?.isWhitespace == false { rest.removeLast() }
    return rest.count
  }
}

extension Character {
  /// The character as a text of one line may have it.
  fileprivate var inOneLine: Character? {
    if isNewline || self == "\t" { return " " }
    let isControl = unicodeScalars.contains { $0.properties.generalCategory == .control }
    return isControl ? nil : self
  }
}

// MARK: Drawing

extension Screen {
  /// Draws a text field in the first row of an area, and clears that row.
  ///
  /// A text that is too long is shown from its beginning and ends in `…`. If the field has the focus the
  /// part around the cursor is shown, with `‹` and `›` where it goes on, and the cursor is a cell whose
  /// colors are reversed.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - area: Where.
  ///   - isFocused: Whether keys are for the field.
  ///   - style: How the text looks; the placeholder is dim.
  /// - Complexity: O(*n*) in the number of characters and of columns.
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
      let (text, cursor) = field.shownWithCursor
      let window = ScrollWindow(count: text.terminalColumns, room: line.columns, around: cursor)
      put(text, from: window.first, in: line, style: style)
      column = cursor.lowerBound - window.first
    } else {
      put(field.shown, in: line, style: style)
    }
    if isFocused && column < line.columns {
      let cell = Area(row: line.row, column: line.column + column, rows: line.rows, columns: 1)
      restyle(cell) { $0.inverse.toggle() }
    }
  }
}

extension TextField {
  /// What stands for the text on a screen: as many characters, each of at least one column.
  fileprivate var shown: String {
    isSecret
      ? String(repeating: "•", count: text.count)
      : String(text.map { $0.drawable ?? "\u{FFFD}" })
  }

  /// What stands for the text, and the columns of the cursor in it, which has a place at the end.
  fileprivate var shownWithCursor: (text: String, cursor: Range<Int>) {
    let start = shown.prefix(max(0, cursor))
    let rest = shown.dropFirst(start.count)
    let column = start.terminalColumns
    return (
      rest.isEmpty ? shown + " " : shown,
      column..<(column + (rest.first?.terminalColumns ?? 1))
    )
  }
}
