// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an asynchronous sequence that runs the effect outside a store and delivers its values.
  ///
  /// ```swift
  /// for await message in environment.messages().values() {
  ///   print(message)
  /// }
  /// ```
  ///
  /// Creating an iterator starts the effect. The sequence ends when the effect completes. If the effect fails, the
  /// sequence delivers the preceding values and then throws the failure. Cancelling the task that waits for a value, or
  /// releasing the iterator, cancels the effect and discards the buffered values.
  ///
  /// Values are buffered until the iterator requests them. If the buffer is full, a new value is dropped. Each
  /// iteration reports the first dropped value.
  ///
  /// Isolation: any. The effect runs outside the isolation of the iterating code.
  ///
  /// - Parameters:
  ///   - bufferLimit: The maximum number of buffered values. A limit below 1 counts as 1.
  ///   - fileID: The file named in the report.
  ///   - line: The line named in the report.
  /// - Returns: The sequence.
  /// - Complexity: O(1) for each value. The buffer limit bounds the memory.
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

  /// Runs the effect outside a store until it sends its first value, and returns this value.
  ///
  /// ```swift
  /// let player = try await environment.currentPlayer().value()
  /// ```
  ///
  /// Cancelling the waiting task cancels the effect.
  ///
  /// Isolation: the caller's actor. The effect runs outside it.
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

private struct EffectValues<Output: Sendable, Failure: Error>: AsyncSequence, Sendable {
  typealias Element = Output

  let effect: Effect<Output, Failure>
  let bufferLimit: Int
  let location: CodeLocation

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(effect, bufferLimit, location)
  }

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
        // Discard a value whose effect was cancelled after sending it.
        if source.release(), Task.isCancelled == false { return value }
      }
      if let failure = buffer.takeFailure(), Task.isCancelled == false { throw failure }
      return nil
    }
  }
}
