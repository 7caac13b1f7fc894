// SPDX-License-Identifier: MIT

public import Foundation
internal import Synchronization

/// An in-memory database of users and their books.
public final class Shelves: Sendable {
  /// A book that a user has read.
  public struct Book: Equatable, Sendable {
    /// The identifier.
    public var id: UUID

    /// The title.
    public var title: String

    /// The subject.
    public var category: String

    /// Creates a book.
    public init(id: UUID, title: String, category: String) {
      self.id = id
      self.title = title
      self.category = category
    }
  }

  /// A user and their books.
  public struct User: Equatable, Sendable {
    /// The name.
    public var name: String

    /// The user's biography.
    public var bio: String

    /// The books that the user has read.
    public var books: [Book]

    /// Creates a user.
    public init(name: String, bio: String, books: [Book] = []) {
      self.name = name
      self.bio = bio
      self.books = books
    }
  }

  private let users: Mutex<[User]>

  /// Creates a database of users, who are numbered from 1.
  public init(users: [User] = []) {
    self.users = Mutex(users)
  }

  func user(_ id: Int) -> User? {
    users.withLock { id > 0 && id <= $0.count ? $0[id - 1] : nil }
  }

  /// Returns the new user's number.
  func add(_ user: User) -> Int {
    users.withLock { users in
      users.append(user)
      return users.count
    }
  }
}

extension Shelves.User {
  func search(_ options: SearchOptions) -> [Shelves.Book] {
    let sorted = books.sorted { lhs, rhs in
      switch options.sort {
      case .name: lhs.title < rhs.title
      case .category: (lhs.category, lhs.title) < (rhs.category, rhs.title)
      }
    }
    let directed = options.direction == .asc ? sorted : sorted.reversed()
    return Array(directed.prefix(max(options.count, 0)))
  }
}
