// SPDX-License-Identifier: MIT

// What the site answers with: plain values that its clients decode.

public import Foundation

/// The links to the pages of the site.
public struct HomeResponse: Codable, Equatable, Sendable {
  /// The pages, by their names.
  public var links: [String: String]

  /// A response made of its links.
  public init(links: [String: String]) {
    self.links = links
  }
}

/// A user.
public struct UserResponse: Codable, Equatable, Sendable {
  /// Their number.
  public var id: Int

  /// What they are called.
  public var name: String

  /// What they say of themselves.
  public var bio: String

  /// Where their books are.
  public var booksURL: String

  /// A response made of its parts.
  public init(id: Int, name: String, bio: String, booksURL: String) {
    self.id = id
    self.name = name
    self.bio = bio
    self.booksURL = booksURL
  }
}

/// Some books.
public struct BooksResponse: Codable, Equatable, Sendable {
  /// The books in the order that was asked for.
  public var books: [Book]

  /// A book, and where it is.
  public struct Book: Codable, Equatable, Sendable {
    /// What tells it from others.
    public var id: UUID

    /// What it is called.
    public var title: String

    /// Where it is.
    public var bookURL: String

    /// A book made of its parts.
    public init(id: UUID, title: String, bookURL: String) {
      self.id = id
      self.title = title
      self.bookURL = bookURL
    }
  }

  /// A response made of its books.
  public init(books: [Book]) {
    self.books = books
  }
}

/// Why the site does not answer with what was asked for.
public struct SiteError: Codable, Equatable, Error, Sendable {
  /// A sentence for a developer.
  public var message: String

  /// An error made of its sentence.
  public init(message: String) {
    self.message = message
  }
}
