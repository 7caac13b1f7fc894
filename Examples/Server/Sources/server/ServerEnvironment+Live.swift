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
  /// Returns the live dependencies, without external services.
  ///
  /// Every receipt is invalid, and a mail to the support team is written to the log.
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
        // The body quotes a client, so it is not logged.
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
