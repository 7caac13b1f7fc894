// SPDX-License-Identifier: MIT

import Benchmark
import CAllocations
import LockstepTerminal

private let size = Screen.Size(rows: 60, columns: 200)

/// A screen with the same text in each row, on which one cell shows the number of the frame.
private func makeScreen(of text: String, _ number: Int) -> Screen {
  var screen = Screen(size: size)
  for row in 0..<size.rows { screen.put(text, row: row, column: 0) }
  screen.put(number.isMultiple(of: 2) ? "0" : "1", row: 30, column: 100)
  return screen
}

/// Three boxes, a list of 40 rows with a selection, and a bar.
private func makeScreenOfBoxes(_ number: Int) -> Screen {
  var screen = Screen(size: size)
  screen.box(screen.area, title: "Games", border: .rounded, style: Style(.cyan))
  let parts = screen.area.inset(rows: 2, columns: 4).columns(
    [.flexible(), .flexible()],
    spacing: 4
  )
  for part in parts { screen.box(part, title: "List", style: Style(.blue)) }
  for row in 0..<40 {
    let line = parts[0].inset().rows([.fixed(row), .fixed(1)])[1]
    let style = row == number % 40 ? Style(bold: true, inverse: true) : .plain
    screen.put("Row \(row) of the list", in: line, style: style)
  }
  let bar =
    String(repeating: "█", count: number % 80) + String(repeating: "░", count: 80 - number % 80)
  screen.put(bar, row: 50, column: 105, style: Style(.green))
  return screen
}

private let ascii = String(repeating: "lockstep ", count: 22)
private let accented = String(repeating: "lockstep ", count: 11) + "é" + ascii.prefix(99)
private let emoji = String(repeating: "🏆🎲🧩🎯", count: 25)

private func render(_ screen: Screen, after previous: Screen) -> Int {
  ScreenRenderer.render(from: previous, to: screen, colors: .trueColor).utf8.count
}

@BenchmarkActor func drawASCII() -> Work { draw(20) { makeScreen(of: ascii, $0) } }
@BenchmarkActor func drawBoxes() -> Work { draw(10) { makeScreenOfBoxes($0) } }
@BenchmarkActor func drawAccents() -> Work { draw(20) { makeScreen(of: accented, $0) } }
@BenchmarkActor func drawEmoji() -> Work { draw(2) { makeScreen(of: emoji, $0) } }

/// Makes a new screen each time, and the text that shows it after the one before.
@BenchmarkActor private func draw(
  _ count: Int,
  _ makeScreen: @escaping @Sendable (Int) -> Screen
) -> Work {
  let first = makeScreen(0)
  let firstCells = makeCells(0)
  return Work(
    reference: "12,000 cells",
    operations: count,
    subject: { _ in
      var shown = first
      for number in 1...count {
        let next = opaque(makeScreen(number))
        precondition(render(next, after: shown) > 0)
        shown = next
      }
    },
    bare: { _ in
      var shown = firstCells
      for number in 1...count {
        let next = opaque(makeCells(number))
        var differences = 0
        for index in next.indices where next[index] != shown[index] { differences += 1 }
        precondition(differences > 0)
        shown = next
      }
    }
  )
}

private func makeCells(_ number: Int) -> [SIMD2<UInt64>] {
  var cells = [SIMD2<UInt64>](repeating: [0x20, 0], count: size.rows * size.columns)
  for index in cells.indices { cells[index].x = UInt64(truncatingIfNeeded: index & 0x7F) }
  cells[6_100].x = UInt64(number)
  return cells
}

/// The letter in the last cell changes.
private func bytesOfOneCell(style: Style) -> Double {
  var (old, new) = (Screen(size: size), Screen(size: size))
  old.put("a", row: size.rows - 1, column: size.columns - 1)
  new.put("b", row: size.rows - 1, column: size.columns - 1, style: style)
  return Double(render(new, after: old))
}

@BenchmarkActor func bytesOfOnePlainCell() -> Double? { bytesOfOneCell(style: .plain) }

@BenchmarkActor func bytesOfOneCellAtWorst() -> Double? {
  let color = Color.rgb(255, 255, 255)
  return bytesOfOneCell(
    style: Style(
      color,
      on: color,
      bold: true,
      dim: true,
      italic: true,
      underline: true,
      inverse: true
    )
  )
}

@BenchmarkActor func memoryOfManyFrames() -> Double? {
  guard allocations_can_be_counted() else { return nil }
  var shown = makeScreen(of: ascii, 0)
  func showFrames(_ numbers: Range<Int>) {
    for number in numbers {
      let next = makeScreen(of: ascii, number)
      precondition(render(next, after: shown) > 0)
      shown = next
    }
  }
  showFrames(1..<101)
  allocations_start()
  showFrames(101..<10_101)
  allocations_stop()
  return Double(allocations_live_bytes())
}
