// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that transforms each value with a throwing function.
  ///
  /// If the function throws, the new effect fails with the error, and this effect ends. The function throws this
  /// effect's failure type. Unless that type is `any Error`, the closure must state it:
  ///
  /// ```swift
  /// environment.loadGame()
  ///   .tryMap { (data) throws(LoadError) in try Game(data) }
  /// ```
  ///
  /// Isolation: the function is called where the values are sent, on one thread at a time.
  ///
  /// - Parameter transform: A function that returns a new value for each value, or throws the failure.
  /// - Returns: The effect that sends the new values.
  public func tryMap<NewOutput>(
    _ transform: @escaping @Sendable (Output) throws(Failure) -> NewOutput
  ) -> Effect<NewOutput, Failure> {
    trying(transform) { $0 }
  }

  func trying<NewOutput, NewFailure>(
    _ transform: @escaping @Sendable (Output) throws(NewFailure) -> NewOutput,
    mapFailure: @escaping @Sendable (Failure) -> NewFailure
  ) -> Effect<NewOutput, NewFailure> {
    stepped(
      from: (),
      { _, value in
        do throws(NewFailure) {
          return .send(try transform(value))
        } catch {
          return .fail(error)
        }
      },
      mapFailure: mapFailure
    )
  }
}

extension Effect where Failure == Never {
  /// Returns an effect that transforms each value with a throwing function.
  ///
  /// If the function throws, the new effect fails with the error, and this effect ends.
  ///
  /// ```swift
  /// environment.savedGames()  // Effect<Result<SavedGames, any Error>, Never>
  ///   .tryMap { try $0.get() }  // Effect<SavedGames, any Error>
  /// ```
  ///
  /// Isolation: the function is called where the values are sent, on one thread at a time.
  ///
  /// - Parameter transform: A function that returns a new value for each value, or throws the failure.
  /// - Returns: The effect that sends the new values.
  @_disfavoredOverload
  public func tryMap<NewOutput, NewFailure>(
    _ transform: @escaping @Sendable (Output) throws(NewFailure) -> NewOutput
  ) -> Effect<NewOutput, NewFailure> {
    trying(transform, mapFailure: never)
  }
}

private func never<Value>(_ never: Never) -> Value {}
