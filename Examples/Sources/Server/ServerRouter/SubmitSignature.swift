// SPDX-License-Identifier: MIT

internal import Foundation
internal import LockstepRouting

/// Signs the body of a request, and checks such signatures.
///
/// The signature is a hash of the body, a secret that client and server share, and the time, which
/// are joined by `----`. The time stands in the query, the signature in a header field, in base64.
struct SubmitSignature: Sendable {
  var date: @Sendable () -> Date
  var secrets: [String]
  var sha256: @Sendable (Data) -> Data

  /// How many seconds the clocks of client and server may be apart, either way.
  static let tolerance: TimeInterval = 20

  /// The body from its timestamp, its signature and itself.
  ///
  /// Asks for the time once each way, and for one hash for each secret that is tried.
  ///
  /// - Parameter isRequired: Whether a request that is not signed, or wrongly, is refused. If not, it
  ///   is for another route, which has to say what is wrong with the rest of it.
  /// - Returns: The conversion.
  func conversion(isRequired: Bool) -> Conversion<(Int?, String?, Data), Data> {
    Conversion { timestamp, signature, body in
      do {
        try verify(body, timestamp: timestamp, signature: signature)
      } catch {
        throw isRequired ? error : RoutingError(.notFound)
      }
      return body
    } unapply: { body in
      let (timestamp, signature) = try sign(body)
      return (timestamp, signature.base64EncodedString(), body)
    }
  }

  private func sign(_ body: Data) throws -> (timestamp: Int, signature: Data) {
    guard let secret = secrets.first else {
      throw RoutingError.unprintable("there is no secret to sign the request with")
    }
    guard let timestamp = Int(exactly: date().timeIntervalSince1970.rounded(.down)) else {
      throw RoutingError.unprintable("the clock is out of range")
    }
    return (timestamp, signature(of: body, secret: secret, timestamp: timestamp))
  }

  private func verify(
    _ body: Data,
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
        to: self.signature(of: body, secret: secret, timestamp: timestamp)
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

  private func signature(of body: Data, secret: String, timestamp: Int) -> Data {
    sha256(body + Data("----\(secret)----\(timestamp)".utf8))
  }
}

extension Data {
  /// Compares without telling by the time it takes how much of the beginning is right.
  fileprivate func isEqualInConstantTime(to other: Data) -> Bool {
    count == other.count && zip(self, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
