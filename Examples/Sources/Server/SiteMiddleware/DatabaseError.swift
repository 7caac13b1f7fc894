// SPDX-License-Identifier: MIT

public import Foundation
internal import SharedModels

/// An error of a database.
public enum DatabaseError: Error, Equatable, LocalizedError {
  case challengeOver

  case matchWithOneself

  case notFound(String)

  /// The player has started the maximum number of open matches.
  case tooManyMatches

  case turnPlayed

  /// A sentence that describes the error.
  public var errorDescription: String? {
    switch self {
    case .challengeOver: "The daily challenge has ended and no longer accepts results."
    case .matchWithOneself: "Nobody can play a match against themselves."
    case .notFound(let what): "There is no such record: \(what)."
    case .tooManyMatches:
      "You have started \(Bounds.openMatches) matches that are not over; finish one of them first."
    case .turnPlayed: "This turn has already been played."
    }
  }
}
