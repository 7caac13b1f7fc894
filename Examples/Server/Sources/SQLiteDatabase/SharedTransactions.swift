// SPDX-License-Identifier: MIT

internal import GRDB
internal import Synchronization

/// Lets changes that come while another one is being written share the next transaction, and so its wait
/// for the disk.
///
/// Each change is a savepoint: one that fails is taken back and keeps nobody else from going on. If the
/// transaction fails as a whole, as on a full disk, each of its changes is tried again alone, so that
/// each has its own error.
///
/// Isolation: any thread. Changes are made in the order in which they came.
final class SharedTransactions: Sendable {
  private struct Change: Sendable {
    /// Makes the change, and returns what tells its result to whoever waits.
    var make: @Sendable (GRDB.Database) throws -> @Sendable () -> Void
    var fail: @Sendable (any Error) -> Void
  }

  private struct Waiting {
    var changes: [Change] = []
    /// Whether somebody writes, who will look for more changes afterwards.
    var isWriting = false
  }

  private let writer: any DatabaseWriter
  private let waiting = Mutex(Waiting())

  init(_ writer: any DatabaseWriter) {
    self.writer = writer
  }

  /// Makes a change, and waits until it is on the disk.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (GRDB.Database) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      add(body) { continuation.resume(with: $0) }
    }
  }

  /// Makes a change as soon as those are made that came before, and tells when it is on the disk.
  func add<Value: Sendable>(
    _ body: @escaping @Sendable (GRDB.Database) throws -> Value,
    _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    let change = Change { db in
      let value = try body(db)
      return { completion(.success(value)) }
    } fail: { error in
      completion(.failure(error))
    }
    let isFirst = waiting.withLock { waiting in
      waiting.changes.append(change)
      defer { waiting.isWriting = true }
      return waiting.isWriting == false
    }
    // It is nobody's in particular: who gives up waiting does not stop the others.
    if isFirst { Task.detached { await self.writeAll() } }
  }

  private func writeAll() async {
    while true {
      let changes = waiting.withLock { waiting in
        let changes = waiting.changes
        waiting.changes = []
        waiting.isWriting = changes.isEmpty == false
        return changes
      }
      if changes.isEmpty { return }
      guard changes.count > 1 else {
        await writeAlone(changes[0])
        continue
      }
      do {
        for tell in try await write(changes) { tell() }
      } catch {
        for change in changes { await writeAlone(change) }
      }
    }
  }

  /// Makes changes in one transaction.
  ///
  /// - Returns: What tells their results, which they have only now that they are on the disk.
  /// - Throws: The error of the transaction, of which nothing is left then.
  private func write(_ changes: [Change]) async throws -> [@Sendable () -> Void] {
    try await writer.write { db in
      try changes.map { change throws -> @Sendable () -> Void in
        do {
          var tell: (@Sendable () -> Void)?
          try db.inSavepoint {
            tell = try change.make(db)
            return .commit
          }
          return tell ?? {}
        } catch {
          // Some errors take back all of the transaction.
          guard db.isInsideTransaction else { throw error }
          return { change.fail(error) }
        }
      }
    }
  }

  private func writeAlone(_ change: Change) async {
    do {
      let tell = try await writer.write { try change.make($0) }
      tell()
    } catch {
      change.fail(error)
    }
  }
}
