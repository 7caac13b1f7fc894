// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

/// A game that a player shared, for others to play the same puzzle.
public struct SharedGame: Codable, Hashable, Identifiable, Sendable {
  /// Tells shared games apart.
  public typealias ID = Tagged<SharedGame, UUID>

  /// The tag of ``Code``.
  public enum CodeTag {}

  /// The code in the link to the game.
  public typealias Code = Tagged<CodeTag, String>

  /// The code in the link to the game.
  public var code: Code

  /// How it ends.
  public var gameMode: GameMode

  /// Tells it from others.
  public var id: ID

  /// The language of its words.
  public var language: Language

  /// The moves of the sharing player.
  public var moves: Moves

  /// The puzzle.
  public var puzzle: ArchivablePuzzle

  /// A shared game.
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
