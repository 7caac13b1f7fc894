// SPDX-License-Identifier: MIT

internal import ExampleData
internal import Foundation
internal import SharedModels

/// The game to show and the words that count.
struct DemoInput: Equatable {
  var game: CompletedGame
  var words: [String]

  init(_ options: DemoOptions) throws(DemoError) {
    if let path = options.game {
      game = try Self.game(Self.read(path), named: path)
    } else {
      game = try Self.game(Self.bundled { try ExampleData.game(.solo) }, named: "the bundled game")
    }
    if let path = options.dictionary {
      words = try Self.words(Self.read(path), named: path)
    } else {
      words = try Self.bundled { try ExampleData.words() }
    }
  }

  private static func game(_ data: Data, named name: String) throws(DemoError) -> CompletedGame {
    let game: CompletedGame
    do {
      game = try CompletedGame(json: data)
    } catch {
      throw .data("\(name) is not a completed game: \(error)")
    }
    guard game.moves.isEmpty == false else {
      throw .data("\(name) has no moves, so there is nothing to show")
    }
    return game
  }

  private static func words(_ data: Data, named name: String) throws(DemoError) -> [String] {
    guard let text = String(data: data, encoding: .utf8) else {
      throw .data("\(name) is not text in UTF-8")
    }
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.isEmpty == false else { throw .data("\(name) has no words") }
    return words
  }

  private static func read(_ path: String) throws(DemoError) -> Data {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw .noInput("\(path): there is no such file")
    }
    guard isFolder.boolValue == false else { throw .noInput("\(path) is a folder") }
    // A handle also reads what is no file on a disk, such as a pipe.
    guard
      let handle = FileHandle(forReadingAtPath: path),
      let data = try? handle.readToEnd() ?? Data()
    else { throw .noInput("\(path) cannot be read") }
    return data
  }

  private static func bundled<Value>(_ load: () throws -> Value) throws(DemoError) -> Value {
    do {
      return try load()
    } catch {
      throw .noInput("the program's own files cannot be read: \(error.localizedDescription)")
    }
  }
}
