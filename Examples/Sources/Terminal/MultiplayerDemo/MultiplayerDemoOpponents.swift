// SPDX-License-Identifier: MIT

internal import DemoSupport
internal import Foundation
internal import Lockstep
internal import LockstepRouting
internal import ServerRouter
internal import SharedModels
internal import SiteMiddleware
internal import WordGameFeature

/// The players against whom one plays in a demo: they think for a while, and then ask the server as
/// everybody does.
struct MultiplayerDemoOpponents: Sendable {
  private let environment: ServerEnvironment
  private let players: [Player]
  private let words: [String]

  /// How long they think.
  static let thinkingTime: TimeInterval = 4

  /// Makes players.
  ///
  /// - Parameters:
  ///   - players: Who they are.
  ///   - environment: The server that they ask.
  ///   - words: What they know.
  init(_ players: [Player], _ environment: ServerEnvironment, words: [String]) {
    self.players = players
    self.environment = environment
    self.words = words.map { $0.uppercased() }
  }

  /// Plays a turn, if it is the turn of one of them, who has thought long enough.
  func answer(in match: Match) async throws {
    let thinksSince = match.moves.last?.playedAt ?? match.createdAt
    guard
      match.status == .open,
      let index = match.currentPlayerIndex?.rawValue,
      match.participants.indices.contains(index),
      let player = players.first(where: { $0.id == match.participants[index].player?.id }),
      environment.date() >= thinksSince.addingTimeInterval(Self.thinkingTime)
    else { return }
    let request = try environment.router.request(
      for: .api(
        ServerRoute.Api(
          accessToken: player.accessToken,
          isDebug: true,
          route: .matches(.play(match.id, move(in: match)))
        )
      )
    )
    _ = await siteMiddleware(environment: environment)(request)
  }

  /// The first word that they see, or, if there is none, a cube that is taken away.
  private func move(in match: Match) -> Move {
    var game = WordGameState(
      cubes: Puzzle(match.puzzle),
      gameMode: match.gameMode,
      gameStartTime: match.createdAt
    )
    for move in match.moves { game.cubes.apply(move) }
    let played = Set(
      match.moves.compactMap { move in
        if case .playedWord(let faces) = move.type { game.cubes.string(from: faces) } else { nil }
      }
    )
    // Each turn begins to look elsewhere, so that not all words begin with an A.
    let start = words.isEmpty ? 0 : (match.moves.count + 1) * 997 % words.count
    for word in words[start...] + words[..<start] where played.contains(word) == false {
      if let faces = game.faces(spelling: word) {
        return Move(playedAt: environment.date(), score: score(word), type: .playedWord(faces))
      }
    }
    let point = LatticePoint.allPoints.last { game.cubes[$0].isInPlay } ?? .corner
    return Move(playedAt: environment.date(), score: 0, type: .removedCube(point))
  }
}
