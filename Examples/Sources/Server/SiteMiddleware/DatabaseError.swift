// SPDX-License-Identifier: MIT

public import Foundation

/// What a database throws.
public enum DatabaseError: Error, Equatable, LocalizedError {
  /// A match in which both players are the same.
  case matchWithOneself

  /// A record is missing.
  case notFound(String)

  /// A turn of a match that was played in the meantime.
  case turnPlayed

  /// What is wrong, in a sentence.
  public var errorDescription: String? {
    switch self {
    case .matchWithOneself: "Nobody can play a match against themselves."
    case .notFound(let what): "There is no such record: \(what)."
    case .turnPlayed: "The turn was played already."
    }
  }
}
