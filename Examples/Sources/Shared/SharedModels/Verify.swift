// SPDX-License-Identifier: MIT

/// Replays moves on a new puzzle and verifies that each one follows the rules.
///
/// A word is valid if
/// - no face occurs twice in it,
/// - it has at least three characters,
/// - no earlier move played it,
/// - the dictionary contains it,
/// - its claimed score is correct,
/// - the cubes of all its faces are in play,
/// - and each face after the first touches the previous one and is playable.
///
/// Removing a cube is valid if the cube is in play, or if the previous move removed it too (a double tap), and if the
/// claimed score is 0. The replay stops at the first invalid move.
///
/// - Parameters:
///   - moves: The moves, with the scores that the player claims.
///   - puzzle: The puzzle at the start of the game.
///   - isValidWord: Returns whether the dictionary contains a word. The function calls it at most once for each move.
/// - Returns: The played words, and the puzzle after the last move.
/// - Throws: The first invalid move and the rule that it breaks.
/// - Complexity: O(*n*) in the number of faces in all moves.
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
