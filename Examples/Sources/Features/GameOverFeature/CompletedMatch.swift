// SPDX-License-Identifier: MIT

public import DependencyClients
internal import Lockstep
public import SharedModels

/// A finished match of two players, from the local player's perspective.
public struct CompletedMatch: Equatable, Sendable {
  /// A word found in a match, and its score.
  public struct Word: Equatable, Sendable {
    /// The score.
    public var score: Int

    /// The word.
    public var word: String

    /// Creates a word.
    public init(score: Int, word: String) {
      self.score = score
      self.word = word
    }
  }

  /// The result of one of the two players.
  public struct Side: Equatable, Sendable {
    /// The name of the player.
    public var name: String

    /// The outcome for the player.
    public var outcome: TurnBasedMatch.Outcome

    /// The total score of the player's moves.
    public var score: Int

    /// The words that the player found, in order.
    public var words: [Word]

    /// Creates a side.
    public init(name: String, outcome: TurnBasedMatch.Outcome, score: Int, words: [Word]) {
      self.name = name
      self.outcome = outcome
      self.score = score
      self.words = words
    }
  }

  /// The opponent.
  public var them: Side

  /// The local player.
  public var you: Side

  /// Creates a match.
  public init(them: Side, you: Side) {
    self.them = them
    self.you = you
  }

  /// Creates the result of a game and its match.
  ///
  /// Recorded outcomes take precedence. If none is recorded, the scores decide. If only one player has quit, the other
  /// wins.
  ///
  /// - Parameters:
  ///   - game: The game. The result is `nil` if the game does not identify the local player.
  ///   - context: The match. The result is `nil` if the match has no other player.
  public init?(game: CompletedGame, context: TurnBasedContext) {
    guard
      let yourIndex = game.localPlayerIndex,
      let theirIndex = context.otherPlayerIndex
    else { return nil }
    them = Side(
      index: theirIndex,
      name: context.match.participant(at: theirIndex)?.player?.displayName ?? "Your opponent",
      outcome: context.match.participant(at: theirIndex)?.outcome ?? .none,
      game: game
    )
    you = Side(
      index: yourIndex,
      name: context.localPlayer.player.displayName,
      outcome: context.match.participant(at: yourIndex)?.outcome ?? .none,
      game: game
    )
    switch (you.outcome, them.outcome) {
    case (.none, .none) where you.score == them.score:
      (you.outcome, them.outcome) = (.tied, .tied)
    case (.none, .none):
      (you.outcome, them.outcome) = you.score > them.score ? (.won, .lost) : (.lost, .won)
    case (.none, .quit):
      you.outcome = .won
    case (.quit, .none):
      them.outcome = .won
    default:
      break
    }
  }
}

extension CompletedMatch.Side {
  fileprivate init(
    index: Move.PlayerIndex,
    name: String,
    outcome: TurnBasedMatch.Outcome,
    game: CompletedGame
  ) {
    let moves = game.moves.filter { $0.playerIndex == index }
    let puzzle = Puzzle(game.cubes)
    self.init(
      name: name,
      outcome: outcome,
      score: moves.score,
      words: moves.compactMap { move in
        guard case .playedWord(let faces) = move.type else { return nil }
        return CompletedMatch.Word(score: move.score, word: puzzle.string(from: faces))
      }
    )
  }
}

extension GameOverState {
  /// The match that the game finished, or `nil` if it was not part of one.
  public var completedMatch: CompletedMatch? {
    turnBasedContext.flatMap { CompletedMatch(game: completedGame, context: $0) }
  }
}
