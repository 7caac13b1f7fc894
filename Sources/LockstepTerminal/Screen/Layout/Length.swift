// SPDX-License-Identifier: MIT

extension Screen {
  /// The length of a part of an area, in rows or columns, where negative numbers become 0.
  ///
  /// ``Area/rows(_:spacing:)`` and ``Area/columns(_:spacing:)`` describe how parts grow and shrink to fit.
  public enum Length: Hashable, Sendable {
    /// A fixed number of rows or columns.
    case fixed(Int)
    /// At least a minimum, plus an equal share of the remaining rows or columns.
    case flexible(minimum: Int = 0)
    /// A fraction of the whole, from 0 to 1.
    case fraction(Double)
  }
}

extension Screen.Length {
  /// Divides `total`, which is at most a million, into one range per length.
  static func divide(_ total: Int, among lengths: [Self], spacing: Int) -> [Range<Int>] {
    let spacing = bounded(spacing)
    let room = max(0, total - spacing * max(0, lengths.count - 1))
    var sizes = sizesAsked(by: lengths, in: room)
    let asked = sizes.reduce(0, +)
    if asked < room {
      share(room - asked, among: lengths, &sizes)
    } else {
      take(asked - room, from: lengths, &sizes)
    }
    var start = 0
    return sizes.map { size in
      let range = start..<(start + size)
      start = min(range.upperBound + spacing, total)
      return range
    }
  }

  private static func bounded(_ number: Int) -> Int {
    min(max(0, number), 1_000_000)
  }

  private static func sizesAsked(by lengths: [Self], in room: Int) -> [Int] {
    var fractions = 0.0
    return lengths.map { length in
      switch length {
      case .fixed(let number), .flexible(let number):
        return bounded(number)
      case .fraction(let fraction):
        // Rounds the edges, not the sizes, so that fractions with a sum of 1 fill the whole.
        let start = (fractions * Double(room)).rounded()
        fractions += fraction > 0 ? min(fraction, 1) : 0
        return Int((fractions * Double(room)).rounded() - start)
      }
    }
  }

  private static func share(_ rest: Int, among lengths: [Self], _ sizes: inout [Int]) {
    let flexible = lengths.indices.filter { lengths[$0].patience == 1 }
    for (number, index) in flexible.enumerated() {
      let end = rest * (number + 1) / flexible.count
      sizes[index] += end - rest * number / flexible.count
    }
  }

  private static func take(_ excess: Int, from lengths: [Self], _ sizes: inout [Int]) {
    var excess = excess
    for patience in 0...2 {
      for index in lengths.indices.reversed() where lengths[index].patience == patience {
        let given = min(sizes[index], excess)
        sizes[index] -= given
        excess -= given
      }
    }
  }

  /// The order in which lengths shrink; the lowest shrinks first.
  private var patience: Int {
    switch self {
    case .fraction: 0
    case .flexible: 1
    case .fixed: 2
    }
  }
}
