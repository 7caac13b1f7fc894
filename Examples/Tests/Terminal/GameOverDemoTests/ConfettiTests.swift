// SPDX-License-Identifier: MIT

import DemoSupport
import ExampleData
import Foundation
import LockstepTerminal
import SharedModels
import Testing

@testable import GameOverDemo

@MainActor @Suite struct ConfettiTests {
  private let size = Screen.Size(rows: 24, columns: 80)

  private func frames(_ script: String, seed: UInt64) throws -> [String] {
    var frames: [String] = []
    let demo = try GameOverDemo.gameOver(
      GameOverDemoInput(GameOverDemoOptions()),
      CommonOptions(seed: seed)
    )
    try demo.run(TerminalScript(script)) { frames.append($0) }
    return frames
  }

  private func picture(_ confetti: Confetti, behind text: String = "") -> Screen {
    var screen = Screen(size: size)
    screen.putCentered(text, row: 12)
    screen.draw(confetti, in: screen.area)
    return screen
  }

  @Test func `the seed and the phase determine the positions of the confetti`() {
    let confetti = Confetti(phase: 20, seed: 3)
    #expect(picture(confetti) == picture(confetti))
    #expect(picture(confetti) != picture(Confetti(phase: 21, seed: 3)))
    #expect(picture(confetti) != picture(Confetti(phase: 20, seed: 4)))
    #expect(picture(Confetti(phase: Confetti.duration, seed: 3)) == Screen(size: size))
  }

  @Test func `each piece falls one row at a time`() {
    // The first picture has one row of pieces. The second picture shows them one row lower.
    let first = picture(Confetti(seed: 3)).plainText.split(separator: "\n")
    let second = picture(Confetti(phase: 1, seed: 3)).plainText
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(first.count == 1)
    #expect(second.count == 2)
    #expect(second.last == first.first)
  }

  @Test func `text behind the confetti stays readable`() {
    let text = "You have a place among the first three, which is a thing to celebrate."
    for phase in 0..<Confetti.duration {
      let screen = picture(Confetti(phase: phase, seed: 3), behind: text)
      let line = screen.plainText.split(separator: "\n", omittingEmptySubsequences: false)
        .first { $0.contains("celebrate") }
      let words = line?.split(separator: " ").filter { $0.count > 1 || $0 == "a" } ?? []
      #expect(words.joined(separator: " ") == text)
    }
  }

  @Test func `without colors, the confetti is drawn in plain style`() {
    let blank = Screen(size: size)
    let screen = picture(Confetti(phase: 20, seed: 3))
    #expect(ScreenRenderer.render(from: blank, to: screen, colors: .sixteen).contains("31m"))
    let plain = ScreenRenderer.render(from: blank, to: screen, colors: .none)
    #expect(plain.contains("1m"))
    for code in Array(30...37) + Array(90...97) {
      #expect(plain.contains("\(code)m") == false)
    }
  }

  @Test func `confetti falls once for a place among the first three`() throws {
    func isRaining(_ frame: String) -> Bool { frame.contains { "*+'".contains($0) } }
    let frames = try frames("wait 799ms\nwait 1200ms\nwait 3301ms\nwait 10s", seed: 9)
    #expect(frames[1].contains("Last day        –"))
    #expect(frames.map(isRaining) == [false, false, true, false, false])
    #expect(frames[2].contains("Last day        2 of 27"))
    #expect(try self.frames("wait 799ms\nwait 1200ms", seed: 9) == Array(frames.prefix(3)))

    let others = try self.frames("wait 2s\nwait 1s", seed: 7)
    #expect(others.contains(where: isRaining) == false)
  }

  @Test func `the screen names a sound while it plays`() throws {
    let frames = try frames("wait 999ms\nwait 1ms", seed: 7)
    let ends = frames.compactMap { $0.split(separator: "\n").last?.prefix(32) }
    #expect(
      ends == [
        "╰─ ♪ gameOverLoop, transitionIn ",
        "╰─ ♪ gameOverLoop, transitionIn ",
        "╰─ ♪ gameOverLoop ──────────────",
      ]
    )
  }
}
