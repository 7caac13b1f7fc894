// SPDX-License-Identifier: MIT

public import Lockstep

/// The store in which the game and its extras are sold, rated and reviewed.
public struct StoreKitClient: Sendable {
  /// Buys something; what comes of it is sent by the ``observer``.
  public var addPayment: @Sendable (Payment) -> Effect<Never, Never>

  /// Sends what the store sells under some ids.
  public var fetchProducts: @Sendable (Set<String>) -> Effect<ProductsResponse, any Error>

  /// Sends what happens to payments, for as long as it runs.
  public var observer: Effect<PaymentTransactionEvent, Never>

  /// Asks the player for a review; the store decides whether they are shown anything.
  public var requestReview: @Sendable () -> Effect<Never, Never>

  /// A client made of its endpoints.
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
  /// Reports each endpoint that is used.
  public static let failing = Self(
    addPayment: { _ in .failing("StoreKitClient.addPayment is unimplemented") },
    fetchProducts: { _ in .failing("StoreKitClient.fetchProducts is unimplemented") },
    observer: .failing("StoreKitClient.observer is unimplemented"),
    requestReview: { .failing("StoreKitClient.requestReview is unimplemented") }
  )

  /// Sells nothing and asks for no review.
  public static let noop = Self(
    addPayment: { _ in .none },
    fetchProducts: { _ in .none },
    observer: .none,
    requestReview: { .none }
  )
}
