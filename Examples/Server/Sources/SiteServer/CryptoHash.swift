// SPDX-License-Identifier: MIT

internal import Crypto
public import Foundation

/// The SHA-256 of swift-crypto, for the signatures of requests.
///
/// - Complexity: O(bytes).
public func cryptoSHA256(_ data: Data) -> Data {
  Data(Crypto.SHA256.hash(data: data))
}
