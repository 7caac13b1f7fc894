// SPDX-License-Identifier: MIT

/// The points for a word: the sum of its letters' values, times its length, times how much it is
/// longer than three letters (at least 1).
///
/// ```swift
/// let points = score("CAB")  // (4 + 1 + 4) * 3 * 1 == 27
/// ```
///
/// Letter case does not matter, and a character other than the letters A to Z has no value. A word too
/// long for its points to be counted scores the largest integer.
///
/// - Parameter word: The word.
/// - Returns: Its points.
/// - Complexity: O(length).
public func score(_ word: String) -> Int {
  let letters = word.uppercased()
  let value = letters.reduce(0) { $0 + (letterValues[$1] ?? 0) }
  let (product, overflow) = value.multipliedReportingOverflow(by: letters.count)
  let (score, secondOverflow) = product.multipliedReportingOverflow(by: max(1, letters.count - 3))
  return overflow || secondOverflow ? .max : score
}

private let letterValues: [Character: Int] = [
  "A": 1, "B": 4, "C": 4, "D": 3, "E": 1, "F": 5, "G": 3, "H": 5, "I": 1, "J": 9, "K": 6, "L": 2,
  "M": 4, "N": 2, "O": 1, "P": 4, "Q": 12, "R": 2, "S": 1, "T": 2, "U": 1, "V": 5, "W": 5, "X": 9,
  "Y": 5, "Z": 11,
]
