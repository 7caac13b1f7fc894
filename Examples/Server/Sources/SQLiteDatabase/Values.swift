// SPDX-License-Identifier: MIT

internal import Foundation
internal import GRDB
internal import Lockstep
internal import SharedModels

/// A text from a client.
///
/// SQLite ends a text at its first zero, so a text that contains a zero is stored as a blob.
struct Text: DatabaseValueConvertible {
  var string: String

  init(_ string: String) {
    self.string = string
  }

  var databaseValue: DatabaseValue {
    string.utf8.contains(0) ? Data(string.utf8).databaseValue : string.databaseValue
  }

  static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
    switch value.storage {
    case .string(let string): Self(string)
    case .blob(let data): Self(String(decoding: data, as: UTF8.self))
    case .double, .int64, .null: nil
    }
  }
}

struct CorruptedColumn: Error, LocalizedError {
  var name: String

  var errorDescription: String? { "The database has something else in the column \(name)." }
}

extension Row {
  func id<Tag>(_ name: String) -> Tagged<Tag, UUID> {
    Tagged(rawValue: self[name])
  }

  func date(_ name: String) -> Date {
    Date(timeIntervalSinceReferenceDate: self[name])
  }

  func text(_ name: String) -> String? {
    (self[name] as Text?)?.string
  }

  func value<Value: RawRepresentable<String>>(_ name: String) throws -> Value {
    guard let value = Value(rawValue: self[name]) else { throw CorruptedColumn(name: name) }
    return value
  }

  func valueIfPresent<Value: RawRepresentable<String>>(_ name: String) throws -> Value? {
    guard let text = self[name] as String? else { return nil }
    guard let value = Value(rawValue: text) else { throw CorruptedColumn(name: name) }
    return value
  }

  func json<Value: Decodable>(_ name: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: self[name] as Data)
  }

  func puzzle(_ name: String = "letters") throws -> ArchivablePuzzle {
    try ArchivablePuzzle(letters: (self[name] as Text).string)
  }
}

extension Encodable {
  func storedJSON() throws -> String {
    String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
  }
}

extension ArchivablePuzzle {
  /// Returns a text that identifies a puzzle: the letters of its faces, or JSON if the letters are ambiguous.
  func storedLetters() throws -> String {
    var letters: [String] = []
    for x in [first, second, third] {
      for y in [x.first, x.second, x.third] {
        for cube in [y.first, y.second, y.third] {
          let faces = [cube.left, cube.right, cube.top]
          guard faces.map(\.side) == [.left, .right, .top] else { return try sortedJSON() }
          letters += faces.map(\.letters)
        }
      }
    }
    // Commas separate the letters, and a bracket starts JSON.
    guard letters.allSatisfy({ !$0.utf8.contains(44) && !$0.utf8.contains(91) }) else {
      return try sortedJSON()
    }
    return letters.joined(separator: ",")
  }

  private func sortedJSON() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  init(letters text: String) throws {
    if text.utf8.first == 91 {
      self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
      return
    }
    let letters = text.utf8.split(separator: 44, omittingEmptySubsequences: false)
      .map { String($0) ?? "" }
    guard letters.count == 81 else { throw CorruptedColumn(name: "letters") }
    var next = letters.makeIterator()
    let face = { next.next() ?? "" }
    self.init { _ in
      Three<Three<ArchivableCube>> { _ in
        Three<ArchivableCube> { _ in ArchivableCube(left: face(), right: face(), top: face()) }
      }
    }
  }
}

extension GRDB.Database {
  func number(of puzzle: ArchivablePuzzle) throws -> Int64 {
    let letters = Text(try puzzle.storedLetters())
    let select = try cachedStatement(sql: "SELECT number FROM puzzle WHERE letters = ?")
    if let number = try Int64.fetchOne(select, arguments: [letters]) { return number }
    let insert = try cachedStatement(sql: "INSERT INTO puzzle (letters) VALUES (?)")
    try insert.execute(arguments: [letters])
    return lastInsertedRowID
  }
}
