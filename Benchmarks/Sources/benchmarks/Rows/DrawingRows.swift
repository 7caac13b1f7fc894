// SPDX-License-Identifier: MIT

import Benchmark
import CAllocations
import LockstepTerminal

private let size = Screen.Size(rows: 60, columns: 200)

/// A screen full of text, on which one cell shows the number of the frame.
private func makeScreen(_ number: Int) -> Screen {
  var screen = Screen(size: size)
  for row in 0..<size.rows { screen.put(text, row: row, column: 0) }
  screen.put(number.isMultiple(of: 2) ? "0" : "1", row: 30, column: 100)
  return screen
}

private let text = String(repeating: "lockstep ", count: 22)

private func draw(_ screen: Screen, after previous: Screen) -> Int {
  ScreenRenderer.render(from: previous, to: screen, colors: .trueColor).utf8.count
}

@BenchmarkActor func drawOneCell() -> Work {
  let screens = [makeScreen(0), makeScreen(1)]
  let cells = [[Int32]](repeating: Array(repeating: 1, count: size.rows * size.columns), count: 2)
  return Work(
    reference: "compare 12,000 numbers",
    operations: 100,
    subject: { _ in
      var bytes = 0
      for number in 0..<100 { bytes += draw(screens[number % 2], after: screens[1 - number % 2]) }
      precondition(bytes > 0)
    },
    bare: { _ in
      var differences = 0
      for number in 0..<100 {
        let (old, new) = (opaque(cells[number % 2]), opaque(cells[1 - number % 2]))
        for index in new.indices where old[index] != new[index] { differences += 1 }
      }
      precondition(differences == 0)
    }
  )
}

@BenchmarkActor func makeScreenOfText() -> Work {
  let texts = (0..<size.rows).map { _ in text }
  return Work(
    reference: "12,000 characters",
    operations: 10,
    subject: { _ in for number in 0..<10 { precondition(opaque(makeScreen(number)).size == size) }
    },
    bare: { _ in
      for _ in 0..<10 {
        var characters: [Character] = []
        characters.reserveCapacity(size.rows * size.columns)
        for text in texts { characters += text }
        precondition(opaque(characters).isEmpty == false)
      }
    }
  )
}

@BenchmarkActor func bytesOfOneCell() -> Double? {
  Double(draw(makeScreen(1), after: makeScreen(0)))
}

@BenchmarkActor func memoryOfManyFrames() -> Double? {
  guard allocations_can_be_counted() else { return nil }
  var shown = makeScreen(0)
  func showFrames(_ numbers: Range<Int>) {
    for number in numbers {
      let next = makeScreen(number)
      precondition(draw(next, after: shown) > 0)
      shown = next
    }
  }
  showFrames(1..<101)
  allocations_start()
  showFrames(101..<10_101)
  allocations_stop()
  return Double(allocations_live_bytes())
}
