// SPDX-License-Identifier: MIT

extension Effect {
  /// Creates an effect that sends the elements of an asynchronous sequence.
  ///
  /// ```swift
  /// case .onAppear:
  ///   return Effect(environment.messages())
  ///     .map(Action.messageReceived)
  ///     .cancellable(id: MessagesID())
  /// ```
  ///
  /// Each start of the effect creates an iterator. The effect completes when the sequence ends, and fails with the
  /// error that the sequence throws. Cancelling the effect cancels the iteration.
  ///
  /// Isolation: the iteration runs outside of the store's isolation.
  ///
  /// - Parameters:
  ///   - sequence: The sequence that produces the values. Its failure type is the effect's failure type.
  ///   - name: The name of the effect in messages.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  public init(
    _ sequence: some AsyncSequence<Output, Failure> & Sendable,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let description = EffectDescription(.sequence, name: name, fileID: fileID, line: line)
    self.init(
      FunctionNode(description) { outlet in
        outlet.begin { send throws(Failure) in
          var iterator = sequence.makeAsyncIterator()
          while let element = try await iterator.next(isolation: nil) { send(element) }
        }
      }
    )
  }
}
