// SPDX-License-Identifier: MIT

// A list of a user's books that can be sorted both ways, on a client that comes with the router.

public import Lockstep
public import LockstepRouting

/// The state of the list.
public struct BookListState: Equatable, Sendable {
  /// The books.
  public var books: [BooksResponse.Book] = []

  /// The direction in which they are sorted.
  public var direction = SearchOptions.Direction.asc

  /// An empty list.
  public init() {}
}

/// An action of the list.
public enum BookListAction: Equatable, Sendable {
  /// The list was shown.
  case onAppear
  /// The other direction was picked.
  case directionChanged(SearchOptions.Direction)
  /// The site has answered, or not.
  case booksResponse(Result<BooksResponse, URLRoutingClientError>)
}

/// The feature.
///
/// It asks again when the direction changes; an answer for the direction before is dropped. Errors
/// leave the books as they are.
public let bookListReducer = Reducer<BookListState, BookListAction, URLRoutingClient<SiteRoute>> {
  state,
  action,
  apiClient in
  struct SearchID: Hashable {}

  func search(_ direction: SearchOptions.Direction) -> Effect<BookListAction, Never> {
    apiClient.effect(
      for: .users(.user(1, .books(.search(SearchOptions(direction: direction))))),
      as: BooksResponse.self
    )
    .catchToEffect()
    .map(BookListAction.booksResponse)
    .cancellable(id: SearchID(), cancelInFlight: true)
  }

  switch action {
  case .onAppear:
    return search(state.direction)

  case .directionChanged(let direction):
    state.direction = direction
    return search(direction)

  case .booksResponse(.success(let response)):
    state.books = response.books
    return .none

  case .booksResponse(.failure):
    return .none
  }
}
