// SPDX-License-Identifier: MIT

import ExampleData
import SharedModels
import Testing

/// Tests the example in the comments of `ExampleData`.
@Suite struct DataCommentTests {
  @Test func `words and games are read`() throws {
    let words = Set(try ExampleData.words())
    let isKnown = words.contains("quote")  // true
    let game = try CompletedGame(json: ExampleData.game(.solo))
    #expect(isKnown)
    #expect(!game.moves.isEmpty)
  }
}
