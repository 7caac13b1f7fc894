// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import LockstepRouting
internal import SharedModels

/// The parts of a request that its signature covers.
///
/// They are joined by `----` and hashed. The time stands in the query, the signature in a header field, in base64.
public enum SignatureForm: Sendable {
  /// The body, a secret that client and server share, and the time, in seconds since 1970.
  ///
  /// A signed body is accepted with any access token as long as its time is.
  case body

  /// The same, the method and the path, as in `POST /api/games`, and the access token, in capitals.
  case request
}

/// Signs a request, and checks such signatures.
struct SubmitSignature: Sendable {
  var date: @Sendable () -> Date
  var form = SignatureForm.request
  var secrets: [String]
  var sha256: @Sendable (Data) -> Data

  /// How many seconds the clocks of client and server may be apart, either way.
  static let tolerance: TimeInterval = 20

  /// The body of a request from its timestamp, its signature and itself.
  ///
  /// Asks for the time once each way, and for one hash for each secret that is tried. A request that is not signed,
  /// or wrongly, is for another route, which has to say what is wrong with the rest of it.
  ///
  /// - Parameter target: The method and the path of the request.
  /// - Returns: The conversion.
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

  /// Returns the time and the signature, in base64, for a request.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - target: The method and the path.
  ///   - token: The access token of the request, if it has one.
  /// - Returns: The time, in seconds since 1970, and the signature.
  /// - Throws: A ``RoutingError`` without a secret, or with a clock that is out of range.
  func sign(
    _ body: Data,
    _ target: String,
    token: AccessToken?
  ) throws(RoutingError) -> (timestamp: Int, signature: String) {
    guard let secret = secrets.first else {
      throw RoutingError.unprintable("there is no secret to sign the request with")
    }
    guard let timestamp = Int(exactly: date().timeIntervalSince1970.rounded(.down)) else {
      throw RoutingError.unprintable("the clock is out of range")
    }
    let signature = signature(of: body, target, token, secret: secret, timestamp: timestamp)
    return (timestamp, signature.base64EncodedString())
  }

  /// Checks the signature of a request.
  ///
  /// - Throws: An unauthorized ``RoutingError`` if it is missing, wrong, or of another time.
  func verify(
    _ body: Data,
    _ target: String,
    token: AccessToken?,
    timestamp: Int?,
    signature: String?
  ) throws(RoutingError) {
    guard let timestamp else {
      throw RoutingError.unauthorized("the request has no time", part: .query("timestamp"))
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
        "signed more than 20 seconds before or after now",
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
  /// Compares without telling by the time it takes how much of the beginning is right.
  fileprivate func isEqualInConstantTime(to other: Data) -> Bool {
    count == other.count && zip(self, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
