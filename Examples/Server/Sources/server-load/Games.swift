// SPDX-License-Identifier: MIT

internal import ExampleData
internal import Foundation
internal import ServerRouter
internal import SharedModels
internal import SiteServer

/// Games of one word each, which the server's dictionary contains.
///
/// The number of a game determines its content, so that a test can compute the expected answers.
struct Games: Sendable {
  struct Game: Sendable {
    var body: Data
    var puzzle: ArchivablePuzzle
    var score: Int
  }

  private let games: [Game]

  init() throws {
    let encoder = JSONEncoder()
    games = try ExampleData.words().map { word in
      var puzzle = ArchivablePuzzle.mock
      // Three adjacent faces. A face may hold more than one letter.
      let letters = word.uppercased().map(String.init)
      let (first, second) = (letters.count / 3, letters.count * 2 / 3)
      puzzle[.corner].top.letters = letters[..<first].joined()
      puzzle[.corner].left.letters = letters[first..<second].joined()
      puzzle[.corner].right.letters = letters[second...].joined()
      let move = Move(
        playedAt: .mock,
        score: SharedModels.score(word),
        type: .playedWord([.cornerTop, .cornerLeft, .cornerRight])
      )
      let request = ServerRoute.Api.Route.Games.SubmitRequest(
        gameContext: .solo(.init(gameMode: .timed, language: .en, puzzle: puzzle)),
        moves: [move]
      )
      return Game(body: try encoder.encode(request), puzzle: puzzle, score: move.score)
    }
  }

  func game(_ number: Int, of player: Int) -> Game {
    games[(player &* 7 &+ number) % games.count]
  }

  /// The number of games that a player can submit without repetition.
  var count: Int { games.count }

  /// Returns the best score among the first games of a player.
  func best(of player: Int, games: Int) -> Int {
    (0..<games).map { game($0, of: player).score }.max() ?? 0
  }
}

struct Requests: Sendable {
  var port: Int
  var secret: String

  /// Returns the bytes of a request that submits a game.
  ///
  /// The signature covers `signedToken`, or `token` if it is nil. An empty string selects the old signature format,
  /// which covers neither token nor path.
  func submission(
    _ body: Data,
    token: String,
    timestamp: Int? = nil,
    signedToken: String? = nil
  ) -> [UInt8] {
    let timestamp = timestamp ?? Int(Date().timeIntervalSince1970)
    var text = "----\(secret)----\(timestamp)"
    let covered = signedToken ?? token
    if covered != "" { text += "----POST /api/games----\(covered)" }
    let signature = cryptoSHA256(body + Data(text.utf8))
    return request(
      "POST",
      "/api/games?accessToken=\(token)&timestamp=\(timestamp)",
      "X-Signature: \(signature.base64EncodedString())\r\n",
      body
    )
  }

  func get(_ target: String) -> [UInt8] {
    request("GET", target, "", nil)
  }

  func request(_ method: String, _ target: String, _ fields: String, _ body: Data?) -> [UInt8] {
    let length = body.map { "Content-Length: \($0.count)\r\n" } ?? ""
    let head = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(fields)\(length)\r\n"
    return Array(head.utf8) + (body ?? Data())
  }

  func authentication(device: Int) -> [UInt8] {
    let id = String(format: "%08X-0000-4000-8000-000000000000", device)
    let body = Data(#"{"deviceId":"\#(id)","displayName":"Player \#(device)"}"#.utf8)
    return request("POST", "/api/authenticate", "", body)
  }
}
