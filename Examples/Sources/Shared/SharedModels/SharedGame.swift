// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

/// A game that a player shared so that others can play the same puzzle.
public struct SharedGame: Codable, Hashable, Identifiable, Sendable {
  /// The identifier of a shared game.
  public typealias ID = Tagged<SharedGame, UUID>

  /// The tag of ``Code``.
  public enum CodeTag {}

  /// The code in the link to a shared game.
  public typealias Code = Tagged<CodeTag, String>

  /// The code in the link to the game.
  public var code: Code

  /// The mode of the game.
  public var gameMode: GameMode

  /// The identifier of the shared game.
  public var id: ID

  /// The language of the words.
  public var language: Language

  /// The moves of the player who shared the game.
  public var moves: Moves

  /// The puzzle.
  public var puzzle: ArchivablePuzzle

  /// Creates a shared game.
  public init(
    code: Code,
    gameMode: GameMode,
    id: ID,
    language: Language,
    moves: Moves,
    puzzle: ArchivablePuzzle
  ) {
    self.code = code
    self.gameMode = gameMode
    self.id = id
    self.language = language
    self.moves = moves
    self.puzzle = puzzle
  }
}
