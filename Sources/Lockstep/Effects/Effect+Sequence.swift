// SPDX-License-Identifier: MIT

extension Effect {
  /// An effect that sends the elements of an asynchronous sequence.
  ///
  /// ```swift
  /// case .onAppear:
  ///   return Effect(environment.messages())
  ///     .map(Action.messageReceived)
  ///     .cancellable(id: MessagesID())
  /// ```
  ///
  /// Each start of the effect makes an iterator. The effect completes when the sequence ends, and
  /// fails with the error that it throws. The iteration is cancelled with the effect.
  ///
  /// Isolation: the iteration runs outside of the store's isolation.
  ///
  /// - Parameters:
  ///   - sequence: What produces the values; its type of failure is that of the effect.
  ///   - name: What messages call the effect.
  ///   - fileID: The file that messages name.
  ///   - line: The line that messages name.
  public init(
    _ sequence: some AsyncSequence<Output, Failure> & Sendable,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let description = EffectDescription(.sequence, name: name, fileID: fileID, line: line)
    self.init(
      SendingOperationNode(description) { send async throws(Failure) in
        var iterator = sequence.makeAsyncIterator()
        while let element = try await iterator.next(isolation: nil) { send(element) }
      }
    )
  }
}
