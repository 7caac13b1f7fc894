// SPDX-License-Identifier: MIT

internal import DemoSupport
internal import ExampleData
internal import Foundation
internal import SharedModels

struct GameOverDemoInput: Equatable {
  var game: CompletedGame
  var words: [String]

  init(_ options: GameOverDemoOptions) throws(DemoError) {
    if let path = options.game {
      game = try Self.game(DemoFile.read(path), named: path)
    } else {
      game = try Self.game(Self.bundled { try ExampleData.game(.solo) }, named: "the bundled game")
    }
    if let path = options.dictionary {
      words = try Self.words(DemoFile.read(path), named: path)
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

  private static func bundled<Value>(_ load: () throws -> Value) throws(DemoError) -> Value {
    do {
      return try load()
    } catch {
      throw .noInput("the program's own files cannot be read: \(error.localizedDescription)")
    }
  }
}
