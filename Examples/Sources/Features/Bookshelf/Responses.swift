// SPDX-License-Identifier: MIT

public import Foundation

/// The links to the pages of the site.
public struct HomeResponse: Codable, Equatable, Sendable {
  /// The URLs of the pages, keyed by name.
  public var links: [String: String]

  /// Creates a response.
  public init(links: [String: String]) {
    self.links = links
  }
}

/// A user.
public struct UserResponse: Codable, Equatable, Sendable {
  /// The user's number.
  public var id: Int

  /// The name.
  public var name: String

  /// The user's biography.
  public var bio: String

  /// The URL of the user's books.
  public var booksURL: String

  /// Creates a response.
  public init(id: Int, name: String, bio: String, booksURL: String) {
    self.id = id
    self.name = name
    self.bio = bio
    self.booksURL = booksURL
  }
}

/// The result of a search for books.
public struct BooksResponse: Codable, Equatable, Sendable {
  /// The books in the requested order.
  public var books: [Book]

  /// A book and its URL.
  public struct Book: Codable, Equatable, Sendable {
    /// The identifier.
    public var id: UUID

    /// The title.
    public var title: String

    /// The URL of the book.
    public var bookURL: String

    /// Creates a book.
    public init(id: UUID, title: String, bookURL: String) {
      self.id = id
      self.title = title
      self.bookURL = bookURL
    }
  }

  /// Creates a response.
  public init(books: [Book]) {
    self.books = books
  }
}

/// The body of an error response.
public struct SiteError: Codable, Equatable, Error, Sendable {
  /// A message for developers.
  public var message: String

  /// Creates an error.
  public init(message: String) {
    self.message = message
  }
}
