// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware

/// A server with its own database.
///
/// The test controls its clock and ids.
///
/// The server knows Blob and Blob Jr., and accepts every word.
struct TestServer {
  let database: InMemoryDatabase
  let mails = Recorder<[MailgunClient.Email]>([])
  let now: Recorder<Date>
  /// The scores that the handlers have sent to the database.
  let stored = Recorder<[SubmitLeaderboardScore]>([])
  var environment: ServerEnvironment

  init() {
    let (now, nextId) = (Recorder(Date.mock), Recorder(0))
    self.now = now
    database = InMemoryDatabase(
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
    environment = .test(database, date: { now.value })
    environment.mailgun = MailgunClient { [mails] mail in mails.update { $0.append(mail) } }
    environment.database.submitLeaderboardScore = { [client, stored] score in
      stored.update { $0.append(score) }
      return try await client.submitLeaderboardScore(score)
    }
  }

  var client: DatabaseClient { .inMemory(database) }
}
