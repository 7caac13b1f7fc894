// SPDX-License-Identifier: MIT

import Foundation
import SharedModels
import Testing

/// Compares the bounds in `Examples/Server/README.md` with those of the model.
@Suite struct BoundsTableTests {
  @Test(arguments: [
    ("the name of a player, in bytes of UTF-8", Bounds.displayName),
    ("an id in Game Center", Bounds.gameCenterPlayerId), ("a time zone", Bounds.timeZone),
    ("the address of a device for notifications", Bounds.pushToken),
    ("devices of a player; another one takes the place of the oldest", Bounds.pushTokens),
    ("the letters of a face", Bounds.letters),
    ("a reaction, the code of a shared game", Bounds.reaction),
    ("a reaction, the code of a shared game", Bounds.sharedGameCode),
    ("moves of a game", Bounds.moves), ("faces of a word", Bounds.facesOfWord),
    ("players that a request names", Bounds.players),
    ("matches that a player has started and that are not over", Bounds.openMatches),
    ("matches of a page", Bounds.matchesOfPage),
    ("daily challenges in a history", Bounds.history),
  ])
  func `each bound in the table equals the bound of the model`(name: String, bound: Int) throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Server/README.md")
    let readme = try String(contentsOf: url, encoding: .utf8)
    let row = try #require(readme.split(separator: "\n").first { $0.hasPrefix("| \(name) | ") })
    let number = row.dropFirst("| \(name) | ".count).prefix { $0.isNumber || $0 == "," }
    #expect(Int(number.filter(\.isNumber)) == bound)
  }
}
