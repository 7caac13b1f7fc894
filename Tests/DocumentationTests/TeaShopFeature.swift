// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep

// The feature of `WhyIsThisSo.md` and `LookingAtARun.md`, whose messages name its lines.

enum TeaShop {
  struct State: Equatable {
    var cart = TeaCart.State()
    var orders: [Int] = []
    var query = ""
    var results: [String] = []
  }

  enum Action: Equatable {
    case cart(TeaCart.Action)
    case queryChanged(String)
    case resultsLoaded([String])
  }
}

enum TeaCart {
  struct State: Equatable {
    var products: [String] = []
    var total = 0
  }

  enum Action: FeatureAction, Equatable {
    case addButtonTapped(String)
    case orderButtonTapped
    case priceLoaded(Int)

    enum Output: Equatable {
      case ordered(total: Int)
    }
  }
}

struct TeaShopClient: Sendable {
  var mainQueue: SchedulerOf<DispatchQueue>
  var price: @Sendable (String) async throws -> Int
  var search: @Sendable (String) async throws -> [String]
}

struct TeaShopSearchID: Hashable, Sendable {}

extension TeaCart {
  static let reducer = Reducer<State, Action, TeaShopClient> { state, action, client in
    switch action {
    case .addButtonTapped(let product):
      state.products.append(product)
      return .task(name: "price") { .priceLoaded(try await client.price(product)) }
    case .orderButtonTapped:
      let total = state.total
      state = State()
      return .output(.ordered(total: total))
    case .priceLoaded(let price):
      state.total += price
      return .none
    }
  }
}

extension TeaShop {
  static let reducer = Reducer<State, Action, TeaShopClient>.combine(
    TeaCart.reducer.pullback(state: \.cart, action: /Action.cart),
    Reducer { state, action, client in
      switch action {
      case .cart:
        return .none
      case .queryChanged(let query):
        state.query = query
        return .task(name: "search") { .resultsLoaded(try await client.search(query)) }
          .debounce(id: TeaShopSearchID(), for: 0.3, scheduler: client.mainQueue)
      case .resultsLoaded(let results):
        state.results = results
        return .none
      }
    }
  )
  .onOutput(of: TeaCart.Action.self) { output, state, _, _ in
    switch output {
    case .ordered(let total):
      state.orders.append(total)
      return .none
    }
  }
}

extension TeaShopClient {
  /// A client that answers after half a second of its queue.
  static func sample(_ mainQueue: SchedulerOf<DispatchQueue>) -> Self {
    Self(
      mainQueue: mainQueue,
      price: { product in
        try await mainQueue.sleep(for: 0.5)
        return product == "Green tea" ? 12 : 4
      },
      search: { query in
        try await mainQueue.sleep(for: 0.5)
        return ["Green tea", "Mint tea"].filter { $0.contains(query) }
      }
    )
  }
}
