// SPDX-License-Identifier: MIT

import LockstepBase
import Testing

private struct Game {
  var title = "Game"
  var moves: [Move] = []
  var players = ["a": 1, "b": 2]
  var winner: String?
  var phase = Phase.lobby
}

private struct Move: Equatable {
  var x = 0
  var y = 0
}

private enum Phase {
  case lobby
  case playing(round: Int, by: String)
}

@Suite struct DiffTests {
  @Test func `values that print the same do not differ`() {
    #expect(Dump.diff(Game(), Game()) == nil)
    #expect(Dump.diff(1, 1) == nil)
    #expect(Dump.diff(Set([1, 2, 3]), Set([3, 2, 1])) == nil)
  }

  @Test func `a diff shows simple values as a whole`() {
    #expect(Dump.diff(1, 2) == "- 1\n+ 2")
    #expect(Dump.diff("a", String?.none as Any) == "- \"a\"\n+ nil")
  }

  @Test func `a diff shows only the differences`() {
    #expect(
      Dump.diff(Game(), Game(winner: "b")) == #"""
          Game(
            … (3 unchanged)
        -   winner: nil,
        +   winner: "b",
            … (1 unchanged)
          )
        """#
    )
  }

  @Test func `a diff shows changes to nested values`() {
    let old = Game(moves: [Move(), Move(x: 1), Move(x: 2)], phase: .playing(round: 1, by: "a"))
    let new = Game(
      moves: [Move(), Move(x: 2), Move(x: 3, y: 1)],
      players: ["b": 3, "c": 4],
      phase: .playing(round: 2, by: "a")
    )
    #expect(
      Dump.diff(old, new) == #"""
          Game(
            … (1 unchanged)
            moves: [
              … (1 unchanged)
        -     Move(
        -       x: 1,
        -       y: 0
        -     ),
              … (1 unchanged)
        +     Move(
        +       x: 3,
        +       y: 1
        +     ),
            ],
            players: [
        -     "a": 1,
        -     "b": 2,
        +     "b": 3,
        +     "c": 4,
            ],
            … (1 unchanged)
            phase: Phase.playing(
        -     round: 1,
        +     round: 2,
              … (1 unchanged)
            )
          )
        """#
    )
  }

  @Test func `a diff shows a different case, type or length`() {
    #expect(
      Dump.diff(Phase.lobby, Phase.playing(round: 1, by: "a")) == #"""
        - Phase.lobby
        + Phase.playing(
        +   round: 1,
        +   by: "a"
        + )
        """#
    )
    #expect(
      Dump.diff([1, 2, 3], [2, 3, 4, 5]) == #"""
          [
        -   1,
            … (2 unchanged)
        +   4,
        +   5,
          ]
        """#
    )
    #expect(Dump.diff([Int](), [1]) == "- []\n+ [\n+   1,\n+ ]")
    #expect(
      Dump.diff(Set(["a", "b"]), Set(["b", "c"])) == #"""
          Set([
        -   "a",
            … (1 unchanged)
        +   "c",
          ])
        """#
    )
  }

  @Test func `the size of a diff is limited`() {
    let old = Array(0..<1_000)
    let diff = Dump.diff(old, old.map { -$0 - 1 }) ?? ""
    let lines = diff.split(separator: "\n")
    #expect(lines.count == 121)
    #expect(lines.last == "  … (1882 more lines)")
    #expect(Dump.diff([1, 2], [3, 4], limit: 3) == "  [\n-   1,\n+   3,\n  … (3 more lines)")
    #expect(Dump.diff([1], [3], limit: 3) == "  [\n-   1,\n+   3,\n  … (1 more line)")
    let same = Dump.diff(old, old + [1]) ?? ""
    #expect(same == "  [\n    … (1000 unchanged)\n+   1,\n  ]")
  }
}
