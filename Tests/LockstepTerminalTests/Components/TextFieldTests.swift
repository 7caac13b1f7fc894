// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTerminal
import LockstepTestSupport
import LockstepTesting
import Testing

@Suite struct TextFieldTests {
  private func makeStore(_ field: TextField) -> TestStore<TextField, TextField.Action, Void> {
    TestStore(initialState: field, reducer: TextField.reducer, environment: ())
  }

  // MARK: Editing

  @Test func `text is inserted at the cursor and moves it`() {
    let store = makeStore(TextField("ac"))
    store.send(.movedRight)
    store.send(.movedLeft) { $0.cursor = 1 }
    store.send(.inserted("b")) {
      $0.text = "abc"
      $0.cursor = 2
    }
    store.send(.movedToStart) { $0.cursor = 0 }
    store.send(.movedLeft)
    store.send(.movedRight) { $0.cursor = 1 }
    store.send(.movedToEnd) { $0.cursor = 3 }
  }

  @Test func `characters are deleted on both sides of the cursor`() {
    let store = makeStore(TextField("abcdef", cursor: 3))
    store.send(.deletedBackward) {
      $0.text = "abdef"
      $0.cursor = 2
    }
    store.send(.deletedForward) { $0.text = "abef" }
    store.send(.deletedToEnd) { $0.text = "ab" }
    store.send(.deletedForward)
    store.send(.deletedToStart) {
      $0.text = ""
      $0.cursor = 0
    }
    store.send(.deletedBackward)
    store.send(.deletedWord)
  }

  @Test func `words are deleted with the spaces after them`() {
    let store = makeStore(TextField("one two  end", cursor: 9))
    store.send(.deletedWord) {
      $0.text = "one end"
      $0.cursor = 4
    }
    store.send(.deletedWord) {
      $0.text = "end"
      $0.cursor = 0
    }
  }

  @Test func `words after the cursor are deleted with the spaces before them`() {
    let store = makeStore(TextField("one  two, end", cursor: 3))
    store.send(.deletedWordForward) { $0.text = "one end" }
    store.send(.deletedWordForward) { $0.text = "one" }
    store.send(.deletedWordForward)
  }

  @Test func `the cursor moves by words`() {
    let store = makeStore(TextField("one  zwölf 終わり ", cursor: 4))
    store.send(.movedWordRight) { $0.cursor = 10 }
    store.send(.movedWordRight) { $0.cursor = 14 }
    store.send(.movedWordRight) { $0.cursor = 15 }
    store.send(.movedWordRight)
    store.send(.movedWordLeft) { $0.cursor = 11 }
    store.send(.movedWordLeft) { $0.cursor = 5 }
    store.send(.movedWordLeft) { $0.cursor = 0 }
    store.send(.movedWordLeft)
  }

  @Test func `words of a secret are not distinguished`() {
    let store = makeStore(TextField("open sesame", cursor: 7, isSecret: true))
    store.send(.movedWordLeft) { $0.cursor = 0 }
    store.send(.movedWordRight) { $0.cursor = 11 }
    store.send(.movedLeft) { $0.cursor = 10 }
    store.send(.deletedWord) {
      $0.text = "e"
      $0.cursor = 0
    }
    store.send(.deletedWordForward) { $0.text = "" }
  }

  @Test func `the help does not list the keys of a field`() {
    #expect(HelpLine(TextField().keys).items == [])
  }

  @Test func `a combining character joins the character before the cursor`() {
    let store = makeStore(TextField("ex", cursor: 1))
    store.send(.inserted("\u{301}")) { $0.text = "e\u{301}x" }
    store.send(.inserted("👩")) {
      $0.text = "e\u{301}👩x"
      $0.cursor = 2
    }
    store.send(.inserted("\u{200D}")) { $0.text = "e\u{301}👩\u{200D}x" }
    store.send(.inserted("🚀")) { $0.text = "e\u{301}👩\u{200D}🚀x" }
    store.send(.deletedBackward) {
      $0.text = "e\u{301}x"
      $0.cursor = 1
    }
    store.send(.deletedBackward) {
      $0.text = "x"
      $0.cursor = 0
    }
  }

  @Test func `pasted text becomes one line without control characters`() {
    let store = makeStore(TextField())
    store.send(.inserted("one\ntwo\tthree\u{1B}[2J\u{7}\r\nend")) {
      $0.text = "one two three[2J end"
      $0.cursor = 20
    }
  }

  @Test func `a cursor outside the text is moved to the nearest end`() {
    let store = makeStore(TextField("abc", cursor: .max))
    store.send(.inserted("d")) {
      $0.text = "abcd"
      $0.cursor = 4
    }
    let other = makeStore(TextField("abc", cursor: .min))
    other.send(.inserted("x")) {
      $0.text = "xabc"
      $0.cursor = 1
    }
  }

