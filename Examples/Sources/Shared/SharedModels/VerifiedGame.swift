// SPDX-License-Identifier: MIT

/// The result of replaying the valid moves of a game.
public struct VerifiedGame: Hashable, Sendable {
  /// A played word.
  public struct Word: Codable, Hashable, Sendable {
    /// The index of the move that played the word, starting at 0.
    public var moveIndex: Int

    /// The score of the word.
    public var score: Int

    /// The text that the faces spell.
    public var word: String

    /// Creates a played word.
    public init(moveIndex: Int, score: Int, word: String) {
      self.moveIndex = moveIndex
      self.score = score
      self.word = word
    }
  }

  /// The puzzle after the last move.
  public var puzzle: Puzzle

  /// The words, in the order in which they were played.
  public var words: [Word]

  /// Creates a result.
  public init(puzzle: Puzzle, words: [Word]) {
    self.puzzle = puzzle
    self.words = words
  }
}
