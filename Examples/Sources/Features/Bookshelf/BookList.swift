// SPDX-License-Identifier: MIT

public import Lockstep
public import LockstepRouting

/// The state of a list of a user's books.
public struct BookListState: Equatable, Sendable {
  /// The books.
  public var books: [BooksResponse.Book] = []

  /// The sort direction.
  public var direction = SearchOptions.Direction.asc

  /// Creates an empty list.
  public init() {}
}

/// An action of the list.
public enum BookListAction: Equatable, Sendable {
  case onAppear
  case directionChanged(SearchOptions.Direction)
  case booksResponse(Result<BooksResponse, URLRoutingClientError>)
}

/// The reducer of a list of books that can be sorted in both directions.
///
/// A new direction cancels the request in flight and sends another one. If a request fails, the books stay unchanged.
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
