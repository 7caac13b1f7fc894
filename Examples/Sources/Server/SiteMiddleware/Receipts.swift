// SPDX-License-Identifier: MIT

internal import Foundation
internal import SharedModels

/// Verifies a receipt, also in the sandbox, because app reviewers have sandbox receipts.
func verifyReceipt(
  _ data: Data,
  of player: Player,
  _ environment: ServerEnvironment
) async throws -> VerifyReceiptEnvelope {
  guard !data.isEmpty else { throw ReceiptError.empty }
  var verdict = try await environment.itunes.verify(data, .production)
  if verdict == .isOfSandbox { verdict = try await environment.itunes.verify(data, .sandbox) }
  let receipt: AppleReceipt
  switch verdict {
  case .invalid(let status): throw ReceiptError.invalid(status: status)
  case .valid(let valid): receipt = valid
  }
  guard receipt.receipt.bundleId == environment.envVars.bundleId else {
    throw ReceiptError.ofOtherApp(receipt.receipt.bundleId)
  }
  // A stored receipt unlocks the full game.
  guard !receipt.receipt.inApp.isEmpty else { throw ReceiptError.ofNothing }
  try await environment.database.updateAppleReceipt(player.id, receipt)
  return VerifyReceiptEnvelope(verifiedProductIds: receipt.receipt.inApp.map(\.productId))
}

enum ReceiptError: Error, LocalizedError {
  case empty
  case invalid(status: Int)
  case ofNothing
  case ofOtherApp(String)

  var errorDescription: String? {
    switch self {
    case .empty: "The body is empty; expected a receipt."
    case .invalid(let status): "The store does not accept the receipt; its status is \(status)."
    case .ofNothing: "The receipt contains no purchases."
    case .ofOtherApp(let bundleId): "The receipt is for another app, \(bundleId.debugDescription)."
    }
  }
}
