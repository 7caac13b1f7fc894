// SPDX-License-Identifier: MIT

internal import Foundation

extension Dump {
  /// The text of a value of Foundation, whose parts say less than its description.
  static func foundationText(_ value: Any) -> String? {
    switch value {
    case let value as Date: "Date(\(text(value)))"
    case let value as UUID: "UUID(\(value.uuidString))"
    case let value as URL: "URL(\(value.absoluteString))"
    case let value as Data: "Data(\(text(value)))"
    case let value as Decimal: "\(value)"
    default: nil
    }
  }

  private static func text(_ date: Date) -> String {
    let seconds = date.timeIntervalSince1970
    let isWhole = seconds == seconds.rounded()
    let fraction = isWhole ? "" : ", \(seconds) s since 1970"
    return date.formatted(.iso8601) + fraction
  }

  private static func text(_ data: Data) -> String {
    let digits = data.prefix(16).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    let rest = data.count > 16 ? " …" : ""
    return "\(data.count) bytes: \(digits.joined(separator: " "))\(rest)"
  }
}
