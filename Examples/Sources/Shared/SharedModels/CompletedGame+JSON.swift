// SPDX-License-Identifier: MIT

public import Foundation

/// Why some bytes are not a game.
public struct InvalidGame: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line that says what is wrong, and where.
  public var description: String

  /// An error with its line.
  public init(_ description: String) {
    self.description = description
  }
}

extension InvalidGame: LocalizedError {
  /// The same line.
  public var errorDescription: String? { description }
}

extension CompletedGame {
  /// Reads a game from a file's bytes, whose dates are seconds since the reference date.
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
  /// - Parameter data: JSON in UTF-8.
  /// - Throws: The error in the bytes, by line and column, or in a key, by its path.
  public init(json data: Data) throws(InvalidGame) {
    do {
      self = try JSONDecoder().decode(Self.self, from: data)
    } catch {
      if let error = JSONSyntaxError.first(in: data) { throw InvalidGame(error.description) }
      throw InvalidGame((error as? DecodingError)?.oneLine ?? error.localizedDescription)
    }
  }
}
