// SPDX-License-Identifier: MIT

internal import Lockstep
internal import LockstepTerminal

/// Confetti that falls behind the texts of a screen.
///
/// The seed and the phase determine the position of each piece.
struct Confetti: Equatable, Sendable {
  var phase = 0
  var seed: UInt64

  static let duration = 45
}

extension Screen {
  /// Draws each piece that lands on an empty cell without adjacent text, so that text stays readable.
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
