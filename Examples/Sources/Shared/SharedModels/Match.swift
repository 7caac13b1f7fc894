// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

/// A turn-based game of two players, as the server stores it.
public struct Match: Codable, Hashable, Identifiable, Sendable {
  /// The identifier of a match.
  public typealias ID = Tagged<Match, UUID>

  /// The status of a match.
  public enum Status: String, CaseIterable, Codable, Hashable, Sendable {
    /// The match is over.
    case ended

    /// The match is waiting for a second player.
    case matching

    /// The match is in progress.
    case open
  }

  /// The time at which the match was created.
  public var createdAt: Date

  /// The index of the player whose turn it is; nil after the match.
  public var currentPlayerIndex: Move.PlayerIndex?

  /// The mode of the game.
  public var gameMode: GameMode

  /// The identifier of the match.
  public var id: ID

  /// The language of the words.
  public var language: Language

  /// The moves of both players so far.
  public var moves: Moves

  /// The participants, by player index.
  public var participants: [MatchParticipant]

  /// The puzzle at the start of the match.
  public var puzzle: ArchivablePuzzle

  /// The status of the match.
  public var status: Status

  /// Creates a match, by default an open one without moves.
  public init(
    createdAt: Date,
    currentPlayerIndex: Move.PlayerIndex? = 0,
    gameMode: GameMode,
    id: ID,
    language: Language = .en,
    moves: Moves = [],
    participants: [MatchParticipant],
    puzzle: ArchivablePuzzle,
    status: Status = .open
  ) {
    self.createdAt = createdAt
    self.currentPlayerIndex = currentPlayerIndex
    self.gameMode = gameMode
    self.id = id
    self.language = language
    self.moves = moves
    self.participants = participants
    self.puzzle = puzzle
    self.status = status
  }
}

extension Match {
  /// Returns the index of a player; nil if the player is not in the match.
  public func index(of playerId: Player.ID) -> Move.PlayerIndex? {
    participants.firstIndex { $0.player?.id == playerId }.map(Move.PlayerIndex.init(rawValue:))
  }

  /// Returns the claimed score of the player at the given index.
  public func score(of index: Move.PlayerIndex) -> Int {
    moves.filter { $0.playerIndex == index }.score
  }

  /// Returns the outcome of the match for a player.
  ///
  /// A recorded outcome has priority. If no participant has one, the scores of a match that is over decide. If only the
  /// opponent has a recorded outcome, it counts if the opponent quit: the player has won.
  ///
  /// - Parameter index: The player's index. If the match has no such player, the outcome is `none`.
  /// - Returns: The outcome.
  /// - Complexity: O(*n*) in the number of moves.
  public func outcome(of index: Move.PlayerIndex) -> MatchParticipant.Outcome {
    guard status == .ended, participants.indices.contains(index.rawValue) else { return .none }
    let own = participants[index.rawValue].outcome
    let other = participants.indices.first { $0 != index.rawValue }
    guard own == .none, let other else { return own }
    guard participants[other].outcome == .none else {
      return participants[other].outcome == .quit ? .won : .none
    }
    let (mine, theirs) = (score(of: index), score(of: Move.PlayerIndex(rawValue: other)))
    return mine == theirs ? .tied : mine > theirs ? .won : .lost
  }
}

extension Match {
  /// Appends a move by the current player and passes the turn to the next one.
  ///
  /// - Parameters:
  ///   - move: The move. The method sets its player index.
  ///   - isLast: Whether the move ends the match.
  /// - Precondition: It is a player's turn.
  public mutating func play(_ move: Move, isLast: Bool) {
    guard let index = currentPlayerIndex else {
      preconditionFailure("Nobody has a turn in the match \(id).")
    }
    var move = move
    move.playerIndex = index
    moves.append(move)
    let next = (index.rawValue + 1) % max(1, participants.count)
    currentPlayerIndex = isLast ? nil : Move.PlayerIndex(rawValue: next)
    if isLast { status = .ended }
  }
}

/// A participant of a match.
public struct MatchParticipant: Codable, Hashable, Sendable {
  /// The outcome of a match for one player.
  public enum Outcome: String, CaseIterable, Codable, Hashable, Sendable {
    /// The player has fewer points than the opponent, or the opponent quit against them.
    case lost

    /// The outcome is undecided.
    case none

    /// The player quit.
    case quit

    /// Both players have the same number of points.
    case tied

    /// The player has more points than the opponent, or the opponent quit.
    case won
  }

  /// The recorded outcome.
  public var outcome: Outcome

  /// The player; nil until one joins.
  public var player: MatchPlayer?

  /// Creates a participant, by default without a player.
  public init(outcome: Outcome = .none, player: MatchPlayer? = nil) {
    self.outcome = outcome
    self.player = player
  }
}

/// The data of a player that opponents can see.
public struct MatchPlayer: Codable, Hashable, Identifiable, Sendable {
  /// The displayed name.
  public var displayName: String?

  /// The player's identifier in Game Center.
  public var gameCenterLocalPlayerId: GameCenterPlayerId?

  /// The identifier of the player.
  public var id: Player.ID

  /// Creates a match player.
  public init(
    displayName: String? = nil,
    gameCenterLocalPlayerId: GameCenterPlayerId? = nil,
    id: Player.ID
  ) {
    self.displayName = displayName
    self.gameCenterLocalPlayerId = gameCenterLocalPlayerId
    self.id = id
  }

  /// Creates a match player from the public data of a player.
  public init(_ player: Player) {
    self.init(
      displayName: player.displayName,
      gameCenterLocalPlayerId: player.gameCenterLocalPlayerId,
      id: player.id
    )
  }
}

/// A player's record in matches.
public struct PlayerRecord: Codable, Hashable, Sendable {
  /// The number of matches that the player lost or quit.
  public var lost: Int

  /// The number of matches in progress.
  public var open: Int

  /// The player.
  public var player: MatchPlayer

  /// The number of matches that ended in a tie or undecided.
  public var tied: Int

  /// The number of matches that the player won.
  public var won: Int

  /// Creates a record, by default an empty one.
  public init(player: MatchPlayer, lost: Int = 0, open: Int = 0, tied: Int = 0, won: Int = 0) {
    self.lost = lost
    self.open = open
    self.player = player
    self.tied = tied
    self.won = won
  }

  /// Adds matches with the same outcome to the record.
  ///
  /// - Parameters:
  ///   - outcome: The outcome for the player; nil for matches in progress.
  ///   - matches: The number of matches.
  public mutating func count(_ outcome: MatchParticipant.Outcome?, _ matches: Int = 1) {
    switch outcome {
    case nil: open += matches
    case .lost, .quit: lost += matches
    case .some(.none), .tied: tied += matches
    case .won: won += matches
    }
  }

  /// Whether the player has finished a match.
  public var hasPastGames: Bool { lost > 0 || tied > 0 || won > 0 }
}

extension Match.Status {
  /// Decodes `ended`, `matching` or `open`.
  public init(from decoder: any Decoder) throws {
    try self.init(caseFrom: decoder)
  }
}

extension MatchParticipant.Outcome {
  /// Decodes `lost`, `none`, `quit`, `tied` or `won`.
  public init(from decoder: any Decoder) throws {
    try self.init(caseFrom: decoder)
  }
}
