// SPDX-License-Identifier: MIT

public import Foundation

/// Replays moves on a fresh puzzle, and accepts them only if each follows the rules.
///
/// A played word is valid if
/// - no face occurs twice in it,
/// - it has at least three characters,
/// - no earlier move played it,
/// - the dictionary knows it,
/// - its claimed score is right,
/// - and each face touches the one before, can be used, and both cubes are in play. Of the first
///   face only the cube must be in play.
///
/// Removing a cube is valid if the cube is in play, or if the move just before removed it too (two
/// quick taps), and if it claims no points. Replaying stops at the first move that is not valid.
///
/// - Parameters:
///   - moves: The moves, with the scores that a player claims.
///   - puzzle: The puzzle that they were played on.
///   - isValidWord: Whether the dictionary knows a word; asked with what the faces spell, once for each word.
/// - Returns: The words that were played, and the puzzle as the moves leave it.
/// - Throws: The first move that is not valid, and why.
/// - Complexity: O(faces in all moves).
@discardableResult
public func verify(
  moves: Moves,
  playedOn puzzle: ArchivablePuzzle,
  isValidWord: (String) -> Bool
) throws(VerificationFailed) -> VerifiedGame {
  var game = VerifiedGame(puzzle: Puzzle(puzzle), words: [])
  var playedWords: Set<String> = []

  for (index, move) in moves.enumerated() {
    switch move.type {
    case .playedWord(let faces):
      let word = game.puzzle.string(from: faces)
      if let reason = reasonToReject(
        word,
        spelledBy: faces,
        claiming: move.score,
        on: game.puzzle,
        after: playedWords,
        isValidWord: isValidWord
      ) {
        throw VerificationFailed(moveIndex: index, word: word, reason: reason)
      }
      playedWords.insert(word)
      game.words.append(VerifiedGame.Word(moveIndex: index, score: move.score, word: word))

    case .removedCube(let point):
      let isRepetition = index > 0 && moves[index - 1].type == move.type
      guard game.puzzle[point].isInPlay || isRepetition else {
        throw VerificationFailed(moveIndex: index, reason: .cubeNotInPlay(point))
      }
      guard move.score == 0 else {
        throw VerificationFailed(
          moveIndex: index,
          reason: .wrongScore(claimed: move.score, expected: 0)
        )
      }
    }
    game.puzzle.apply(move)
  }
  return game
}

private func reasonToReject(
  _ word: String,
  spelledBy faces: [IndexedCubeFace],
  claiming claimedScore: Int,
  on puzzle: Puzzle,
  after playedWords: Set<String>,
  isValidWord: (String) -> Bool
) -> VerificationFailed.Reason? {
  guard Set(faces).count == faces.count else { return .repeatedFace }
  guard word.count >= 3 else { return .tooShort }
  guard !playedWords.contains(word) else { return .alreadyPlayed }
  guard isValidWord(word) else { return .notInDictionary }
  guard claimedScore == score(word) else {
    return .wrongScore(claimed: claimedScore, expected: score(word))
  }
  for face in faces where !puzzle[face.index].isInPlay {
    return .cubeNotInPlay(face.index)
  }
  for (previous, face) in zip(faces, faces.dropFirst()) {
    guard previous.touches(face) else { return .facesDoNotTouch(previous, face) }
    guard puzzle.isPlayable(face) else { return .faceCovered(face) }
  }
  return nil
}

/// What replaying valid moves results in.
public struct VerifiedGame: Hashable, Sendable {
  /// A word that was played.
  public struct Word: Codable, Hashable, Sendable {
    /// Which move played it, from 0.
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
}

/// A move that breaks the rules.
public struct VerificationFailed: Error, Hashable, Sendable {
  /// Which rule a move breaks.
  public enum Reason: Hashable, Sendable {
    /// An earlier move played the same word.
    case alreadyPlayed

    /// A cube was removed or used up before.
    case cubeNotInPlay(LatticePoint)

    /// Another cube covers a face.
    case faceCovered(IndexedCubeFace)

    /// A word jumps from one face to another.
    case facesDoNotTouch(IndexedCubeFace, IndexedCubeFace)

    /// The dictionary does not know the word.
    case notInDictionary

    /// A word uses a face twice.
    case repeatedFace

    /// A word has fewer than three characters.
    case tooShort

    /// The claimed points are not those of the rules.
    case wrongScore(claimed: Int, expected: Int)
  }

  /// Which move it is, from 0.
  public var moveIndex: Int

  /// What the move spells, if it plays a word.
  public var word: String?

  /// Which rule it breaks.
  public var reason: Reason

  /// Names a move and the rule that it breaks.
  public init(moveIndex: Int, word: String? = nil, reason: Reason) {
    self.moveIndex = moveIndex
    self.word = word
    self.reason = reason
  }
}

extension VerificationFailed: LocalizedError, CustomStringConvertible {
  /// The move, counted from 1, and the rule that it breaks, as a sentence.
  ///
  /// For example: `Move 2, "CAB", is not valid: it was played before.`
  public var description: String {
    let move = word.map { "Move \(moveIndex + 1), \"\($0)\"," } ?? "Move \(moveIndex + 1)"
    return "\(move) is not valid: \(reason)."
  }

  /// The same sentence.
  public var errorDescription: String? { description }
}

extension VerificationFailed.Reason: CustomStringConvertible {
  /// The broken rule as part of a sentence.
  public var description: String {
    switch self {
    case .alreadyPlayed: "it was played before"
    case .cubeNotInPlay(let point): "the cube at \(point) is not in play"
    case .faceCovered(let face): "the \(face) is covered"
    case .facesDoNotTouch(let previous, let face): "the \(previous) and the \(face) do not touch"
    case .notInDictionary: "the dictionary does not have it"
    case .repeatedFace: "it uses a face twice"
    case .tooShort: "it has fewer than 3 characters"
    case .wrongScore(let claimed, let expected):
      "it claims \(claimed) points instead of \(expected)"
    }
  }
}
