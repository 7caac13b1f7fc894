// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep

// The feature of `WhyIsThisSo.md` and `LookingAtARun.md`, whose messages name its lines.

struct TeaShop: Equatable {
  var cart = TeaCart()
  var orders: [Int] = []
  var query = ""
  var results: [String] = []
}

enum TeaShopAction: Equatable {
  case cart(TeaCartAction)
  case queryChanged(String)
  case resultsLoaded([String])
}

struct TeaCart: Equatable {
  var products: [String] = []
  var total = 0
}

enum TeaCartAction: FeatureAction, Equatable {
  case addButtonTapped(String)
  case orderButtonTapped
  case priceLoaded(Int)

  enum Output: Equatable {
    case ordered(total: Int)
  }
}

struct TeaShopClient: Sendable {
  var mainQueue: SchedulerOf<DispatchQueue>
  var price: @Sendable (String) async throws -> Int
  var search: @Sendable (String) async throws -> [String]
}

struct TeaShopSearchID: Hashable, Sendable {}

let teaCartReducer = Reducer<TeaCart, TeaCartAction, TeaShopClient> { cart, action, client in
  switch action {
  case .addButtonTapped(let product):
    cart.products.append(product)
    return .task(name: "price") { .priceLoaded(try await client.price(product)) }
  case .orderButtonTapped:
    let total = cart.total
    cart = TeaCart()
    return .output(.ordered(total: total))
  case .priceLoaded(let price):
    cart.total += price
    return .none
  }
}

let teaShopReducer = Reducer<TeaShop, TeaShopAction, TeaShopClient>.combine(
  teaCartReducer.pullback(state: \.cart, action: /TeaShopAction.cart),
  Reducer { shop, action, client in
    switch action {
    case .cart:
      return .none
    case .queryChanged(let query):
      shop.query = query
      return .task(name: "search") { .resultsLoaded(try await client.search(query)) }
        .debounce(id: TeaShopSearchID(), for: 0.3, scheduler: client.mainQueue)
    case .resultsLoaded(let results):
      shop.results = results
      return .none
    }
  }
)
.onOutput(of: TeaCartAction.self) { output, shop, _, _ in
  switch output {
  case .ordered(let total):
    shop.orders.append(total)
    return .none
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
