// SPDX-License-Identifier: MIT

internal import GRDB
internal import Synchronization

/// Combines changes that arrive during a transaction into the next one, so that they share its wait for the disk.
///
/// Each change is a savepoint: a failed change is rolled back without affecting the others. If the transaction itself
/// fails, for example on a full disk or a locked file, all of its changes fail. Retrying them one by one would make the
/// last change wait for the failures of all others.
///
/// Isolation: any thread. Changes run in the order of their arrival. Cancelling the task of a change that has not
/// started removes the change.
final class SharedTransactions: Sendable {
  private struct Change: Sendable {
    var number: Int
    /// Makes the change, and returns a closure that reports the result to the caller.
    var make: @Sendable (GRDB.Database) throws -> @Sendable () -> Void
    var fail: @Sendable (any Error) -> Void
  }

  private struct Waiting {
    var changes: [Change] = []
    /// Whether a task is writing, which checks for more changes before it finishes.
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

  /// Makes a change and waits until it is on disk.
  ///
  /// - Throws: The error of the change, or a `CancellationError` if the change did not start.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (GRDB.Database) throws -> Value
  ) async throws -> Value {
    let number = waiting.withLock { $0.takeNumber() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(number, body) { continuation.resume(with: $0) }
        // Handles a cancellation before `add`, when `cancel` found nothing to remove.
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  /// Queues a change, and calls `completion` when the change is on disk.
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
    // A detached task, because cancelling the caller of one change must not stop the others.
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
          // Some errors roll back the whole transaction.
          guard db.isInsideTransaction else { throw error }
          return { change.fail(error) }
        }
      }
    }
  }
}
