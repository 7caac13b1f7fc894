// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

/// A game of two players who take turns, as the server stores it.
public struct Match: Codable, Hashable, Identifiable, Sendable {
  /// Tells matches apart.
  public typealias ID = Tagged<Match, UUID>

  /// How far a match has come.
  public enum Status: String, CaseIterable, Codable, Hashable, Sendable {
    /// It is over.
    case ended

    /// It waits for a second player.
    case matching

    /// It is played.
    case open
  }

  /// When it was started.
  public var createdAt: Date

  /// The index of the player whose turn it is; nil when it is over.
  public var currentPlayerIndex: Move.PlayerIndex?

  /// How it is played.
  public var gameMode: GameMode

  /// Tells it from others.
  public var id: ID

  /// The language of its words.
  public var language: Language

  /// The moves so far, of both players.
  public var moves: Moves

  /// The places, by player index.
  public var participants: [MatchParticipant]

  /// The puzzle at the beginning.
  public var puzzle: ArchivablePuzzle

  /// How far it has come.
  public var status: Status

  /// A match, by default one in which nothing was played.
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
  /// The place of a player; nil for other players.
  public func index(of playerId: Player.ID) -> Move.PlayerIndex? {
    participants.firstIndex { $0.player?.id == playerId }.map(Move.PlayerIndex.init(rawValue:))
  }

  /// The claimed points of a place.
  public func score(of index: Move.PlayerIndex) -> Int {
    moves.filter { $0.playerIndex == index }.score
  }

  /// The outcome of the match for a place.
  ///
  /// What is recorded counts. As long as nothing is, the points decide when the match is over, and if
  /// only one has quit, the other has won.
  ///
  /// - Parameter index: The place; of one that the match does not have the outcome is `none`.
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
  /// Appends a move of the player whose turn it is, and passes the turn on.
  ///
  /// - Parameters:
  ///   - move: The move; it becomes a move of that player.
  ///   - isLast: Whether the match is over with it.
  /// - Precondition: It is somebody's turn.
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

/// A place in a match.
public struct MatchParticipant: Codable, Hashable, Sendable {
  /// The outcome of a match for one of its players.
  public enum Outcome: String, CaseIterable, Codable, Hashable, Sendable {
    /// Fewer points than the opponent, or the opponent quit against them.
    case lost

    /// Nothing is decided yet.
    case none

    /// They left.
    case quit

    /// As many points as the opponent.
    case tied

    /// More points than the opponent, or the opponent quit.
    case won
  }

  /// The recorded outcome of the place.
  public var outcome: Outcome

  /// The player in the place; nil while it is free.
  public var player: MatchPlayer?

  /// A place, by default a free one.
  public init(outcome: Outcome = .none, player: MatchPlayer? = nil) {
    self.outcome = outcome
    self.player = player
  }
}

/// The public data of a player, for the others of a match.
public struct MatchPlayer: Codable, Hashable, Identifiable, Sendable {
  /// The name for others to see.
  public var displayName: String?

  /// The id in Game Center.
  public var gameCenterLocalPlayerId: GameCenterPlayerId?

  /// Tells the player from others.
  public var id: Player.ID

  /// A player by what others may know.
  public init(
    displayName: String? = nil,
    gameCenterLocalPlayerId: GameCenterPlayerId? = nil,
    id: Player.ID
  ) {
    self.displayName = displayName
    self.gameCenterLocalPlayerId = gameCenterLocalPlayerId
    self.id = id
  }

  /// The public data of a player.
  public init(_ player: Player) {
    self.init(
      displayName: player.displayName,
      gameCenterLocalPlayerId: player.gameCenterLocalPlayerId,
      id: player.id
    )
  }
}

/// How a player has done in matches.
public struct PlayerRecord: Codable, Hashable, Sendable {
  /// The number of matches that were lost, or left.
  public var lost: Int

  /// The number of matches that are not over.
  public var open: Int

  /// The player.
  public var player: MatchPlayer

  /// The number of matches that ended with equal points, or undecided.
  public var tied: Int

  /// The number of matches that were won.
  public var won: Int

  /// A record, by default that of a player without matches.
  public init(player: MatchPlayer, lost: Int = 0, open: Int = 0, tied: Int = 0, won: Int = 0) {
    self.lost = lost
    self.open = open
    self.player = player
    self.tied = tied
    self.won = won
  }

  /// Adds matches with the same outcome to the counts.
  ///
  /// - Parameters:
  ///   - outcome: The result of the matches for the player; nil if they are not over.
  ///   - matches: The number of matches.
  public mutating func count(_ outcome: MatchParticipant.Outcome?, _ matches: Int = 1) {
    switch outcome {
    case nil: open += matches
    case .lost, .quit: lost += matches
    case .some(.none), .tied: tied += matches
    case .won: won += matches
    }
  }

  /// Whether a match has ended.
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
