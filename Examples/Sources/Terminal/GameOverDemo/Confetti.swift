// SPDX-License-Identifier: MIT

internal import Lockstep
internal import LockstepTerminal

/// Pieces of paper that fall down the screen behind its texts.
///
/// Where each piece is follows from the seed and the phase alone.
struct Confetti: Equatable, Sendable {
  /// How many rows the pieces have fallen.
  var phase = 0
  var seed: UInt64

  /// How many phases there are, until the last piece has left a screen of usual height.
  static let duration = 45
}

extension Screen {
  /// Draws the pieces where an area is empty, and not beside a text, which is to stay readable.
  mutating func draw(_ confetti: Confetti, in area: Area) {
    guard area.columns > 0 else { return }
    let shapes: [Character] = ["*", "+", "'", "."]
    let colors: [Color] = [.red, .green, .yellow, .blue, .magenta, .cyan]
    var random = SplitMix64(seed: confetti.seed)
    for _ in 0..<area.columns {
      let column = area.column + Int(random.next() % UInt64(area.columns))
      let start = Int(random.next() % 20)
      let shape = shapes[Int(random.next() % UInt64(shapes.count))]
      let color = colors[Int(random.next() % UInt64(colors.count))]
      let fallen = confetti.phase - start
      guard
        (0..<area.rows).contains(fallen),
        (column - 1...column + 1).allSatisfy({ isEmpty(row: area.row + fallen, column: $0) })
      else { continue }
      put(String(shape), row: area.row + fallen, column: column, style: Style(color, bold: true))
    }
  }

  private func isEmpty(row: Int, column: Int) -> Bool {
    self[row: row, column: column]?.character == " "
  }
}
