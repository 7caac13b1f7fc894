// SPDX-License-Identifier: MIT

internal import Crypto
public import Foundation

/// Returns the SHA-256 hash of `data`, computed by swift-crypto, for the signatures of requests.
///
/// - Complexity: O(bytes).
public func cryptoSHA256(_ data: Data) -> Data {
  Data(Crypto.SHA256.hash(data: data))
}
