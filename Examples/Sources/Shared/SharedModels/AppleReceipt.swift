// SPDX-License-Identifier: MIT

/// The parts of a purchase receipt, as returned by Apple's verification service, that the game needs.
///
/// Source: <https://developer.apple.com/documentation/appstorereceipts/responsebody>
public struct AppleReceipt: Codable, Hashable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case environment
    case isRetryable = "is-retryable"
    case receipt
    case status
  }

  /// The decoded receipt.
  public struct Receipt: Codable, Hashable, Sendable {
    private enum CodingKeys: String, CodingKey {
      case bundleId = "bundle_id"
      case inApp = "in_app"
    }

    /// The bundle identifier of the app.
    public var bundleId: String

    /// The in-app purchases.
    public var inApp: [InApp]

    /// Creates a receipt.
    public init(bundleId: String, inApp: [InApp]) {
      self.bundleId = bundleId
      self.inApp = inApp
    }
  }

  /// An in-app purchase.
  public struct InApp: Codable, Hashable, Sendable {
    private enum CodingKeys: String, CodingKey {
      case originalPurchaseDate = "original_purchase_date_ms"
      case productId = "product_id"
      case quantity
      case transactionId = "transaction_id"
    }

    /// The purchase date in milliseconds since 1970, as text.
    public var originalPurchaseDate: String

    /// The identifier of the product.
    public var productId: String

    /// The quantity, as text.
    public var quantity: String

    /// The identifier of the transaction.
    public var transactionId: String

    /// Creates an in-app purchase.
    public init(
      originalPurchaseDate: String,
      productId: String,
      quantity: String,
      transactionId: String
    ) {
      self.originalPurchaseDate = originalPurchaseDate
      self.productId = productId
      self.quantity = quantity
      self.transactionId = transactionId
    }
  }

  /// The environment, `Sandbox` or `Production`.
  public var environment: String?

  /// Whether a retry may succeed after a failure.
  public var isRetryable: Bool?

  /// The decoded receipt.
  public var receipt: Receipt

  /// The status; 0 if the receipt is valid.
  public var status: Int

  /// Creates a verified receipt.
  public init(
    environment: String? = nil,
    isRetryable: Bool? = nil,
    receipt: Receipt,
    status: Int
  ) {
    self.environment = environment
    self.isRetryable = isRetryable
    self.receipt = receipt
    self.status = status
  }
}

/// The parts of a receipt that the server has verified.
public struct VerifyReceiptEnvelope: Codable, Equatable, Sendable {
  /// The identifiers of the purchased products.
  public var verifiedProductIds: [String]

  /// Creates a list of products.
  public init(verifiedProductIds: [String]) {
    self.verifiedProductIds = verifiedProductIds
  }
}
