// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import Lockstep
import LockstepTesting
import Testing

@testable import SQLiteDatabase

/// Tests changes that arrive while another change is being written.
@Suite struct SharedTransactionsTests {
  private struct Refused: Error {}

  private let queue: DatabaseQueue
  private let commits = CommitCounter()

  init() throws {
    queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: "CREATE TABLE line (number INTEGER PRIMARY KEY)") }
    queue.add(transactionObserver: commits)
  }

  /// Makes a change, and adds other changes while it runs.
  ///
  /// - Returns: The results of the other changes, in the order in which they finish.
  private func run(_ others: [@Sendable (GRDB.Database) throws -> Void]) async -> [String] {
    let changes = SharedTransactions(queue)
    let (results, continuation) = AsyncStream.makeStream(of: String.self)
    changes.add { db in
      try db.execute(sql: "INSERT INTO line VALUES (-1)")
      for (number, other) in others.enumerated() {
        changes.add(other) { result in
          switch result {
          case .success: continuation.yield("\(number): done")
          case .failure(let error): continuation.yield("\(number): \(type(of: error))")
          }
        }
      }
    } _: { _ in
    }
    var told: [String] = []
    for await result in results {
      told.append(result)
      if told.count == others.count { break }
    }
    return told
  }

  private func numbers() throws -> [Int] {
    let sql = "SELECT number FROM line WHERE number >= 0 ORDER BY number"
    return try queue.read { try Int.fetchAll($0, sql: sql) }
  }

  private func inserting(_ number: Int) -> @Sendable (GRDB.Database) throws -> Void {
    { try $0.execute(sql: "INSERT INTO line VALUES (?)", arguments: [number]) }
  }

  @Test func `waiting changes share a transaction`() async throws {
    #expect(await run((0..<5).map(inserting)) == (0..<5).map { "\($0): done" })
    #expect(try numbers() == Array(0..<5))
    #expect(commits.count == 2)
  }

  @Test func `a change that fails is rolled back, and the other changes are made`() async throws {
    let told = await run([
      inserting(0),
      { db in
        try db.execute(sql: "INSERT INTO line VALUES (1)")
        throw Refused()
      },
      inserting(0), inserting(3),
    ])
    #expect(told == ["0: done", "1: Refused", "2: DatabaseError", "3: done"])
    #expect(try numbers() == [0, 3])
    #expect(commits.count == 2)
  }

  @Test
  func `a change that rolls back the shared transaction makes all changes fail without a retry`()
    async throws
  {
    let runs = Recorder(0)
    let told = await run([
      { db in
        runs.update { $0 += 1 }
        try db.execute(sql: "INSERT INTO line VALUES (0)")
      },
      { db in
        try db.execute(sql: "ROLLBACK")
        throw Refused()
      },
      inserting(2),
    ])
    #expect(told == ["0: Refused", "1: Refused", "2: Refused"])
    #expect(try numbers() == [])
    #expect(runs.value == 1)
  }

  @Test func `a change that is cancelled before it starts is not made`() async throws {
    let changes = SharedTransactions(queue)
    let (gate, opening) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    changes.add { _ in
      opening.signal()
      gate.wait()
    } _: { _ in
    }
    await blocking { opening.wait() }
    // One task is cancelled while it waits, the other before it adds its change.
    let waiting = Task { try await changes.write(inserting(0)) }
    let late = Task {
      while Task.isCancelled == false { await Task.yield() }
      try await changes.write(inserting(1))
    }
    let kept = Task { try await changes.write(inserting(2)) }
    waiting.cancel()
    late.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    await #expect(throws: CancellationError.self) { try await late.value }
    gate.signal()
    try await kept.value
    #expect(try numbers() == [2])
  }

  private func blocking(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      Thread {
        body()
        continuation.resume()
      }
      .start()
    }
  }
}

/// `@unchecked` because only the database queue writes the count, and a test reads it after its work on that
/// queue is done.
private final class CommitCounter: TransactionObserver, @unchecked Sendable {
  private(set) var count = 0

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ db: GRDB.Database) { count += 1 }
  func databaseDidRollback(_ db: GRDB.Database) {}
}
