// SPDX-License-Identifier: MIT

public import Foundation
internal import Lockstep
public import LockstepRouting
public import ServerRouter
public import SharedModels

/// What the server depends on.
public struct ServerEnvironment: Sendable {
  /// What the server stores.
  public var database: DatabaseClient

  /// The current date.
  public var date: @Sendable () -> Date

  /// The words that count.
  public var dictionary: DictionaryClient

  /// How the server is run.
  public var envVars: EnvVars

  /// Sends e-mails.
  public var mailgun: MailgunClient

  /// Makes the cubes of a new challenge.
  public var randomCubes: @Sendable () -> ArchivablePuzzle

  /// Reads requests.
  public var router: Router<ServerRoute>

  /// Puts the dependencies together.
  public init(
    database: DatabaseClient,
    date: @escaping @Sendable () -> Date,
    dictionary: DictionaryClient,
    envVars: EnvVars,
    mailgun: MailgunClient,
    randomCubes: @escaping @Sendable () -> ArchivablePuzzle,
    router: Router<ServerRoute>
  ) {
    self.database = database
    self.date = date
    self.dictionary = dictionary
    self.envVars = envVars
    self.mailgun = mailgun
    self.randomCubes = randomCubes
    self.router = router
  }
}

extension ServerEnvironment {
  /// An environment in which every dependency fails the test that uses it.
  public static let failing = Self(
    database: .failing,
    date: { unimplemented("ServerEnvironment.date", placeholder: .mock) },
    dictionary: .failing,
    envVars: .testing,
    mailgun: .failing,
    randomCubes: { unimplemented("ServerEnvironment.randomCubes", placeholder: .mock) },
    router: .failing
  )
}

/// How the server is run.
public struct EnvVars: Equatable, Sendable {
  /// What a server is run for.
  public enum AppEnvironment: String, Sendable {
    /// For its players.
    case production
    /// In tests, where answers are printed to be read.
    case testing
  }

  /// What the server is run for.
  public var appEnvironment: AppEnvironment

  /// Where requests are mailed that the server could not answer.
  public var supportAddress: String

  /// Puts the variables together.
  public init(appEnvironment: AppEnvironment, supportAddress: String) {
    self.appEnvironment = appEnvironment
    self.supportAddress = supportAddress
  }

  /// For players.
  public static let production = Self(
    appEnvironment: .production,
    supportAddress: "support@example.com"
  )

  /// For tests.
  public static let testing = Self(
    appEnvironment: .testing,
    supportAddress: "support@example.com"
  )
}
