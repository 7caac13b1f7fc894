// SPDX-License-Identifier: MIT

public import Foundation
internal import Lockstep
public import LockstepRouting
public import ServerRouter
public import SharedModels

extension ServerEnvironment {
  /// An environment that fails the test on every use of a dependency; override the dependencies that a test uses.
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

  /// Returns the environment of an in-memory server that has no external effects.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - date: Returns the current date.
  ///   - dictionary: The client that validates words.
  ///   - envVars: The configuration of the server.
  ///   - randomCubes: Generates the puzzle of a new challenge or match.
  ///   - router: Parses requests.
  /// - Returns: The environment. It accepts every receipt as a receipt for the full game.
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

  /// Returns the environment of a deterministic in-memory server for tests.
  ///
  /// The server accepts every word, uses mock puzzles, and pretty-prints its responses.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - date: Returns the current date.
  /// - Returns: The environment.
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
