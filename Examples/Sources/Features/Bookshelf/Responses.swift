// SPDX-License-Identifier: MIT

// The responses of the site: plain values that its clients decode.

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

  /// The name.
  public var name: String

  /// A text by the user about themselves.
  public var bio: String

  /// The address of the user's books.
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
    /// The identifier.
    public var id: UUID

    /// The title.
    public var title: String

    /// The address of the book.
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

/// An error in place of a response.
public struct SiteError: Codable, Equatable, Error, Sendable {
  /// A sentence for a developer.
  public var message: String

  /// An error made of its sentence.
  public init(message: String) {
    self.message = message
  }
}
