// SPDX-License-Identifier: MIT

extension Collection<String> {
  /// Asks whether the nearest of these words was meant.
  ///
  /// ```swift
  /// ["--game", "--log"].suggestion(for: "--gaem")  // " (did you mean '--game'?)"
  /// ```
  ///
  /// - Parameter word: A word that is not among these.
  /// - Returns: The question, to follow a text about the word; empty if none of the words is near.
  /// - Complexity: O(*n* · *m*) in the lengths of the word and of all of these words.
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
  /// How many characters have to be added, left out, replaced or swapped with their neighbors to make one
  /// text of another, whether letters are large or small.
  ///
  /// Source: optimal string alignment, after Damerau, "A technique for computer detection and correction of
  /// spelling errors", Communications of the ACM 7 (1964).
  fileprivate func editDistance(to other: String) -> Int {
    let (rows, columns) = (Array(lowercased()), Array(other.lowercased()))
    // The distances of the beginnings of this text to those of the other one, for the last three beginnings.
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
