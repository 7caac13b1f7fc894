// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns the values of the effect, run outside of a store, as an asynchronous sequence.
  ///
  /// ```swift
  /// for await message in environment.messages().values() {
  ///   print(message)
  /// }
  /// ```
  ///
  /// Each iterator starts the effect when the iterator is created. The sequence ends when the effect completes,
  /// and throws the effect's failure after the values that precede it. Cancelling the task that waits for a
  /// value, or releasing the iterator, cancels the effect: the sequence then ends without delivering the values
  /// that were waiting.
  ///
  /// An effect cannot be made to wait, so the values that it sends are kept until they are taken. A value
  /// that arrives when the limit has been reached is dropped, which is reported once in each iteration.
  ///
  /// Isolation: any; the effect runs outside of the isolation of the code that iterates.
  ///
  /// - Parameters:
  ///   - bufferLimit: The maximum number of waiting values; a limit of less than one counts as one.
  ///   - fileID: The file named in the report.
  ///   - line: The line named in the report.
  /// - Returns: The sequence.
  /// - Complexity: O(1) for each value; memory is bounded by the buffer limit.
  public func values(
    bufferLimit: Int = 10_000,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> some AsyncSequence<Output, Failure> & Sendable {
    EffectValues(
      effect: self,
      bufferLimit: max(bufferLimit, 1),
      location: CodeLocation(fileID: fileID, line: line)
    )
  }

  /// Runs the effect outside of a store until it sends its first value, and then ends it.
  ///
  /// ```swift
  /// let player = try await environment.currentPlayer().value()
  /// ```
  ///
  /// Isolation: that of the caller; the effect runs outside of it. Cancelling the waiting task cancels the
  /// effect.
  ///
  /// - Parameter isolation: The isolation of the caller.
  /// - Returns: The value, or `nil` if the effect completes without one or the waiting task is cancelled.
  /// - Throws: The failure of the effect, if it fails before it sends a value.
  public func value(
    isolation: isolated (any Actor)? = #isolation
  ) async throws(Failure) -> Output? {
    var iterator = prefix(1).values().makeAsyncIterator()
    return try await iterator.next(isolation: isolation)
  }
}

/// The values of an effect that is run outside of a store.
private struct EffectValues<Output: Sendable, Failure: Error>: AsyncSequence, Sendable {
  typealias Element = Output

  let effect: Effect<Output, Failure>
  let bufferLimit: Int
  let location: CodeLocation

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(effect, bufferLimit, location)
  }

  /// An iterator over the values of one run of the effect, which is cancelled when the iterator is released.
  struct AsyncIterator: AsyncIteratorProtocol {
    private typealias Buffer = EffectBuffer<Output, Failure>

    private let buffer: Buffer
    private var waiting: Buffer.Stream.Iterator
    /// Cancels the effect when the last copy of the iterator is released.
    private let run: AnyCancellable

    init(_ effect: Effect<Output, Failure>, _ limit: Int, _ location: CodeLocation) {
      let (stream, continuation) = Buffer.Stream.makeStream(
        bufferingPolicy: .bufferingOldest(limit)
      )
      buffer = Buffer(continuation, limit: limit, location)
      waiting = stream.makeAsyncIterator()
      let top = effect.startAlone(buffer)
      run = AnyCancellable { top.cancel() }
      continuation.onTermination = { if case .cancelled = $0 { top.cancel() } }
    }

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Failure) -> Output? {
      while let (value, source) = await waiting.next(isolation: actor) {
        // A value whose effect was cancelled after it was sent is discarded.
        if source.release(), Task.isCancelled == false { return value }
      }
      if let failure = buffer.takeFailure(), Task.isCancelled == false { throw failure }
      return nil
    }
  }
}
