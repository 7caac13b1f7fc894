// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import ServerRouter
internal import SharedModels
internal import WireClient

private typealias Submission = ServerRoute.Api.Route.Games.SubmitRequest

/// Games that name others.
struct ScoresOfOthers {
  var requests: Requests

  func run() throws {
    let attacker = try requests.player(device: 1, host: 2)
    let victim = try requests.player(device: 2, host: 3)
    let language = "language=en"
    let start = requests.request(
      "POST",
      "/api/daily-challenges?accessToken=\(victim.token)&gameMode=unlimited&\(language)",
      "",
      nil
    )
    let started = try requests.answer(start, host: 3)
    try expect("a daily challenge", started, 200)
    let challenge = try JSONDecoder()
      .decode(StartDailyChallengeResponse.self, from: started?.body ?? Data()).dailyChallenge

    // The challenge of the victim, as a match that the victim has lost without a word.
    let match = Submission(
      gameContext: .turnBased(
        .init(
          gameMode: .unlimited,
          language: .en,
          playerIndexToId: [0: attacker.id, 1: victim.id],
          puzzle: challenge.puzzle
        )
      ),
      moves: []
    )
    try expect("a made-up match", try submit(match, attacker), 200)
    let moves: Moves = [
      Move(playedAt: Date(), score: 0, type: .removedCube(LatticePoint(x: .two, y: .two, z: .two)))
    ]
    let game = Submission(gameContext: .dailyChallenge(challenge.id), moves: moves)
    let answer = try submit(game, victim)
    try expect("the victim's daily challenge", answer, 200)
    let result = try JSONDecoder().decode(SubmitGameResponse.self, from: answer?.body ?? Data())
    guard case .dailyChallenge(let result) = result, result.rank == 1, result.outOf == 1 else {
      throw Failure("a made-up match has spoiled the daily challenge of another player: \(result)")
    }
    let record = requests.get(
      "/api/leaderboard-scores?accessToken=\(attacker.token)"
        + "&gameMode=unlimited&\(language)&timeScope=allTime"
    )
    let board = try JSONDecoder().decode(
      FetchLeaderboardResponse.self,
      from: try requests.answer(record)?.body ?? Data()
    )
    guard board.entries.count == 2 else {
      throw Failure("the leaderboard has \(board.entries.count) players, not 2")
    }

    // A match that both play counts for both, and not before its end.
    let opened = try requests.answer(
      requests.request(
        "POST",
        "/api/matches?accessToken=\(attacker.token)&gameMode=unlimited&\(language)"
          + "&opponent=\(victim.id.rawValue)",
        "",
        nil
      )
    )
    try expect("a match", opened, 200)
    let stored = try JSONDecoder().decode(Match.self, from: opened?.body ?? Data())
    let early = Submission(
      gameContext: .turnBased(
        .init(
          gameMode: .unlimited,
          language: .en,
          playerIndexToId: [0: attacker.id, 1: victim.id],
          puzzle: stored.puzzle
        )
      ),
      moves: []
    )
    try expect(
      "a match before its end",
      try submit(early, attacker),
      400,
      containing: "is not over"
    )
    print(
      "refused: scores for others, scores that spoil those of others, matches that are not over"
    )
  }

  private func submit(_ game: Submission, _ player: Player) throws -> WireResponse? {
    try requests.answer(
      requests.submission(try JSONEncoder().encode(game), token: player.token)
    )
  }
}

/// Requests that grow when they are stored.
struct Amplification {
  var requests: Requests
  var database: String

  func run() throws {
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
      return try requests.answer(bytes, host: 4)
    }
    try expect("1500 players", try submit(1_500, 1_000, 0), 400, containing: "at most 16 players")
    try expect("5000 moves", try submit(2, 5_000, 0), 400, containing: "at most 1000 moves")
    let before = size()
    sent = 0
    for number in 0..<20 { try expect("16 players", try submit(16, 1_000, number), 200) }
    let growth = size() - before
    // Whole pages of some indices are written for each of them.
    guard growth <= 2 * sent + 2_000_000 else {
      throw Failure("\(sent) bytes of games have made the database larger by \(growth)")
    }
    for (size, status) in [(300, 400), (500_000, 400), (2_000_000, 413)] {
      let name = String(repeating: "x", count: size)
      let body = Data(#"{"deviceId":"\#(UUID())","displayName":"\#(name)"}"#.utf8)
      try expect(
        "a name of \(size) bytes",
        try requests.answer(requests.request("POST", "/api/authenticate", "", body), host: 4),
        status
      )
    }
    print("refused: crowds, endless games and names; \(sent) bytes of games became \(growth)")
  }

  private func size() -> Int {
    ["", "-wal"].reduce(0) { sum, suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: database + suffix)
      return sum + (attributes?[.size] as? Int ?? 0)
    }
  }
}
