// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import LockstepRouting
internal import SharedModels

/// The parts of a request that its signature covers.
///
/// The parts are joined by `----` and hashed. The query contains the timestamp, and a header field contains the
/// signature in base64.
public enum SignatureForm: Sendable {
  /// The body, a secret that the client and the server share, and the timestamp in seconds since 1970.
  ///
  /// A signed body is valid with any access token while its timestamp is valid.
  case body

  /// The parts of ``body``, the method and the path, such as `POST /api/games`, and the access token in capitals.
  case request
}

struct SubmitSignature: Sendable {
  var date: @Sendable () -> Date
  var form = SignatureForm.request
  var secrets: [String]
  var sha256: @Sendable (Data) -> Data

  /// The maximum difference between the clocks of the client and the server, in seconds.
  static let tolerance: TimeInterval = 20

  /// Converts a timestamp, a signature and a body to the verified body.
  ///
  /// An unsigned or wrongly signed request fails with `notFound`, so that the router tries the next route.
  func conversion(_ target: String) -> Conversion<(Int?, String?, Data), Data> {
    Conversion { timestamp, signature, body in
      do {
        try verify(body, target, token: nil, timestamp: timestamp, signature: signature)
      } catch {
        throw RoutingError(.notFound)
      }
      return body
    } unapply: { body in
      let (timestamp, signature) = try sign(body, target, token: nil)
      return (timestamp, signature, body)
    }
  }

  /// Returns the timestamp, in seconds since 1970, and the signature in base64.
  func sign(
    _ body: Data,
    _ target: String,
    token: AccessToken?
  ) throws(RoutingError) -> (timestamp: Int, signature: String) {
    guard let secret = secrets.first else {
      throw RoutingError.unprintable("the router has no secret for signing the request")
    }
    guard let timestamp = Int(exactly: date().timeIntervalSince1970.rounded(.down)) else {
      throw RoutingError.unprintable("the clock is out of range")
    }
    let signature = signature(of: body, target, token, secret: secret, timestamp: timestamp)
    return (timestamp, signature.base64EncodedString())
  }

  func verify(
    _ body: Data,
    _ target: String,
    token: AccessToken?,
    timestamp: Int?,
    signature: String?
  ) throws(RoutingError) {
    guard let timestamp else {
      throw RoutingError.unauthorized("the request has no timestamp", part: .query("timestamp"))
    }
    guard let signature else {
      throw RoutingError.unauthorized("the request is not signed", part: .header("X-Signature"))
    }
    guard let signature = Data(base64Encoded: signature) else {
      throw RoutingError.unauthorized("not base64", part: .header("X-Signature"))
    }
    let now = date().timeIntervalSince1970
    let isSigned = secrets.contains { secret in
      signature.isEqualInConstantTime(
        to: self.signature(of: body, target, token, secret: secret, timestamp: timestamp)
      )
    }
    guard isSigned else {
      throw RoutingError.unauthorized("the signature is wrong", part: .header("X-Signature"))
    }
    guard abs(now - TimeInterval(timestamp)) <= Self.tolerance else {
      throw RoutingError.unauthorized(
        "the timestamp differs from the current time by more than 20 seconds",
        part: .query("timestamp")
      )
    }
  }

  private func signature(
    of body: Data,
    _ target: String,
    _ token: AccessToken?,
    secret: String,
    timestamp: Int
  ) -> Data {
    var parts = ["", secret, "\(timestamp)"]
    if form == .request { parts += [target, token?.rawValue.uuidString ?? ""] }
    return sha256(body + Data(parts.joined(separator: "----").utf8))
  }
}

extension Data {
  /// Compares in constant time, so that the duration does not reveal the length of a matching prefix.
  fileprivate func isEqualInConstantTime(to other: Data) -> Bool {
    count == other.count && zip(self, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
