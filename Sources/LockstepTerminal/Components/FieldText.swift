// SPDX-License-Identifier: MIT

/// A text with a cursor, which can be edited without recounting all characters.
struct FieldText: Sendable {
  private(set) var text: String
  /// The number of characters before the cursor, which can be out of bounds.
  private(set) var cursor: Int
  private var count: Int
  /// The number of bytes before the cursor.
  private var offset: Int

  init(_ text: String, cursor: Int?) {
    self.text = text
    count = text[...].characterCount
    self.cursor = count
    offset = text.utf8.count
    if let cursor { move(to: cursor) }
  }

  /// The cursor, limited to the bounds of the text.
  private var charactersBefore: Int { min(max(0, cursor), count) }

  var index: String.Index { index(at: offset) }

  private func index(at offset: Int) -> String.Index {
    text.utf8.index(text.startIndex, offsetBy: offset)
  }

  private func offset(of index: String.Index) -> Int {
    text.utf8.distance(from: text.startIndex, to: index)
  }

  // MARK: Moving

  mutating func move(to cursor: Int) {
    let old = charactersBefore
    self.cursor = cursor
    switch charactersBefore {
    case 0: offset = 0
    case count: offset = text.utf8.count
    case let new: offset = offset(of: text.index(index, offsetBy: new - old))
    }
  }

  mutating func moveLeft() { move(to: max(0, charactersBefore - 1)) }

  mutating func moveRight() { move(to: min(charactersBefore + 1, count)) }

  mutating func moveToStart() { move(to: 0) }

  mutating func moveToEnd() { move(to: count) }

  mutating func moveWordLeft() {
    let word = wordBefore
    cursor = charactersBefore - word.characters
    offset -= word.bytes
  }

  mutating func moveWordRight() {
    let word = wordAfter
    cursor = charactersBefore + word.characters
    offset += word.bytes
  }

  // MARK: Editing

  /// Inserts text, whose characters can combine with their neighbors, as an accent does.
  mutating func insert(_ inserted: String) {
    replace(0, 0, before: (0, 0), with: inserted)
  }

  mutating func deleteLeft() {
    guard offset > 0 else { return settle() }
    delete(before: (1, offset - offset(of: text.index(before: index))))
  }

  mutating func deleteRight() {
    guard offset < text.utf8.count else { return settle() }
    delete(after: (1, offset(of: text.index(after: index)) - offset))
  }

  mutating func deleteWordLeft() { delete(before: wordBefore) }

  mutating func deleteWordRight() { delete(after: wordAfter) }

  mutating func deleteToStart() { delete(before: (charactersBefore, offset)) }

  mutating func deleteToEnd() {
    delete(after: (count - charactersBefore, text.utf8.count - offset))
  }
}

// MARK: Words

extension FieldText {
  typealias Part = (characters: Int, bytes: Int)

  private var wordBefore: Part {
    var place = index
    var part: Part = (0, 0)
    var isInWord = false
    while place > text.startIndex {
      let next = text.index(before: place)
      let isSpace = text.unicodeScalars[next].properties.isWhitespace
      if isInWord && isSpace { break }
      isInWord = !isSpace
      part.characters += 1
      part.bytes += text.utf8.distance(from: next, to: place)
      place = next
      guard isInWord else { continue }
      // ASCII characters without accents are one byte each. The first one can be part of another character.
      let length = withBytes { $0.wordLength(before: offset - part.bytes) }
      guard length > 1 else { continue }
      part.characters += length - 1
      part.bytes += length - 1
      place = index(at: offset - part.bytes)
    }
    return part
  }

  private var wordAfter: Part {
    var place = index
    var part: Part = (0, 0)
    var isInWord = false
    while place < text.endIndex {
      let isSpace = text.unicodeScalars[place].properties.isWhitespace
      if isInWord && isSpace { break }
      isInWord = !isSpace
      // An accent can follow the last character.
      let length = isInWord ? withBytes { $0.wordLength(from: offset + part.bytes) } : 0
      if length > 1 {
        part.characters += length - 1
        part.bytes += length - 1
        place = index(at: offset + part.bytes)
      } else {
        let next = text.index(after: place)
        part.characters += 1
        part.bytes += text.utf8.distance(from: place, to: next)
        place = next
      }
    }
    return part
  }

