// SPDX-License-Identifier: MIT

public import Foundation
internal import Lockstep
public import LockstepRouting
public import ServerRouter
public import SharedModels

/// The dependencies of the server.
public struct ServerEnvironment: Sendable {
  /// Returns the changes of the game.
  public var changelog: @Sendable () -> Changelog

  /// The client of the database.
  public var database: DatabaseClient

  /// Returns the current date.
  public var date: @Sendable () -> Date

  /// The client that validates words.
  public var dictionary: DictionaryClient

  /// The configuration of the server.
  public var envVars: EnvVars

  /// The client of the store's receipt verification.
  public var itunes: ItunesClient

  /// The limiter of players' requests and of new players from one address.
  public var limiter: RequestLimiter

  /// The client that sends emails.
  public var mailgun: MailgunClient

  /// Generates the puzzle of a new challenge or match.
  public var randomCubes: @Sendable () -> ArchivablePuzzle

  /// The router that parses requests.
  public var router: Router<ServerRoute>

  /// The client that registers devices for notifications.
  public var sns: SnsClient

  /// Creates an environment whose default dependencies do nothing.
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
