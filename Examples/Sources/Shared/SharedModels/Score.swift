// SPDX-License-Identifier: MIT

/// Returns the score of a word: the sum of its letter values, times its length, times the number of letters beyond
/// three (at least 1).
///
/// ```swift
/// let points = score("CAB")  // (4 + 1 + 4) * 3 * 1 == 27
/// ```
///
/// Uppercase and lowercase letters have the same value. Characters other than A to Z have none. If the result
/// overflows, the score is the largest integer.
///
/// - Parameter word: The word.
/// - Returns: The score.
/// - Complexity: O(*n*) in the length of the word.
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
