// SPDX-License-Identifier: MIT

extension Collection<String> {
  /// Returns a question that suggests the most similar element.
  ///
  /// ```swift
  /// ["--game", "--log"].suggestion(for: "--gaem")  // " (did you mean '--game'?)"
  /// ```
  ///
  /// - Parameter word: A word that is not in the collection.
  /// - Returns: The question, for appending to a message; empty if no element is similar.
  /// - Complexity: O(*n* · *m*) in the lengths of the word and of all elements.
  package func suggestion(for word: String) -> String {
    let distances = map { (word: $0, distance: $0.editDistance(to: word)) }
    guard
      let nearest = distances.min(by: { $0.distance < $1.distance }),
      nearest.distance <= Swift.min(2, Swift.max(word.count, nearest.word.count) / 3)
    else { return "" }
    return " (did you mean '\(nearest.word)'?)"
  }
}

extension String {
  /// The number of insertions, deletions, replacements and swaps of neighbors between two strings, ignoring case.
  ///
  /// Source: optimal string alignment, after Damerau, "A technique for computer detection and correction of
  /// spelling errors", Communications of the ACM 7 (1964).
  fileprivate func editDistance(to other: String) -> Int {
    let (rows, columns) = (Array(lowercased()), Array(other.lowercased()))
    // The distances between prefixes of both strings, for the last three prefixes of this one.
    var secondLast: [Int] = []
    var last: [Int] = []
    var distances = Array(0...columns.count)
    for row in rows.indices {
      (secondLast, last, distances) = (last, distances, [row + 1])
      for column in columns.indices {
        let replaced = last[column] + (rows[row] == columns[column] ? 0 : 1)
        var distance = Swift.min(replaced, last[column + 1] + 1, distances[column] + 1)
        if row > 0, column > 0, rows[row] == columns[column - 1], rows[row - 1] == columns[column] {
          distance = Swift.min(distance, secondLast[column - 1] + 1)
        }
        distances.append(distance)
      }
    }
    return distances[columns.count]
  }
}
