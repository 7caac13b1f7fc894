// SPDX-License-Identifier: MIT

internal import DemoSupport
internal import Foundation
internal import Lockstep
internal import LockstepRouting
internal import ServerRouter
internal import SharedModels
internal import SiteMiddleware
internal import WordGameFeature

/// Simulated opponents, which wait for a while and then send requests like any other player.
struct MultiplayerDemoOpponents: Sendable {
  private let environment: ServerEnvironment
  private let players: [Player]
  private let words: [String]

  /// The time in seconds before an opponent acts.
  static let thinkingTime: TimeInterval = 4

  init(_ players: [Player], _ environment: ServerEnvironment, words: [String]) {
    self.players = players
    self.environment = environment
    self.words = words.map { $0.uppercased() }
  }

  func answer(in match: Match) async {
    let thinksSince = match.moves.last?.playedAt ?? match.createdAt
    guard environment.date() >= thinksSince.addingTimeInterval(Self.thinkingTime) else { return }
    switch match.status {
    case .ended:
      break
    case .matching:
      // The opponent depends on the match id. The join request then takes the oldest waiting match of the same kind.
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
    // Each turn starts at a different place in the list, so that not all words begin with A.
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
