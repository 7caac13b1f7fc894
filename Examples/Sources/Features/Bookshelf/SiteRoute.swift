// SPDX-License-Identifier: MIT

// The pages and the API of a book site, as values.

public import Foundation

/// What the site can be asked for.
public enum SiteRoute: Equatable, Sendable {
  /// The links to the other pages.
  case home
  /// A page about the site.
  case aboutUs
  /// What has to do with users.
  case users(UsersRoute)
}

/// What has to do with users.
public enum UsersRoute: Equatable, Sendable {
  /// A new user.
  case create(NewUser)
  /// A user, by their number.
  case user(Int, UserRoute = .fetch)
}

/// What has to do with one user.
public enum UserRoute: Equatable, Sendable {
  /// Who they are.
  case fetch
  /// What they have read.
  case books(BooksRoute = .search())
}

/// What has to do with the books of a user.
public enum BooksRoute: Equatable, Sendable {
  /// One book.
  case book(UUID)
  /// Some of the books, in an order.
  case search(SearchOptions = SearchOptions())
}

/// Which books, and in which order.
public struct SearchOptions: Equatable, Sendable {
  /// What the books are sorted by.
  public enum Sort: String, CaseIterable, Sendable {
    /// By their titles.
    case name
    /// By what they are about, and then by their titles.
    case category
  }

  /// Which way they are sorted.
  public enum Direction: String, CaseIterable, Sendable {
    /// The first first.
    case asc
    /// The last first.
    case desc
  }

  /// What the books are sorted by.
  public var sort: Sort

  /// Which way they are sorted.
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
  /// What they say of themselves.
  public var bio: String

  /// What they are called.
  public var name: String

  /// A user made of their parts.
  public init(bio: String, name: String) {
    self.bio = bio
    self.name = name
  }
}
