// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import ServerRouter
internal import SharedModels
internal import WireClient

private typealias Submission = ServerRoute.Api.Route.Games.SubmitRequest

/// Sends requests that need more space in the database than in the request.
struct Amplification {
  var requests: Requests
  var database: String

  func run() throws -> String {
    let player = try requests.player(device: 3, host: 4)
    var sent = 0
    func submit(_ players: Int, _ moves: Int, _ number: Int) throws -> WireResponse? {
      let ids = (0..<players).map { index in
        (Move.PlayerIndex(rawValue: index), index == 0 ? player.id : Player.ID(rawValue: UUID()))
      }
      var puzzle = ArchivablePuzzle.mock
      puzzle[.corner].left.letters = "\(number)"
      let move = Move(playedAt: Date(), playerIndex: 0, score: 0, type: .removedCube(.corner))
      let game = Submission(
        gameContext: .turnBased(
          .init(
            gameMode: .unlimited,
            language: .en,
            playerIndexToId: Dictionary(uniqueKeysWithValues: ids),
            puzzle: puzzle
          )
        ),
        moves: Moves(repeatElement(move, count: moves))
      )
      let bytes = requests.submission(try JSONEncoder().encode(game), token: player.token)
      sent += bytes.count
      return try requests.patientAnswer(bytes, host: 4)
    }
    let before = size()
    try expect("1500 players", try submit(1_500, 200, 0), 400, containing: "at most 16 players")
    try expect(
      "1000 moves",
      try submit(2, 1_000, 0),
      400,
      containing: "at most \(Bounds.moves) moves"
    )
    sent = 0
    for number in 0..<20 { try expect("16 players", try submit(16, Bounds.moves, number), 200) }
    let growth = size() - before
    // For each game, SQLite writes whole pages of some indices.
    guard growth <= 2 * sent + 2_000_000 else {
      throw Failure("\(sent) bytes of games have made the database larger by \(growth)")
    }
    return "crowds and endless games; \(sent) bytes of games became \(growth) in the database"
  }

  private func size() -> Int {
    ["", "-wal"].reduce(0) { sum, suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: database + suffix)
      return sum + (attributes?[.size] as? Int ?? 0)
    }
  }
}

struct LongTexts {
  var requests: Requests

  func run() throws -> String {
    let player = try requests.player(device: 7, host: 15)
    let opponent = try requests.player(device: 8, host: 15)
    var refused = 0
    func check(_ name: String, _ status: Int, _ bytes: [UInt8]) throws {
      try expect(name, try requests.patientAnswer(bytes, host: 15), status)
      if status != 200 { refused += 1 }
    }
    for (field, bound) in [
      ("displayName", Bounds.displayName), ("gameCenterLocalPlayerId", Bounds.gameCenterPlayerId),
      ("timeZone", Bounds.timeZone),
    ] {
      try check("a \(field) as long as allowed", 200, authentication(field, bound))
      for size in [bound + 1, 100_000] {
        try check("a \(field) of \(size) bytes", 400, authentication(field, size))
      }
    }
    try check("a name of 2,000,000 bytes", 413, authentication("displayName", 2_000_000))
    // Each character has two bytes.
    let name = String(repeating: "é", count: Bounds.displayName / 2 + 1)
    try check("a name of long characters", 400, authentication("displayName", text: name))
    try check("letters of a face", 400, try game(letters: Bounds.letters + 1, player))
    try check("a long word", 400, try game(faces: Bounds.facesOfWord + 1, player))
    let token = String(repeating: "a", count: Bounds.pushToken + 1)
    let push = Data(#"{"authorizationStatus":2,"build":1,"token":"\#(token)"}"#.utf8)
    let path = "/api/push-tokens?accessToken=\(player.token)"
    try check("a long push token", 400, requests.request("POST", path, "", push))
    try checkPages(of: player, with: opponent)
    return "\(refused) texts and lists that are too long; a list of matches has at most 20"
  }

  private func checkPages(of player: Player, with opponent: Player) throws {
    let query = "accessToken=\(player.token)&gameMode=unlimited&language=en"
    for _ in 0..<25 {
      let target = "/api/matches?\(query)&opponent=\(opponent.id.rawValue)"
      let start = requests.request("POST", target, "", nil)
      try expect("a match", try requests.patientAnswer(start, host: 15), 200)
    }
    let list = "/api/matches?accessToken=\(player.token)"
    let first = try requests.value([Match].self, "a list", requests.get(list), host: 15)
    guard first.count == Bounds.matchesOfPage, let last = first.last else {
      throw Failure("a list has \(first.count) matches, expected \(Bounds.matchesOfPage)")
    }
    let next = requests.get("\(list)&before=\(last.id.rawValue)")
    let second = try requests.value([Match].self, "a list", next, host: 15)
    let all = first + second
    guard second.count == 5, Set(all.map(\.id)).count == 25 else {
      throw Failure("the next page has \(second.count) matches, expected the 5 others")
    }
    guard zip(all, all.dropFirst()).allSatisfy({ $0.createdAt >= $1.createdAt }) else {
      throw Failure("the matches are not sorted from newest to oldest")
    }
  }

  private func authentication(_ field: String, _ size: Int) -> [UInt8] {
    authentication(field, text: String(repeating: "x", count: size))
  }

  private func authentication(_ field: String, text: String) -> [UInt8] {
    let body = Data(#"{"deviceId":"\#(UUID())","\#(field)":"\#(text)"}"#.utf8)
    return requests.request("POST", "/api/authenticate", "", body)
  }

  private func game(letters: Int = 1, faces: Int = 3, _ player: Player) throws -> [UInt8] {
    var puzzle = ArchivablePuzzle.mock
    puzzle[.corner].top.letters = String(repeating: "A", count: letters)
    let word = Move.MoveType.playedWord(Array(repeating: .cornerTop, count: faces))
    let game = Submission(
      gameContext: .solo(.init(gameMode: .timed, language: .en, puzzle: puzzle)),
      moves: [Move(playedAt: Date(), score: 0, type: word)]
    )
    return requests.submission(try JSONEncoder().encode(game), token: player.token)
  }
}
