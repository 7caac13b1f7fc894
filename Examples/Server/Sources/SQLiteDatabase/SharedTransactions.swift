// SPDX-License-Identifier: MIT

internal import GRDB
internal import Synchronization

/// Lets changes that come while another one is being written share the next transaction, and so its wait
/// for the disk.
///
/// Each change is a savepoint: one that fails is taken back and keeps nobody else from going on. If the
/// transaction fails as a whole, as on a full disk or a locked file, so do all of its changes: trying each of them
/// alone would make the last one wait for the failures of all others.
///
/// Isolation: any thread. Changes are made in the order in which they came. A change whose task is cancelled
/// before it is begun is not made.
final class SharedTransactions: Sendable {
  private struct Change: Sendable {
    var number: Int
    /// Makes the change, and returns what tells its result to the caller.
    var make: @Sendable (GRDB.Database) throws -> @Sendable () -> Void
    var fail: @Sendable (any Error) -> Void
  }

  private struct Waiting {
    var changes: [Change] = []
    /// Whether a task writes, which will look for more changes afterwards.
    var isWriting = false
    var nextNumber = 0

    mutating func takeNumber() -> Int {
      nextNumber += 1
      return nextNumber
    }
  }

  private let writer: any DatabaseWriter
  private let waiting = Mutex(Waiting())

  init(_ writer: any DatabaseWriter) {
    self.writer = writer
  }

  /// Makes a change, and waits until it is on the disk.
  ///
  /// - Throws: The error of the change, or a `CancellationError` if it was not begun.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (GRDB.Database) throws -> Value
  ) async throws -> Value {
    let number = waiting.withLock { $0.takeNumber() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(number, body) { continuation.resume(with: $0) }
        // Cancelled before it was added, when there was nothing to take back.
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  /// Makes a change as soon as those are made that came before, and tells when it is on the disk.
  func add<Value: Sendable>(
    _ body: @escaping @Sendable (GRDB.Database) throws -> Value,
    _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    add(waiting.withLock { $0.takeNumber() }, body, completion)
  }

  private func add<Value: Sendable>(
    _ number: Int,
    _ body: @escaping @Sendable (GRDB.Database) throws -> Value,
    _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    let change = Change(number: number) { db in
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
    // Not the caller's own task, because giving up one change must not stop the others.
    if isFirst { Task.detached { await self.writeAll() } }
  }

  private func cancel(_ number: Int) {
    let change = waiting.withLock { waiting -> Change? in
      guard let index = waiting.changes.firstIndex(where: { $0.number == number }) else {
        return nil
      }
      return waiting.changes.remove(at: index)
    }
    change?.fail(CancellationError())
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
      do {
        for tell in try await write(changes) { tell() }
      } catch {
        for change in changes { change.fail(error) }
      }
    }
  }

  /// Makes changes in one transaction.
  ///
  /// - Returns: Closures that tell their results, once they are on the disk.
  /// - Throws: The error of the transaction, which is undone then.
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
}
