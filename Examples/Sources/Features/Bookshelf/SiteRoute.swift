// SPDX-License-Identifier: MIT

// The pages and the API of a book site, as values.

public import Foundation

/// The routes of the site.
public enum SiteRoute: Equatable, Sendable {
  /// The links to the other pages.
  case home
  /// A page about the site.
  case aboutUs
  /// The routes of users.
  case users(UsersRoute)
}

/// The routes of users.
public enum UsersRoute: Equatable, Sendable {
  /// A new user.
  case create(NewUser)
  /// A user, by their number.
  case user(Int, UserRoute = .fetch)
}

/// The routes of one user.
public enum UserRoute: Equatable, Sendable {
  /// The user.
  case fetch
  /// The books that the user has read.
  case books(BooksRoute = .search())
}

/// The routes of the books of a user.
public enum BooksRoute: Equatable, Sendable {
  /// One book.
  case book(UUID)
  /// Some of the books, in an order.
  case search(SearchOptions = SearchOptions())
}

/// A selection of books, and their order.
public struct SearchOptions: Equatable, Sendable {
  /// The key that the books are sorted by.
  public enum Sort: String, CaseIterable, Sendable {
    /// By their titles.
    case name
    /// By what they are about, and then by their titles.
    case category
  }

  /// The direction in which they are sorted.
  public enum Direction: String, CaseIterable, Sendable {
    /// The first first.
    case asc
    /// The last first.
    case desc
  }

  /// The key that the books are sorted by.
  public var sort: Sort

  /// The direction in which they are sorted.
  public var direction: Direction

  /// How many there are at most.
  public var count: Int

  /// Options, by default the first ten books by their titles.
  public init(sort: Sort = .name, direction: Direction = .asc, count: Int = 10) {
    self.sort = sort
    self.direction = direction
    self.count = count
  }
}

/// A user that the site has not seen yet.
public struct NewUser: Codable, Equatable, Sendable {
  /// A text by the user about themselves.
  public var bio: String

  /// The name.
  public var name: String

  /// A user made of their parts.
  public init(bio: String, name: String) {
    self.bio = bio
    self.name = name
  }
}
