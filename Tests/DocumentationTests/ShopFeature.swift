// SPDX-License-Identifier: MIT

// The blocks of `Sources/LockstepRouting/LockstepRouting.docc/Articles/DerivingAClient.md` that are not
// inside of tests.

import Dispatch
import Foundation
import Lockstep
import LockstepRouting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

func shopClient(
  session: URLSession = .shared,
  scheduler: SchedulerOf<DispatchQueue> = DispatchQueue.global().eraseToAnyScheduler(),
  token: @escaping @Sendable () async throws -> String
) -> URLRoutingClient<ShopRoute> {
  .live(
    router: shopRouter.baseURL("https://books.example"),
    session: session,
    options: RequestOptions(
      headers: { ["Authorization": "Bearer \(try await token())"] },
      timeout: 10,
      retry: .exponential(attempts: 3, from: 0.5),
      scheduler: scheduler
    )
  )
}

struct Book: Codable, Equatable, Sendable {
  var id: Int
  var title: String
}

enum BookDetail {
  struct State: Equatable {
    var title: String?
    var message: String?
  }

  enum Action: Equatable {
    case appeared
    case response(Result<Book, URLRoutingClientError>)
  }

  static let reducer = Reducer<State, Action, URLRoutingClient<ShopRoute>> {
    state,
    action,
    client in
    switch action {
    case .appeared:
      return client.effect(for: .book(7, .show), as: Book.self)
        .catchToEffect()
        .map(Action.response)

    case .response(.success(let book)):
      state.title = book.title

    case .response(.failure(let error)):
      state.message = error.decodeBody(as: ShopError.self)?.message ?? error.description
    }
    return .none
  }
}

enum Purchase {
  enum Action: Equatable {
    case buyButtonTapped
    case ordered(Result<NoContent, URLRoutingClientError>)
  }

  static let reducer = Reducer<Bool, Action, URLRoutingClient<ShopRoute>> {
    isOrdered,
    action,
    client in
    switch action {
    case .buyButtonTapped:
      return client.effect(for: .order(Order(book: 7, count: 1)), as: NoContent.self)
        .catchToEffect()
        .map(Action.ordered)

    case .ordered(let result):
      isOrdered = result == .success(NoContent())
      return .none
    }
  }
}

struct ShopError: Codable, Error, Equatable, Sendable {
  var message: String
}
