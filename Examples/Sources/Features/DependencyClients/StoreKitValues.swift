// SPDX-License-Identifier: MIT

public import Foundation

extension StoreKitClient {
  /// A product of the store.
  public struct Product: Equatable, Identifiable, Sendable {
    /// The description.
    public var description: String

    /// The product ID.
    public var id: String

    /// The price.
    public var price: Decimal

    /// The title.
    public var title: String

    /// Creates a product.
    public init(description: String, id: String, price: Decimal, title: String) {
      self.description = description
      self.id = id
      self.price = price
      self.title = title
    }
  }

  /// The response to a request for products.
  public struct ProductsResponse: Equatable, Sendable {
    /// The requested IDs without a product.
    public var invalidProductIdentifiers: [String]

    /// The available products.
    public var products: [Product]

    /// Creates a response.
    public init(invalidProductIdentifiers: [String] = [], products: [Product]) {
      self.invalidProductIdentifiers = invalidProductIdentifiers
      self.products = products
    }
  }

  /// A request to buy a product.
  public struct Payment: Hashable, Sendable {
    /// The product ID.
    public var productIdentifier: String

    /// The number of items.
    public var quantity: Int

    /// Creates a payment.
    public init(productIdentifier: String, quantity: Int = 1) {
      self.productIdentifier = productIdentifier
      self.quantity = quantity
    }
  }

  /// A payment and its state.
  public struct PaymentTransaction: Equatable, Sendable {
    /// The state of a payment.
    public enum State: Equatable, Sendable {
      /// Another person has to approve the payment.
      case deferred

      case failed

      case purchased

      /// The store is processing the payment.
      case purchasing

      /// The store restored an earlier purchase.
      case restored
    }

    /// The payment for the product.
    public var payment: Payment

    /// The state of the payment.
    public var state: State

    /// The ID of the transaction, once it is paid.
    public var transactionIdentifier: String?

    /// Creates a transaction.
    public init(payment: Payment, state: State, transactionIdentifier: String? = nil) {
      self.payment = payment
      self.state = state
      self.transactionIdentifier = transactionIdentifier
    }
  }

  /// An event of payment transactions.
  public enum PaymentTransactionEvent: Equatable, Sendable {
    case removedTransactions([PaymentTransaction])

    /// Restoring purchases failed for the given reason.
    case restoreCompletedTransactionsFailed(String)

    case restoreCompletedTransactionsFinished

    case updatedTransactions([PaymentTransaction])

    /// Returns whether the event reports the purchase of a product.
    public func isPurchase(of productIdentifier: String) -> Bool {
      guard case .updatedTransactions(let transactions) = self else { return false }
      return transactions.contains {
        $0.state == .purchased && $0.payment.productIdentifier == productIdentifier
      }
    }
  }
}
