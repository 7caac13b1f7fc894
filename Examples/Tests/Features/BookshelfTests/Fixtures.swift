// SPDX-License-Identifier: MIT

import Bookshelf
import Foundation

/// A UUID whose bytes are all zero.
let nullID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

private func id(_ number: UInt8) -> UUID {
  UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
}

extension Shelves.User {
  static let blob = Self(
    name: "Blob",
    bio: "Reads.",
    books: [
      Shelves.Book(id: id(1), title: "Cooking", category: "Food"),
      Shelves.Book(id: id(2), title: "A tour of blobs", category: "Travel"),
      Shelves.Book(id: id(3), title: "Blob physics", category: "Science"),
    ]
  )
}

extension BooksResponse {
  /// The site's response to a search by title, with relative links.
  static let blob = Self(
    books: [(2, "A tour of blobs"), (3, "Blob physics"), (1, "Cooking")].map { number, title in
      Book(
        id: id(number),
        title: title,
        bookURL: "users/1/books/\(id(number).uuidString.lowercased())"
      )
    }
  )
}
