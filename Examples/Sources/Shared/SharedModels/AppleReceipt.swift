// SPDX-License-Identifier: MIT

/// A purchase receipt as Apple's verification service answers it, as far as the game needs it.
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

    /// The app that it is for.
    public var bundleId: String

    /// The purchases in the app.
    public var inApp: [InApp]

    /// A receipt for an app.
    public init(bundleId: String, inApp: [InApp]) {
      self.bundleId = bundleId
      self.inApp = inApp
    }
  }

  /// One purchase in the app.
  public struct InApp: Codable, Hashable, Sendable {
    private enum CodingKeys: String, CodingKey {
      case originalPurchaseDate = "original_purchase_date_ms"
      case productId = "product_id"
      case quantity
      case transactionId = "transaction_id"
    }

    /// When it was bought, in milliseconds since 1970, as text.
    public var originalPurchaseDate: String

    /// The id of the product that was bought.
    public var productId: String

    /// How many, as text.
    public var quantity: String

    /// Tells the purchase from others.
    public var transactionId: String

    /// A purchase.
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

  /// `Sandbox` or `Production`.
  public var environment: String?

  /// Whether it is worth asking again after a failure.
  public var isRetryable: Bool?

  /// The decoded receipt.
  public var receipt: Receipt

  /// 0 if the receipt is valid.
  public var status: Int

  /// A verified receipt.
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

/// The parts of a receipt that the server has found valid.
public struct VerifyReceiptEnvelope: Codable, Equatable, Sendable {
  /// The products that were bought.
  public var verifiedProductIds: [String]

  /// A list of products.
  public init(verifiedProductIds: [String]) {
    self.verifiedProductIds = verifiedProductIds
  }
}
