// SPDX-License-Identifier: MIT

extension Effect {
  /// An effect that sends what a function makes of each value, and fails with what it throws, which
  /// ends this one.
  ///
  /// The function throws the effect's own kind of failure: with `any Error` any error, otherwise a
  /// closure that states it.
  ///
  /// ```swift
  /// environment.loadGame()
  ///   .tryMap { (data) throws(LoadError) in try Game(data) }
  /// ```
  ///
  /// Isolation: the function is called where the values are sent, by one thread at a time.
  ///
  /// - Parameter transform: Makes a new value of each value, or throws the failure.
  /// - Returns: The effect that sends the new values.
  public func tryMap<NewOutput>(
    _ transform: @escaping @Sendable (Output) throws(Failure) -> NewOutput
  ) -> Effect<NewOutput, Failure> {
    trying(transform) { $0 }
  }

  /// An effect that sends what a function makes of each value, and fails with what it throws.
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
  /// An effect that sends what a function makes of each value, and fails with what it throws, which
  /// ends this one.
  ///
  /// ```swift
  /// environment.savedGames()  // Effect<Result<SavedGames, any Error>, Never>
  ///   .tryMap { try $0.get() }  // Effect<SavedGames, any Error>
  /// ```
  ///
  /// Isolation: the function is called where the values are sent, by one thread at a time.
  ///
  /// - Parameter transform: Makes a new value of each value, or throws the failure.
  /// - Returns: The effect that sends the new values.
  @_disfavoredOverload
  public func tryMap<NewOutput, NewFailure>(
    _ transform: @escaping @Sendable (Output) throws(NewFailure) -> NewOutput
  ) -> Effect<NewOutput, NewFailure> {
    trying(transform, mapFailure: never)
  }
}

/// Makes anything of what does not exist.
private func never<Value>(_ never: Never) -> Value {}
