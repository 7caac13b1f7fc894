// SPDX-License-Identifier: MIT

public import Foundation

/// An error that describes why JSON data is not a valid game.
public struct InvalidGame: Error, Hashable, Sendable, CustomStringConvertible {
  /// A one-line description of the error and its location.
  public var description: String

  /// Creates an error with a description.
  public init(_ description: String) {
    self.description = description
  }
}

extension InvalidGame: LocalizedError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}

extension CompletedGame {
  /// Creates a game from JSON data, with dates in seconds since the reference date.
  ///
  /// ```swift
  /// do {
  ///   let game = try CompletedGame(json: Data("{}".utf8))
  ///   print(game.moves.count)
  /// } catch {
  ///   print(error)  // Missing key "cubes".
  /// }
  /// ```
  ///
  /// - Parameter data: The JSON text in UTF-8.
  /// - Throws: An error that gives the line and column of invalid JSON, or the path of an invalid value.
  public init(json data: Data) throws(InvalidGame) {
    do {
      self = try JSONDecoder().decode(Self.self, from: data)
    } catch {
      if let error = JSONSyntaxError.first(in: data) { throw InvalidGame(error.description) }
      throw InvalidGame((error as? DecodingError)?.oneLine ?? error.localizedDescription)
    }
  }
}
