// SPDX-License-Identifier: MIT

import SharedModels
import Testing

@Suite struct ScoreTests {
  @Test(arguments: [
    ("CAB", 27),
    ("cab", 27),
    ("QUA", 42),
    ("", 0),
    ("A", 1),
    ("TREE", 6 * 4),
    ("GRAPE", 11 * 5 * 2),
    ("PUZZLES", 31 * 7 * 4),
    ("A-É!", 1 * 4),
  ])
  func `the score of a word depends on its letters and its length`(word: String, expected: Int) {
    #expect(score(word) == expected)
  }

  @Test func `every letter has its own value`() {
    #expect(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { score(String($0)) } == [
        1, 4, 4, 3, 1, 5, 3, 5, 1, 9, 6, 2, 4, 2, 1, 4, 12, 2, 1, 2, 1, 5, 5, 9, 5, 11,
      ]
    )
  }

  @Test func `the score of a very long word is the largest integer`() {
    #expect(score(String(repeating: "Z", count: 1_000_000)) == .max)
  }
}
