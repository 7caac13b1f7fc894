// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
public import LockstepRouting

extension Router where Value == ServerRoute {
  /// A router for tests, in which nothing varies: the time stands still at 1234567890 seconds after
  /// 1970, the hash is the identity, signatures cover the body only, and JSON has its keys sorted and its dates in
  /// such seconds.
  public static var test: Self {
    router(
      date: { Date(timeIntervalSince1970: 1_234_567_890) },
      decoder: .secondsSince1970,
      encoder: .secondsSince1970,
      secrets: [testSecret],
      sha256: { $0 },
      signatureForm: .body
    )
  }

  /// A router for tests that do not expect signed requests: it reports each use of its clock and of
  /// its hash, which fails the test, and goes on with the current time and the identity.
  public static var failing: Self {
    router(
      date: { unimplemented("ServerRouter.date", placeholder: Date()) },
      decoder: .secondsSince1970,
      encoder: .secondsSince1970,
      secrets: [testSecret],
      sha256: { unimplemented("ServerRouter.sha256", placeholder: $0) },
      signatureForm: .body
    )
  }
}

private let testSecret = "SECRET_DEADBEEF"

extension JSONDecoder {
  fileprivate static var secondsSince1970: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    return decoder
  }
}

extension JSONEncoder {
  fileprivate static var secondsSince1970: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}
