// SPDX-License-Identifier: MIT

public import Foundation

/// An error that describes the first invalid move of a game.
public struct VerificationFailed: Error, Hashable, Sendable {
  /// The rule that a move breaks.
  public enum Reason: Hashable, Sendable {
    /// An earlier move played the same word.
    case alreadyPlayed

    /// A cube of the move was removed or used up before.
    case cubeNotInPlay(LatticePoint)

    /// Another cube covers a face of the word.
    case faceCovered(IndexedCubeFace)

    /// Two consecutive faces of the word do not touch.
    case facesDoNotTouch(IndexedCubeFace, IndexedCubeFace)

    /// The dictionary does not contain the word.
    case notInDictionary

    /// The word uses a face twice.
    case repeatedFace

    /// The word has fewer than three characters.
    case tooShort

    /// The claimed score differs from the score of the rules.
    case wrongScore(claimed: Int, expected: Int)
  }

  /// The index of the move, starting at 0.
  public var moveIndex: Int

  /// The word that the move spells; nil if the move removes a cube.
  public var word: String?

  /// The broken rule.
  public var reason: Reason

  /// Creates an error.
  public init(moveIndex: Int, word: String? = nil, reason: Reason) {
    self.moveIndex = moveIndex
    self.word = word
    self.reason = reason
  }
}

extension VerificationFailed: LocalizedError, CustomStringConvertible {
  /// A sentence with the number of the move, starting at 1, and the broken rule.
  ///
  /// For example, `Move 2, "CAB", is not valid: it was played before.`
  public var description: String {
    let move = word.map { "Move \(moveIndex + 1), \"\($0)\"," } ?? "Move \(moveIndex + 1)"
    return "\(move) is not valid: \(reason)."
  }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}

extension VerificationFailed.Reason: CustomStringConvertible {
  /// The broken rule as a part of a sentence.
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