  @Test(
    arguments: [
      (.key(.character("q")), .inserted("q")),
      (.paste("one\ntwo"), .inserted("one\ntwo")),
      (.key(.backspace), .deletedBackward),
      (.key(.delete), .deletedForward),
      (.key(.control("w")), .deletedWord),
      (.key(.control("u")), .deletedToStart),
      (.key(.control("k")), .deletedToEnd),
      (.key(.left), .movedLeft),
      (.key(.right), .movedRight),
      (.key(.home), .movedToStart),
      (.key(.control("a")), .movedToStart),
      (.key(.end), .movedToEnd),
      (.key(.control("e")), .movedToEnd),
      (.key(.backspace.alt), .deletedWord),
      (.key(.alt("d")), .deletedWordForward),
      (.key(.delete.alt), .deletedWordForward),
      (.key(.alt("b")), .movedWordLeft),
      (.key(.left.alt), .movedWordLeft),
      (.key(.left.control), .movedWordLeft),
      (.key(.alt("f")), .movedWordRight),
      (.key(.right.control), .movedWordRight),
      (.key(.alt("x")), nil),
      (.key(.return), nil),
      (.key(.escape), nil),
      (.key(.tab), nil),
      (.key(.control("c")), nil),
      (.focus(true), nil),
    ] as [(TerminalEvent, TextField.Action?)]
  )
  func `keys map to actions`(event: TerminalEvent, action: TextField.Action?) {
    #expect(TextField().action(for: event) == action)
  }

  @Test func `setting the text does not move the cursor`() {
    var field = TextField("abcdef", cursor: 3)
    field.text = "🇩🇪🇫🇷🇮🇹🇪🇸"
    #expect(field.cursor == 3)
    _ = TextField.reducer.run(&field, .deletedBackward, ())
    #expect(field == TextField("🇩🇪🇫🇷🇪🇸", cursor: 2))
    field.text = "x"
    #expect(field.cursor == 2)
    field.cursor = -1
    _ = TextField.reducer.run(&field, .inserted("y"), ())
    #expect(field == TextField("yx", cursor: 1))
    #expect(Set([field, TextField("yx", cursor: 1), TextField("yx")]).count == 2)
  }

  @Test func `a failure shows the properties of a field`() {
    let field = TextField("ab", cursor: 1, placeholder: "Name")
    let properties = Mirror(reflecting: field).children.map { "\($0.label ?? ""): \($0.value)" }
    #expect(properties == ["text: ab", "cursor: 1", "placeholder: Name", "isSecret: false"])
  }

  // MARK: Drawing

  /// A field in a row of eight columns, with brackets around the cursor and `·` for a space.
  private func picture(_ field: TextField, isFocused: Bool = true) -> String {
    var screen = Screen(size: Screen.Size(rows: 1, columns: 8))
    screen.draw(field, in: screen.area, isFocused: isFocused)
    return (0..<8).map { column in
      guard let cell = screen[row: 0, column: column], let character = cell.character else {
        return ""
      }
      let shown = character == " " ? "·" : String(character)
      return screen.cursor == Screen.Place(row: 0, column: column) ? "[\(shown)]" : shown
    }
    .joined()
  }

  @Test(arguments: [
    (TextField("abc"), "abc[·]····"),
    (TextField("abc", cursor: 1), "a[b]c·····"),
    (TextField("abcdefgh", cursor: 0), "[a]bcdefgh"),
    (TextField("abcdefgh"), "‹cdefgh[·]"),
    (TextField("abcdefghij", cursor: 2), "ab[c]defg›"),
    (TextField("abcdefghij", cursor: 4), "‹cd[e]fgh›"),
    (TextField("abcdefghij", cursor: 5), "‹de[f]ghij"),
    (TextField("abcdefghij"), "‹efghij[·]"),
    (TextField("ゲームの終わり", cursor: 3), "‹ム[の]終›"),
    (TextField("e\u{301}🏆", cursor: 1), "e\u{301}[🏆]·····"),
    (TextField("ゲームの終わり", cursor: 3, isSecret: true), "•••[•]•••·"),
    (TextField("สวัสดีครับผม"), "‹ดีครับผม[·]"),
    (TextField("\u{301}"), "\u{FFFD}[·]······"),
    (TextField("pass", cursor: 2, isSecret: true), "••[•]•····"),
    (TextField(placeholder: "Name"), "[N]ame····"),
    (TextField(placeholder: "Your name"), "[Y]our·na…"),
    (TextField(), "[·]·······"),
  ])
  func `a field with the focus shows its cursor`(field: TextField, expected: String) {
    #expect(picture(field) == expected)
  }

