// SPDX-License-Identifier: MIT

// What the site knows: users and their books.

public import Foundation
internal import Synchronization

/// The users and their books, in memory.
public final class Shelves: Sendable {
  /// A book on the shelf of a user.
  public struct Book: Equatable, Sendable {
    /// What tells it from others.
    public var id: UUID

    /// What it is called.
    public var title: String

    /// What it is about.
    public var category: String

    /// A book made of its parts.
    public init(id: UUID, title: String, category: String) {
      self.id = id
      self.title = title
      self.category = category
    }
  }

  /// A user and their books.
  public struct User: Equatable, Sendable {
    /// What they are called.
    public var name: String

    /// What they say of themselves.
    public var bio: String

    /// What they have read.
    public var books: [Book]

    /// A user made of their parts.
    public init(name: String, bio: String, books: [Book] = []) {
      self.name = name
      self.bio = bio
      self.books = books
    }
  }

  private let users: Mutex<[User]>

  /// Shelves of users, who are numbered from 1.
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
