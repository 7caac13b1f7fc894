// SPDX-License-Identifier: MIT

public import Foundation

extension StoreKitClient {
  /// Something that the store sells.
  public struct Product: Equatable, Identifiable, Sendable {
    /// The description.
    public var description: String

    /// The id under which it is sold.
    public var id: String

    /// The price.
    public var price: Decimal

    /// The title.
    public var title: String

    /// Something that the store sells.
    public init(description: String, id: String, price: Decimal, title: String) {
      self.description = description
      self.id = id
      self.price = price
      self.title = title
    }
  }

  /// The requested products that the store sells.
  public struct ProductsResponse: Equatable, Sendable {
    /// The ids under which it sells nothing.
    public var invalidProductIdentifiers: [String]

    /// The products on sale.
    public var products: [Product]

    /// An answer of the store.
    public init(invalidProductIdentifiers: [String] = [], products: [Product]) {
      self.invalidProductIdentifiers = invalidProductIdentifiers
      self.products = products
    }
  }

  /// The wish to buy something.
  public struct Payment: Hashable, Sendable {
    /// The id under which it is sold.
    public var productIdentifier: String

    /// How many of it.
    public var quantity: Int

    /// The wish to buy something.
    public init(productIdentifier: String, quantity: Int = 1) {
      self.productIdentifier = productIdentifier
      self.quantity = quantity
    }
  }

  /// How far a payment has come.
  public struct PaymentTransaction: Equatable, Sendable {
    /// How far it has come.
    public enum State: Equatable, Sendable {
      /// Somebody else has to agree.
      case deferred

      /// It came to nothing.
      case failed

      /// It is paid.
      case purchased

      /// The store is working on it.
      case purchasing

      /// It was paid before.
      case restored
    }

    /// The product that is bought.
    public var payment: Payment

    /// How far it has come.
    public var state: State

    /// Tells it from others, once it is paid.
    public var transactionIdentifier: String?

    /// A payment that has come some way.
    public init(payment: Payment, state: State, transactionIdentifier: String? = nil) {
      self.payment = payment
      self.state = state
      self.transactionIdentifier = transactionIdentifier
    }
  }

  /// Something that happened to payments.
  public enum PaymentTransactionEvent: Equatable, Sendable {
    /// Payments are finished with.
    case removedTransactions([PaymentTransaction])

    /// Former payments could not be found; says why.
    case restoreCompletedTransactionsFailed(String)

    /// Former payments were looked for.
    case restoreCompletedTransactionsFinished

    /// Payments have come further.
    case updatedTransactions([PaymentTransaction])

    /// Whether the event tells that a product has been paid.
    public func isPurchase(of productIdentifier: String) -> Bool {
      guard case .updatedTransactions(let transactions) = self else { return false }
      return transactions.contains {
        $0.state == .purchased && $0.payment.productIdentifier == productIdentifier
      }
    }
  }
}
