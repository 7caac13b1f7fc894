// SPDX-License-Identifier: MIT

internal import ExampleData
internal import Foundation
internal import Logging
internal import SQLiteDatabase
internal import ServerRouter
internal import SharedModels
internal import SiteMiddleware
internal import SiteServer

extension ServerEnvironment {
  /// The server's real dependencies, but for the services of others: no receipt is valid, and a mail
  /// to the support is a line in the log.
  static func live(
    _ database: SQLiteDatabase,
    limiter: RequestLimiter,
    logger: Logger,
    secret: String,
    siteUrl: String
  ) throws -> Self {
    var envVars = EnvVars.production
    envVars.siteUrl = siteUrl
    return Self(
      database: .sqlite(database),
      date: { Date() },
      dictionary: .english(try ExampleData.words()),
      envVars: envVars,
      limiter: limiter,
      mailgun: MailgunClient { mail in
        // The text quotes a client.
        logger.warning("mail to the support", metadata: ["subject": "\(mail.subject)"])
      },
      randomCubes: { .random() },
      router: ServerRouter.router(
        date: { Date() },
        decoder: JSONDecoder(),
        encoder: JSONEncoder(),
        secrets: [secret],
        sha256: cryptoSHA256
      )
    )
  }
}

extension ArchivablePuzzle {
  /// Cubes with letters about as frequent as in English words.
  fileprivate static func random() -> Self {
    let bag =
      ["QU"]
      + "EEEEEEEEEEEEAAAAAAAAAIIIIIIIIOOOOOOOONNNNNNRRRRRRTTTTTTLLLLSSSSUUUUDDDDGGG".map(
        String.init
      )
      + "BBCCMMPPFFHHVVWWYYKJXZ".map(String.init)
    let letters = { bag.randomElement() ?? "E" }
    return Self { _ in
      Three<Three<ArchivableCube>> { _ in
        Three<ArchivableCube> { _ in
          ArchivableCube(left: letters(), right: letters(), top: letters())
        }
      }
    }
  }
}