  @Test(arguments: [
    (TextField("abcdefgh"), "abcdefgh"),
    (TextField("abcdefghij"), "abcdefg…"),
    (TextField("a\u{1B}[2J\n"), "a\u{FFFD}[2J\u{FFFD}··"),
    (TextField("a secret", isSecret: true), "••••••••"),
    (TextField(placeholder: "Name"), "Name····"),
  ])
  func `a field without the focus shows its beginning`(field: TextField, expected: String) {
    #expect(picture(field, isFocused: false) == expected)
  }

  @Test func `the placeholder is dim`() {
    var screen = Screen(size: Screen.Size(rows: 2, columns: 3))
    screen.draw(TextField(placeholder: "ab"), in: screen.area, style: Style(.red))
    let styles = (0..<3).map { screen[row: 0, column: $0]?.style }
    let faint = Style(.red, dim: true)
    #expect(styles == [faint, faint, Style(.red)])
    #expect(screen.cursor == Screen.Place(row: 0, column: 0))
    #expect(screen[row: 1, column: 0]?.style == .plain)
  }

  /// Whatever is typed in whatever order: the cursor stays in the text, and is seen.
  @Test(arguments: 0..<10 as Range<UInt64>)
  func `the cursor is always visible`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let texts = [
      "a", " ", "終", "🏆", "\u{301}", "🇩", "🇪", "\u{200D}", "👩", "\u{600}", "one\ntwo",
      "\u{85}\u{2028}\u{9B}", "\u{7}x",
    ]
    let others: [TextField.Action] = [
      .deletedBackward, .deletedForward, .deletedWord, .deletedWordForward, .deletedToStart,
      .deletedToEnd, .movedLeft, .movedLeft, .movedRight, .movedWordLeft, .movedWordRight,
      .movedToStart, .movedToEnd,
    ]
    var field = TextField()
    var model = SlowField()
    for step in 0..<100 {
      let isTyping = Bool.random(using: &random) || Bool.random(using: &random)
      let action: TextField.Action =
        isTyping ? .inserted(random.pick(texts)) : random.pick(others)
      _ = TextField.reducer.run(&field, action, ())
      model.take(action)
      #expect(
        Array(field.text.unicodeScalars) == Array(model.text.unicodeScalars),
        "seed \(seed), step \(step)"
      )
      #expect(field.cursor == model.cursor, "seed \(seed), step \(step): \(action)")
      #expect((0...field.text.count).contains(field.cursor), "seed \(seed), step \(step)")
      for columns in [1, 2, 3, 4, 8] {
        var screen = Screen(size: Screen.Size(rows: 1, columns: columns))
        screen.draw(field, in: screen.area)
        let isSeen = screen.cursor.map { $0.row == 0 && (0..<columns).contains($0.column) }
        #expect(
          isSeen == true,
          "\(field.text) with the cursor at \(field.cursor) in \(columns) columns"
        )
      }
    }
  }
}

/// A text field that counts all of its characters at each step.
private struct SlowField {
  var text = ""
  var cursor = 0

  mutating func take(_ action: TextField.Action) {
    switch action {
    case .inserted(let inserted):
      let start = text.prefix(cursor) + String(inserted.compactMap(Self.inOneLine))
      text = String(start + text.dropFirst(cursor))
      cursor = min(start.count, text.count)
    case .deletedBackward: delete(max(0, cursor - 1)..<cursor)
    case .deletedForward: delete(cursor..<min(cursor + 1, text.count))
    case .deletedWord: delete(wordStart..<cursor)
    case .deletedWordForward: delete(cursor..<wordEnd)
    case .deletedToStart: delete(0..<cursor)
    case .deletedToEnd: delete(cursor..<text.count)
    case .movedLeft: cursor = max(0, cursor - 1)
    case .movedRight: cursor = min(cursor + 1, text.count)
    case .movedWordLeft: cursor = wordStart
    case .movedWordRight: cursor = wordEnd
    case .movedToStart: cursor = 0
    case .movedToEnd: cursor = text.count
    }
  }

  private mutating func delete(_ range: Range<Int>) {
    text = String(text.prefix(range.lowerBound) + text.dropFirst(range.upperBound))
    cursor = min(range.lowerBound, text.count)
  }

  private var wordStart: Int {
    var rest = text.prefix(cursor)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    while rest.last?.isWhitespace == false { rest.removeLast() }
    return rest.count
  }

  private var wordEnd: Int {
    var rest = text.dropFirst(cursor)
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.first?.isWhitespace == false { rest.removeFirst() }
    return text.count - rest.count
  }

  private static func inOneLine(_ character: Character) -> Character? {
    if character.isNewline || character == "\t" { return " " }
    let isControl = character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return isControl ? nil : character
  }
}
