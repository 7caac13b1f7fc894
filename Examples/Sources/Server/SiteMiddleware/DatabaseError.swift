// SPDX-License-Identifier: MIT

public import Foundation
internal import SharedModels

/// An error of a database.
public enum DatabaseError: Error, Equatable, LocalizedError {
  /// A daily challenge that no longer takes results.
  case challengeOver

  /// A match in which both players are the same.
  case matchWithOneself

  /// A record is missing.
  case notFound(String)

  /// A player who has started as many matches as may be open.
  case tooManyMatches

  /// A turn of a match that was played in the meantime.
  case turnPlayed

  /// A description of the error, in a sentence.
  public var errorDescription: String? {
    switch self {
    case .challengeOver: "The daily challenge is over, and takes no more results."
    case .matchWithOneself: "Nobody can play a match against themselves."
    case .notFound(let what): "There is no such record: \(what)."
    case .tooManyMatches:
      "You have started \(Bounds.openMatches) matches that are not over; finish one of them first."
    case .turnPlayed: "The turn was played already."
    }
  }
}
