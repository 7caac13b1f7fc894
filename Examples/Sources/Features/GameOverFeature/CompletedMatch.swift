// SPDX-License-Identifier: MIT

public import DependencyClients
internal import Lockstep
public import SharedModels

/// A finished match of two players, as the player at this device sees it.
public struct CompletedMatch: Equatable, Sendable {
  /// A word that was found in a match, and its points.
  public struct Word: Equatable, Sendable {
    /// The points.
    public var score: Int

    /// The word.
    public var word: String

    /// A word and its points.
    public init(score: Int, word: String) {
      self.score = score
      self.word = word
    }
  }

  /// The result of one of the two players.
  public struct Side: Equatable, Sendable {
    /// The name of the player.
    public var name: String

    /// The outcome of the match for them.
    public var outcome: TurnBasedMatch.Outcome

    /// The points of all their moves.
    public var score: Int

    /// The words they found, in their order.
    public var words: [Word]

    /// One of the two players.
    public init(name: String, outcome: TurnBasedMatch.Outcome, score: Int, words: [Word]) {
      self.name = name
      self.outcome = outcome
      self.score = score
      self.words = words
    }
  }

  /// The opponent.
  public var them: Side

  /// The player at this device.
  public var you: Side

  /// A match of two players.
  public init(them: Side, you: Side) {
    self.them = them
    self.you = you
  }

  /// The results of a game and of the match that it belongs to.
  ///
  /// What Game Center has recorded counts. As long as nothing is, the points decide, and if only one
  /// has quit, the other has won.
  ///
  /// - Parameters:
  ///   - game: The game; nil is returned if it does not say who the player at this device was.
  ///   - context: The match; nil is returned if it has no other player.
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
  /// The match that the game has finished; nil if it was none.
  public var completedMatch: CompletedMatch? {
    turnBasedContext.flatMap { CompletedMatch(game: completedGame, context: $0) }
  }
}
