// SPDX-License-Identifier: MIT

public import Foundation

/// What a database throws.
public enum DatabaseError: Error, Equatable, LocalizedError {
  /// A match in which both players are the same.
  case matchWithOneself

  /// A record is missing.
  case notFound(String)

  /// What is missing, in a sentence.
  public var errorDescription: String? {
    switch self {
    case .matchWithOneself: "Nobody can play a match against themselves."
    case .notFound(let what): "There is no such record: \(what)."
    }
  }
}