  private func withBytes<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
    var text = text
    return text.withUTF8(body)
  }
}

// MARK: Keeping count

extension FieldText {
  private mutating func delete(before: Part = (0, 0), after: Part = (0, 0)) {
    replace(after.characters, after.bytes, before: before, with: "")
  }

  private mutating func settle() { cursor = charactersBefore }

  /// Replaces the text next to the cursor, and moves the cursor behind the inserted text.
  private mutating func replace(
    _ charactersAfter: Int,
    _ bytesAfter: Int,
    before: Part,
    with inserted: String
  ) {
    let start = offset - before.bytes
    let rest = count - charactersBefore - charactersAfter
    // The start of the last unchanged character before the cursor, which can combine with the following text.
    let anchor = start > 0 ? offset(of: text.index(before: index(at: start))) : 0
    cursor = charactersBefore - before.characters - (start > 0 ? 1 : 0)
    text.replaceSubrange(index(at: start)..<index(at: offset + bytesAfter), with: inserted)

    let end = start + inserted.utf8.count
    let isPrintable = inserted.isPrintableASCII
    offset = anchor
    while offset < end {
      if isPrintable && offset > start && offset < end - 1 {
        // Each of these characters is one byte. An accent can follow the last one.
        cursor += end - 1 - offset
        offset = end - 1
      } else {
        offset = offset(of: text.index(after: index))
        cursor += 1
      }
    }
    count = charactersLost(after: end).map { cursor + rest - $0 } ?? text.count
  }

  /// Returns the number of characters that the text after an offset loses because of the text now before it.
  ///
  /// The first characters can combine with the character at the cursor. In a sequence of flags, which are pairs of
  /// letters, the old and the new boundaries agree only after the last flag. After 64 steps, the result is `nil`.
  private func charactersLost(after place: Int) -> Int? {
    let old = text[index(at: place)...]
    var oldIndex = old.startIndex
    var newIndex = index
    var lost = 0
    var steps = 0
    while oldIndex != newIndex {
      steps += 1
      guard steps <= 64 else { return nil }
      if oldIndex < newIndex {
        oldIndex = old.index(after: oldIndex)
        lost += 1
      } else {
        newIndex = text.index(after: newIndex)
        lost -= 1
      }
    }
    return lost
  }
}

extension String {
  fileprivate var isPrintableASCII: Bool {
    var text = self
    return text.withUTF8 { $0.isPrintable() }
  }
}

extension Substring {
  /// The number of characters, which equals the number of bytes for printable ASCII.
  fileprivate var characterCount: Int {
    var text = self
    return text.withUTF8 { $0.isPrintable() ? $0.count : nil } ?? text.count
  }
}

extension String {
  /// The text on one line, with spaces instead of line breaks and tabs.
  ///
  /// Control characters are removed, because a terminal would interpret them as commands.
  var inOneLine: String {
    if isPrintableASCII { return self }
    var text = self
    return text.withUTF8 { bytes in
      var kept: [UInt8] = []
      kept.reserveCapacity(bytes.count)
      var next = 0
      bytes.forEachLineBreak { lineBreak in
        kept.append(contentsOf: bytes[next..<lineBreak.lowerBound].withoutControls)
        kept.append(0x20)
        next = lineBreak.upperBound
      }
      kept.append(contentsOf: bytes[next...].withoutControls)
      return String(decoding: kept, as: UTF8.self)
    }
  }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
  fileprivate var withoutControls: [UInt8] {
    var kept: [UInt8] = []
    var index = startIndex
    while index < endIndex {
      let byte = self[index]
      // The control characters from U+0080 to U+009F are two bytes.
      let isLong = byte == 0xC2 && index + 1 < endIndex && self[index + 1] < 0xA0
      if byte == 0x09 {
        kept.append(0x20)
      } else if byte >= 0x20 && byte != 0x7F && !isLong {
        kept.append(byte)
      }
      index += isLong ? 2 : 1
    }
    return kept
  }
}
