// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep
public import SharedModels

/// A match of several players who take turns.
public struct TurnBasedMatch: Equatable, Identifiable, Sendable {
  /// Tells matches apart.
  public typealias ID = Tagged<TurnBasedMatch, String>

  /// The outcome of a match for one of its players.
  public typealias Outcome = MatchParticipant.Outcome

  /// How far a match has come.
  public typealias Status = Match.Status

  /// A place in a match.
  public struct Participant: Equatable, Sendable {
    /// The recorded outcome.
    public var outcome: Outcome

    /// The player in the place; nil while it is free.
    public var player: GameCenterPlayer?

    /// A place in a match, by default an undecided one.
    public init(outcome: Outcome = .none, player: GameCenterPlayer? = nil) {
      self.outcome = outcome
      self.player = player
    }
  }

  /// The index of the player whose turn it is; nil when it is nobody's.
  public var currentPlayerIndex: Move.PlayerIndex?

  /// Tells the match from others.
  public var id: ID

  /// The moves so far, as the players' devices write and read them; see ``TurnBasedMatchData``.
  public var matchData: Data?

  /// The places of the match, by player index.
  public var participants: [Participant]

  /// How far it has come.
  public var status: Status

  /// A match, by default one in which it is nobody's turn.
  public init(
    currentPlayerIndex: Move.PlayerIndex? = nil,
    id: ID,
    matchData: Data? = nil,
    participants: [Participant],
    status: Status
  ) {
    self.currentPlayerIndex = currentPlayerIndex
    self.id = id
    self.matchData = matchData
    self.participants = participants
    self.status = status
  }

  /// A place by player index; nil if the match has no such place.
  public func participant(at index: Move.PlayerIndex) -> Participant? {
    participants.indices.contains(index.rawValue) ? participants[index.rawValue] : nil
  }
}

/// The moves of a match.
public struct TurnBasedMatchData: Codable, Equatable, Sendable {
  /// The puzzle that is played.
  public var cubes: ArchivablePuzzle

  /// How the match ends.
  public var gameMode: GameMode

  /// The language of its words.
  public var language: Language

  /// The moves of all players.
  public var moves: Moves

  /// The moves of a match, by default none.
  public init(
    cubes: ArchivablePuzzle,
    gameMode: GameMode,
    language: Language = .en,
    moves: Moves = []
  ) {
    self.cubes = cubes
    self.gameMode = gameMode
    self.language = language
    self.moves = moves
  }
}

extension TurnBasedMatchData {
  /// The data as a match holds it: equal data as equal bytes, so that equal matches are equal.
  ///
  /// - Returns: JSON with sorted keys.
  /// - Throws: An `EncodingError` if a date or a number is none in JSON.
  public func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(self)
  }
}

extension TurnBasedMatch {
  /// The moves of the match; nil if there are none, or a device wrote data that cannot be read here.
  public var decodedMatchData: TurnBasedMatchData? {
    matchData.flatMap { try? JSONDecoder().decode(TurnBasedMatchData.self, from: $0) }
  }
}
