// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
public import LockstepRouting

extension Router where Value == ServerRoute {
  /// A deterministic router for tests.
  ///
  /// The clock always returns 1234567890 seconds after 1970, and the hash is the identity. Signatures cover only the
  /// body. JSON has sorted keys and dates in seconds since 1970.
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

  /// A router for tests that do not expect signed requests.
  ///
  /// Every use of its clock or hash fails the test and returns the current time or the unchanged data.
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
