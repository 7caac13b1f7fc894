// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import SharedModels

extension InMemoryDatabase {
  func sharedGame(_ code: SharedGame.Code) throws -> SharedGame {
    guard let game = update({ $0.sharedGames[code] }) else {
      throw DatabaseError.notFound("a shared game \(code)")
    }
    return game
  }

  func share(_ game: CompletedGame) -> SharedGame {
    let id = uuid()
    let shared = SharedGame(
      code: SharedGame.Code(rawValue: id.uuidString.lowercased().replacing("-", with: "")),
      gameMode: game.gameMode,
      id: SharedGame.ID(rawValue: id),
      language: game.language,
      moves: game.moves,
      puzzle: game.cubes
    )
    update { $0.sharedGames[shared.code] = shared }
    return shared
  }
}
