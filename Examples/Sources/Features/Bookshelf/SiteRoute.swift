// SPDX-License-Identifier: MIT

public import Foundation

/// The routes of a book site: its pages and its API.
public enum SiteRoute: Equatable, Sendable {
  case home
  case aboutUs
  /// The routes of users.
  case users(UsersRoute)
}

/// The routes of users.
public enum UsersRoute: Equatable, Sendable {
  /// Creates a user.
  case create(NewUser)
  /// A user, by their number.
  case user(Int, UserRoute = .fetch)
}

/// The routes of one user.
public enum UserRoute: Equatable, Sendable {
  /// The user's profile.
  case fetch
  /// The books that the user has read.
  case books(BooksRoute = .search())
}

/// The routes of the books of a user.
public enum BooksRoute: Equatable, Sendable {
  case book(UUID)
  /// A sorted selection of the books.
  case search(SearchOptions = SearchOptions())
}

/// The options of a search for books.
public struct SearchOptions: Equatable, Sendable {
  /// The sort key.
  public enum Sort: String, CaseIterable, Sendable {
    case name
    /// Sorts by category, then by title.
    case category
  }

  /// The sort direction.
  public enum Direction: String, CaseIterable, Sendable {
    case asc
    case desc
  }

  /// The sort key.
  public var sort: Sort

  /// The sort direction.
  public var direction: Direction

  /// The maximum number of books.
  public var count: Int

  /// Creates search options, by default for the first ten books by title.
  public init(sort: Sort = .name, direction: Direction = .asc, count: Int = 10) {
    self.sort = sort
    self.direction = direction
    self.count = count
  }
}

/// The data of a user to create.
public struct NewUser: Codable, Equatable, Sendable {
  /// The user's biography.
  public var bio: String

  /// The name.
  public var name: String

  /// Creates the data of a user.
  public init(bio: String, name: String) {
    self.bio = bio
    self.name = name
  }
}
