// SPDX-License-Identifier: MIT

public import Foundation
internal import Lockstep
public import LockstepRouting
public import ServerRouter
public import SharedModels

/// The dependencies of the server.
public struct ServerEnvironment: Sendable {
  /// The changes of the game.
  public var changelog: @Sendable () -> Changelog

  /// The database of the server.
  public var database: DatabaseClient

  /// The current date.
  public var date: @Sendable () -> Date

  /// The words that count.
  public var dictionary: DictionaryClient

  /// How the server is run.
  public var envVars: EnvVars

  /// Asks the store about receipts.
  public var itunes: ItunesClient

  /// Bounds how often players ask, and how many players an address adds.
  public var limiter: RequestLimiter

  /// Sends e-mails.
  public var mailgun: MailgunClient

  /// Makes the cubes of a new challenge.
  public var randomCubes: @Sendable () -> ArchivablePuzzle

  /// Reads requests.
  public var router: Router<ServerRoute>

  /// Registers devices for notifications.
  public var sns: SnsClient

  /// Puts the dependencies together; those with a default do nothing.
  public init(
    changelog: @escaping @Sendable () -> Changelog = { Changelog(changes: []) },
    database: DatabaseClient,
    date: @escaping @Sendable () -> Date,
    dictionary: DictionaryClient,
    envVars: EnvVars,
    itunes: ItunesClient = .noop,
    limiter: RequestLimiter = .unlimited,
    mailgun: MailgunClient,
    randomCubes: @escaping @Sendable () -> ArchivablePuzzle,
    router: Router<ServerRoute>,
    sns: SnsClient = .noop
  ) {
    self.changelog = changelog
    self.database = database
    self.date = date
    self.dictionary = dictionary
    self.envVars = envVars
    self.itunes = itunes
    self.limiter = limiter
    self.mailgun = mailgun
    self.randomCubes = randomCubes
    self.router = router
    self.sns = sns
  }
}
