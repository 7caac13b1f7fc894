// SPDX-License-Identifier: MIT

import DemoSupport
import Foundation
import SharedModels
import Testing

@testable import GameOverDemo

@Suite struct GameOverDemoInputTests {
  /// Writes the contents to a temporary file, runs a body with its path, and deletes the file.
  private func withFile(_ contents: Data, _ body: (String) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).txt")
    try contents.write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    try body(url.path)
  }

  private func gameJSON(_ change: (inout [String: Any]) -> Void) throws -> Data {
    let data = try JSONEncoder().encode(CompletedGame.mock)
    var object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    change(&object)
    return try JSONSerialization.data(withJSONObject: object)
  }

  private func failure(of options: GameOverDemoOptions) -> DemoError? {
    do {
      _ = try GameOverDemoInput(options)
      return nil
    } catch {
      return error
    }
  }

  @Test func `the bundled game and words are the default`() throws {
    let input = try GameOverDemoInput(GameOverDemoOptions())
    #expect(input.game.gameContext == .solo)
    #expect(input.words.count >= 2_000)
  }

  @Test func `a game and words are read from files`() throws {
    try withFile(try JSONEncoder().encode(CompletedGame.mock)) { game in
      try withFile(Data("CAB\nabc\n".utf8)) { words in
        let input = try GameOverDemoInput(GameOverDemoOptions(game: game, dictionary: words))
        #expect(input.game == .mock)
        #expect(input.words == ["CAB", "abc"])
      }
    }
  }

  @Test func `a missing file or a folder is refused`() {
    #expect(
      failure(of: GameOverDemoOptions(game: "/nowhere/game.json"))
        == DemoError(message: "/nowhere/game.json: there is no such file", exitCode: 66)
    )
    #expect(
      failure(of: GameOverDemoOptions(game: "/"))
        == DemoError(message: "/ is a folder", exitCode: 66)
    )
    #expect(
      failure(of: GameOverDemoOptions(dictionary: "/nowhere/words"))
        == DemoError(message: "/nowhere/words: there is no such file", exitCode: 66)
    )
  }

  @Test func `JSON that is not a game is refused with the invalid key`() throws {
    try withFile(try gameJSON { $0["moves"] = nil }) { path in
      #expect(
        failure(of: GameOverDemoOptions(game: path))
          == DemoError(
            message: "\(path) is not a completed game: Missing key \"moves\".",
            exitCode: 65
          )
      )
    }
    try withFile(try gameJSON { $0["secondsPlayed"] = "ten" }) { path in
      let error = try #require(failure(of: GameOverDemoOptions(game: path)))
      #expect(error.exitCode == 65)
      #expect(error.message.contains("secondsPlayed"), "\(error.message)")
    }
    try withFile(try gameJSON { $0["cubes"] = [1, 2] }) { path in
      let error = try #require(failure(of: GameOverDemoOptions(game: path)))
      #expect(error.exitCode == 65)
      #expect(error.message.contains("cubes"), "\(error.message)")
    }
    try withFile(Data("no JSON".utf8)) { path in
      let error = try #require(failure(of: GameOverDemoOptions(game: path)))
      #expect(error.exitCode == 65)
      #expect(error.message.hasPrefix("\(path) is not a completed game: "), "\(error.message)")
      #expect(error.message.contains("\n") == false)
    }
  }

  @Test func `a game without moves is refused`() throws {
    try withFile(try gameJSON { $0["moves"] = [Any]() }) { path in
      #expect(
        failure(of: GameOverDemoOptions(game: path))
          == DemoError(
            message: "\(path) has no moves, so there is nothing to show",
            exitCode: 65
          )
      )
    }
  }

  @Test func `a list without words is refused`() throws {
    try withFile(Data(" \n\n".utf8)) { path in
      #expect(
        failure(of: GameOverDemoOptions(dictionary: path))
          == DemoError(message: "\(path) has no words", exitCode: 65)
      )
    }
    try withFile(Data([0xFF, 0xFE, 0x00])) { path in
      #expect(
        failure(of: GameOverDemoOptions(dictionary: path))
          == DemoError(message: "\(path) is not text in UTF-8", exitCode: 65)
      )
    }
  }
}
