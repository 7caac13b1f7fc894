// SPDX-License-Identifier: MIT

public import Lockstep

/// A client of the store, which sells products and requests reviews.
public struct StoreKitClient: Sendable {
  /// Buys a product.
  ///
  /// The ``observer`` sends the outcome.
  public var addPayment: @Sendable (Payment) -> Effect<Never, Never>

  /// Sends the products with the given IDs.
  public var fetchProducts: @Sendable (Set<String>) -> Effect<ProductsResponse, any Error>

  /// Sends the events of payments until it is cancelled.
  public var observer: Effect<PaymentTransactionEvent, Never>

  /// Requests a review.
  ///
  /// The store decides whether to show the prompt.
  public var requestReview: @Sendable () -> Effect<Never, Never>

  /// Creates a client from its endpoints.
  public init(
    addPayment: @escaping @Sendable (Payment) -> Effect<Never, Never>,
    fetchProducts: @escaping @Sendable (Set<String>) -> Effect<ProductsResponse, any Error>,
    observer: Effect<PaymentTransactionEvent, Never>,
    requestReview: @escaping @Sendable () -> Effect<Never, Never>
  ) {
    self.addPayment = addPayment
    self.fetchProducts = fetchProducts
    self.observer = observer
    self.requestReview = requestReview
  }
}

extension StoreKitClient {
  /// A client that reports an issue for every call.
  public static let failing = Self(
    addPayment: { _ in .failing("StoreKitClient.addPayment is unimplemented") },
    fetchProducts: { _ in .failing("StoreKitClient.fetchProducts is unimplemented") },
    observer: .failing("StoreKitClient.observer is unimplemented"),
    requestReview: { .failing("StoreKitClient.requestReview is unimplemented") }
  )

  /// A client that sells nothing and requests no reviews.
  public static let noop = Self(
    addPayment: { _ in .none },
    fetchProducts: { _ in .none },
    observer: .none,
    requestReview: { .none }
  )
}
