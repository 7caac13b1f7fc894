// SPDX-License-Identifier: MIT

import Foundation
import SharedModels
import Testing

/// Tests the examples in the comments of `Examples/SharedModels`.
@Suite struct ModelCommentTests {
  @Test func `a word scores points`() {
    let points = score("CAB")  // (4 + 1 + 4) * 3 * 1 == 27
    #expect(points == 27)
  }

  @Test func `decoding a value that is not a game throws the reason`() {
    var printed: [String] = []
    func print(_ value: some Any) { printed.append("\(value)") }
    do {
      let game = try CompletedGame(json: Data("{}".utf8))
      print(game.moves.count)
    } catch {
      print(error)  // Missing key "cubes".
    }
    #expect(printed == [#"Missing key "cubes"."#])
  }
}
