// SPDX-License-Identifier: MIT

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
///   - isValidWord: Whether the dictionary knows a word; called with the word that the faces spell, once for each word.
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
