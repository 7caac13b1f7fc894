// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import SQLiteDatabase
import ServerRouter
import SharedModels
import SiteMiddleware

/// A server with its own SQLite database.
///
/// The test controls its clock and ids.
///
/// It replaces the type of the same name in the tests of the server function. Those tests are in `Shared`, so
/// they also run against SQLite.
///
/// The server knows Blob and Blob Jr., and accepts every word.
struct TestServer {
  let database: SeededDatabase
  let mails = Recorder<[MailgunClient.Email]>([])
  let now: Recorder<Date>
  /// The scores that the handlers have sent to the database.
  let stored = Recorder<[SubmitLeaderboardScore]>([])
  var environment: ServerEnvironment

  init() {
    let (now, nextId) = (Recorder(Date.mock), Recorder(0))
    self.now = now
    database = SeededDatabase(
      date: { now.value },
      uuid: {
        var id = 0
        nextId.update {
          $0 += 1
          id = $0
        }
        return UUID(id)
      }
    )
    database.insert(Player.blob)
    database.insert(Player.blobJr)
    environment = .test(InMemoryDatabase(date: { .mock }), date: { now.value })
    environment.database = .sqlite(database.sqlite)
    environment.mailgun = MailgunClient { [mails] mail in mails.update { $0.append(mail) } }
    environment.database.submitLeaderboardScore = { [client, stored] score in
      stored.update { $0.append(score) }
      return try await client.submitLeaderboardScore(score)
    }
  }

  var client: DatabaseClient { .sqlite(database.sqlite) }
}

/// A database whose errors end the test.
struct SeededDatabase {
  let sqlite: SQLiteDatabase

  init(date: @escaping @Sendable () -> Date, uuid: @escaping @Sendable () -> UUID) {
    sqlite = Self.certainly { try SQLiteDatabase(path: ":memory:", date: date, uuid: uuid) }
  }

  func insert(_ player: Player) { Self.certainly { try sqlite.insert(player) } }
  func insert(_ score: LeaderboardScore) { Self.certainly { try sqlite.insert([score]) } }
  func insert(_ challenge: DailyChallenge) { Self.certainly { try sqlite.insert(challenge) } }
  func insert(_ match: Match) { Self.certainly { try sqlite.insert(match) } }
  func insert(_ game: SharedGame) { Self.certainly { try sqlite.insert(game) } }

  func insert(_ receipt: AppleReceipt, of playerId: Player.ID) {
    Self.certainly { try sqlite.insert(receipt, of: playerId) }
  }

  func pushTokens(of playerId: Player.ID) -> [InsertPushTokenRequest] {
    Self.certainly { try sqlite.pushTokens(of: playerId) }
  }

  func pushSettings(of playerId: Player.ID) -> [PushNotificationType: Bool] {
    Self.certainly { try sqlite.pushSettings(of: playerId) }
  }

  private static func certainly<Value>(_ body: () throws -> Value) -> Value {
    do {
      return try body()
    } catch {
      fatalError("A database in memory failed: \(error)")
    }
  }
}
