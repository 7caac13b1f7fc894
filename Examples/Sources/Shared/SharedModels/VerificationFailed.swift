// SPDX-License-Identifier: MIT

public import Foundation

/// A move that breaks the rules.
public struct VerificationFailed: Error, Hashable, Sendable {
  /// A rule that a move breaks.
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

  /// The index of the move, from 0.
  public var moveIndex: Int

  /// The word that the move spells, if it plays one.
  public var word: String?

  /// The rule that it breaks.
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
