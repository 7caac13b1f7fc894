// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
public import SharedModels

extension InMemoryDatabase {
  /// Stores a match and replaces a match with the same identifier.
  public func insert(_ match: Match) {
    update { state in
      if let index = state.matches.firstIndex(where: { $0.id == match.id }) {
        state.matches[index] = match
      } else {
        state.matches.append(match)
      }
    }
  }

  func match(_ id: Match.ID) -> Match? {
    update { state in state.matches.first { $0.id == id } }
  }

  func matches(_ request: FetchMatchesRequest) -> [Match] {
    update { state in
      let matches = state.matches.reversed().filter { $0.index(of: request.playerId) != nil }
        .stablySorted { $0.createdAt > $1.createdAt }
      guard let before = request.before else { return Array(matches.prefix(Bounds.matchesOfPage)) }
      let rest = matches.drop { $0.id != before }.dropFirst()
      return Array(rest.prefix(Bounds.matchesOfPage))
    }
  }

  func record(of player: Player) -> PlayerRecord {
    update { state in
      state.matches.reduce(into: PlayerRecord(player: MatchPlayer(player))) { record, match in
        guard let index = match.index(of: player.id) else { return }
        record.count(match.status == .ended ? match.outcome(of: index) : nil)
      }
    }
  }

  func turnBasedGame(_ request: FetchTurnBasedGameRequest) throws -> TurnBasedGame {
    try request.game(in: update { $0.matches })
  }

  func play(_ request: PlayTurnRequest) throws -> Match {
    try update { state in
      let index = state.matches.firstIndex { $0.id == request.matchId }
      let match = try request.play(in: index.map { state.matches[$0] })
      if let index { state.matches[index] = match }
      return match
    }
  }

  func start(_ request: StartMatchRequest) throws -> Match {
    let (date, id) = (date(), Match.ID(rawValue: uuid()))
    return try update { state in
      let player = try state.matchPlayer(request.playerId)
      if request.opponent == nil, let index = state.matches.firstIndex(where: request.canJoin) {
        state.matches[index].participants.append(MatchParticipant(player: player))
        state.matches[index].status = .open
        return state.matches[index]
      }
      guard request.opponent != request.playerId else { throw DatabaseError.matchWithOneself }
      let open = state.matches.count { match in
        match.status != .ended && match.index(of: request.playerId) == 0
      }
      guard open < Bounds.openMatches else { throw DatabaseError.tooManyMatches }
      var match = Match(
        createdAt: date,
        gameMode: request.gameMode,
        id: id,
        language: request.language,
        participants: [MatchParticipant(player: player)],
        puzzle: request.puzzle,
        status: .matching
      )
      if let opponent = request.opponent {
        match.participants.append(MatchParticipant(player: try state.matchPlayer(opponent)))
        match.status = .open
      }
      state.matches.append(match)
      return match
    }
  }

  func start(_ request: StartRematchRequest) throws -> Match {
    let (date, id) = (date(), Match.ID(rawValue: uuid()))
    return try update { state in
      if let rematch = state.rematches[request.matchId],
        let match = state.matches.first(where: { $0.id == rematch })
      {
        return match
      }
      let match = Match(
        createdAt: date,
        gameMode: request.gameMode,
        id: id,
        language: request.language,
        participants: [
          MatchParticipant(player: try state.matchPlayer(request.playerId)),
          MatchParticipant(player: try state.matchPlayer(request.opponent)),
        ],
        puzzle: request.puzzle
      )
      state.matches.append(match)
      state.rematches[request.matchId] = id
      return match
    }
  }
}

extension StartMatchRequest {
  fileprivate func canJoin(_ match: Match) -> Bool {
    match.status == .matching && match.gameMode == gameMode && match.language == language
      && match.index(of: playerId) == nil
  }
}

extension InMemoryDatabase.State {
  fileprivate func matchPlayer(_ id: Player.ID) throws -> MatchPlayer {
    guard let player = players[id] else { throw DatabaseError.notFound("a player \(id)") }
    return MatchPlayer(player)
  }
}

extension Sequence {
  /// A stable sort, because the standard library does not document that `sorted(by:)` is stable.
  func stablySorted(by areInIncreasingOrder: (Element, Element) -> Bool) -> [Element] {
    enumerated()
      .sorted { first, second in
        if areInIncreasingOrder(first.element, second.element) { return true }
        return !areInIncreasingOrder(second.element, first.element) && first.offset < second.offset
      }
      .map(\.element)
  }
}
