// SPDX-License-Identifier: MIT

extension Screen {
  /// The number of rows or columns that a part of an area asks for.
  ///
  /// ``Area/rows(_:spacing:)`` and ``Area/columns(_:spacing:)`` say what happens where there is too
  /// much room for all, or too little. Negative numbers count as 0.
  public enum Length: Hashable, Sendable {
    /// A number of rows or columns.
    case fixed(Int)
    /// At least a number of rows or columns, and an equal share of the rest.
    case flexible(minimum: Int = 0)
    /// A part of the whole, from 0 to 1.
    case fraction(Double)
  }
}

extension Screen.Length {
  /// Divides a number of rows or columns.
  ///
  /// - Parameters:
  ///   - total: The number, at most a million.
  ///   - lengths: The lengths that the parts ask for.
  ///   - spacing: The room between two parts.
  /// - Returns: One range for each part, in order, within the total.
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
        // The edges are rounded, not the sizes, so that fractions of 1 in all fill the whole.
        let start = (fractions * Double(room)).rounded()
        fractions += fraction > 0 ? min(fraction, 1) : 0
        return Int((fractions * Double(room)).rounded() - start)
      }
    }
  }

  /// Gives what is left to the flexible lengths; the last ones get one more where it is not even.
  private static func share(_ rest: Int, among lengths: [Self], _ sizes: inout [Int]) {
    let flexible = lengths.indices.filter { lengths[$0].patience == 1 }
    for (number, index) in flexible.enumerated() {
      let end = rest * (number + 1) / flexible.count
      sizes[index] += end - rest * number / flexible.count
    }
  }

  /// Takes what there is too much of.
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

  /// The rank of the length among those that give way: the highest does so last.
  private var patience: Int {
    switch self {
    case .fraction: 0
    case .flexible: 1
    case .fixed: 2
    }
  }
}
