// SPDX-License-Identifier: MIT

internal import Foundation

extension DecodingError {
  /// One line that says what is wrong, and where, in words for whoever wrote the input.
  ///
  /// Examples: `Missing key "moves".`, `At moves[0].score: expected Int, found a string.`
  public var oneLine: String {
    switch self {
    case .keyNotFound(let key, let context):
      Self.line(at: context.codingPath, "missing key \"\(key.stringValue)\".")
    case .valueNotFound(let type, let context):
      Self.line(at: context.codingPath, "expected \(Self.name(type)), found null.")
    case .typeMismatch(let type, let context):
      Self.line(at: context.codingPath, "expected \(Self.name(type)).")
    case .dataCorrupted(let context):
      Self.line(at: context.codingPath, Self.detail(context))
    @unknown default:
      "\(self)"
    }
  }

  private static func line(at path: [any CodingKey], _ message: String) -> String {
    guard !path.isEmpty else { return message.prefix(1).uppercased() + message.dropFirst() }
    return "At \(describe(path)): \(message)"
  }

  private static func describe(_ path: [any CodingKey]) -> String {
    path.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }

  private static func name(_ type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "an integer"
    case is any BinaryFloatingPoint.Type, is Date.Type: "a number"
    case is [Any].Type: "an array"
    case is [String: Any].Type: "an object"
    default: "\(type)"
    }
  }

  private static func detail(_ context: Context) -> String {
    let underlying = context.underlyingError as NSError?
    let detail =
      underlying?.userInfo[NSDebugDescriptionErrorKey] as? String ?? context.debugDescription
    let line = detail.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.prefix(1).lowercased() + line.dropFirst()
  }
}
