// SPDX-License-Identifier: MIT

public import Foundation
internal import Lockstep
public import LockstepRouting
public import ServerRouter
public import SharedModels

extension ServerEnvironment {
  /// An environment in which every dependency fails the test that uses it.
  ///
  /// Supply what a test means to use; the rest shows what else is used.
  public static let failing = Self(
    changelog: {
      unimplemented("ServerEnvironment.changelog", placeholder: Changelog(changes: []))
    },
    database: .failing,
    date: { unimplemented("ServerEnvironment.date", placeholder: .mock) },
    dictionary: .failing,
    envVars: .testing,
    itunes: .failing,
    mailgun: .failing,
    randomCubes: { unimplemented("ServerEnvironment.randomCubes", placeholder: .mock) },
    router: .failing,
    sns: .failing
  )

  /// A whole server in the memory of the process, which sends nothing to the outside.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - date: The current date.
  ///   - dictionary: The words that count.
  ///   - envVars: How it is run.
  ///   - randomCubes: Makes the cubes of a new challenge or match.
  ///   - router: Reads requests.
  /// - Returns: The dependencies of the server. Receipts are accepted as those of the full game.
  public static func inMemory(
    _ database: InMemoryDatabase,
    date: @escaping @Sendable () -> Date,
    dictionary: DictionaryClient,
    envVars: EnvVars = .production,
    randomCubes: @escaping @Sendable () -> ArchivablePuzzle,
    router: Router<ServerRoute>
  ) -> Self {
    Self(
      database: .inMemory(database),
      date: date,
      dictionary: dictionary,
      envVars: envVars,
      itunes: .accepting(.mock),
      mailgun: .noop,
      randomCubes: randomCubes,
      router: router
    )
  }

  /// A whole server for tests, in which nothing varies: every word counts, all cubes are the mock
  /// ones, and answers are printed to be read.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - date: The current date.
  /// - Returns: The dependencies of the server.
  public static func test(
    _ database: InMemoryDatabase,
    date: @escaping @Sendable () -> Date = { .mock }
  ) -> Self {
    .inMemory(
      database,
      date: date,
      dictionary: .everyString,
      envVars: .testing,
      randomCubes: { .mock },
      router: .test
    )
  }
}
