// SPDX-License-Identifier: MIT

import LockstepTerminal
import Testing

@Suite struct ProgressTests {
  @Test(
    arguments: [
      (0, "░░░░░░░░░░░░░░░   0%"),
      (0.35, "█████▎░░░░░░░░░  35%"),
      (1, "███████████████ 100%"),
      (2, "███████████████ 100%"),
      (.infinity, "███████████████ 100%"),
      (-1, "░░░░░░░░░░░░░░░   0%"),
      (.nan, "░░░░░░░░░░░░░░░   0%"),
    ] as [(Double, String)]
  )
  func `a bar shows how much is done`(fraction: Double, expected: String) {
    let picture = drawn(2, 20) { screen, area in
      screen.draw(ProgressBar(fraction), in: area)
    }
    #expect(picture == expected)
  }

  @Test func `a bar without a percentage fills the width`() {
    let picture = drawn(1, 4) { screen, area in
      screen.draw(ProgressBar(0.4, showsPercentage: false), in: area)
    }
    #expect(picture == "█▋░░")
  }

  @Test(arguments: [(6, "▍  40%"), (5, "  40%"), (3, "40%"), (2, "4…")])
  func `a narrow bar shrinks before its percentage`(columns: Int, expected: String) {
    let picture = drawn(1, columns) { screen, area in
      screen.draw(ProgressBar(0.4), in: area)
    }
    #expect(picture == expected)
  }

  @Test func `a spinner cycles through ten phases`() {
    var spinner = Spinner("Loading")
    var pictures: [String] = []
    for _ in 0..<11 {
      pictures.append(drawn(1, 12) { screen, area in screen.draw(spinner, in: area) })
      spinner.phase += 1
    }
    #expect(pictures.prefix(2) == ["⠋ Loading", "⠙ Loading"])
    #expect(Set(pictures).count == 10)
    #expect(pictures[10] == pictures[0])
  }

  @Test func `a spinner accepts any phase`() {
    #expect(drawn(1, 1) { screen, area in screen.draw(Spinner(phase: .max), in: area) } == "⠧")
    #expect(drawn(1, 1) { screen, area in screen.draw(Spinner(phase: -1), in: area) } == "⠴")
  }

  @Test func `a label that is too long ends with an ellipsis`() {
    #expect(drawn(1, 4) { screen, area in screen.draw(Spinner("Loading"), in: area) } == "⠋ L…")
    let centered = drawn(1, 13) { screen, area in
      screen.draw(Spinner("Loading"), in: area, alignment: .center)
    }
    #expect(centered == "  ⠋ Loading")
  }
}
