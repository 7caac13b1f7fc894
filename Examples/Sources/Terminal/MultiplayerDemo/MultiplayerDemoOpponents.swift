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
  ///   - players: The players.
  ///   - environment: The server that they ask.
  ///   - words: The words that they know.
  init(_ players: [Player], _ environment: ServerEnvironment, words: [String]) {
    self.players = players
    self.environment = environment
    self.words = words.map { $0.uppercased() }
  }

  /// Does in a match what one of them would do by now: takes the free place, or plays a turn.
  func answer(in match: Match) async {
    let thinksSince = match.moves.last?.playedAt ?? match.createdAt
    guard environment.date() >= thinksSince.addingTimeInterval(Self.thinkingTime) else { return }
    switch match.status {
    case .ended:
      break
    case .matching:
      // Not always the same one; who joins takes the first match of the kind that waits.
      let others = players.filter { match.index(of: $0.id) == nil }
      guard others.isEmpty == false else { return }
      let player = others[Int(match.id.rawValue.uuid.15) % others.count]
      await ask(
        .start(gameMode: match.gameMode, language: match.language, opponent: nil),
        by: player
      )
    case .open:
      guard
        let index = match.currentPlayerIndex?.rawValue,
        match.participants.indices.contains(index),
        let player = players.first(where: { $0.id == match.participants[index].player?.id })
      else { return }
      await ask(.play(match.id, move(in: match)), by: player)
    }
  }

  private func ask(_ route: ServerRoute.Api.Route.Matches, by player: Player) async {
    let api = ServerRoute.Api(
      accessToken: player.accessToken,
      isDebug: true,
      route: .matches(route)
    )
    guard let request = try? environment.router.request(for: .api(api)) else { return }
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
