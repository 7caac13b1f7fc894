// SPDX-License-Identifier: MIT

/// The result of replaying valid moves.
public struct VerifiedGame: Hashable, Sendable {
  /// A word that was played.
  public struct Word: Codable, Hashable, Sendable {
    /// The index of the move that played it, from 0.
    public var moveIndex: Int

    /// Its points.
    public var score: Int

    /// The word as the faces spell it.
    public var word: String

    /// A word with its points and its move.
    public init(moveIndex: Int, score: Int, word: String) {
      self.moveIndex = moveIndex
      self.score = score
      self.word = word
    }
  }

  /// The puzzle after the last move.
  public var puzzle: Puzzle

  /// The words in the order in which they were played.
  public var words: [Word]

  /// A puzzle after moves, and their words.
  public init(puzzle: Puzzle, words: [Word]) {
    self.puzzle = puzzle
    self.words = words
  }
}
