// SPDX-License-Identifier: MIT

internal import Foundation

extension DecodingError {
  /// A one-line description of the problem and its path, for the author of the input.
  ///
  /// For example, `Missing key "moves".` or `At moves[0].score: expected an integer, found a string.`
  public var oneLine: String {
    switch self {
    case .keyNotFound(let key, let context):
      Self.line(at: context.codingPath, "missing key \"\(key.stringValue)\".")
    case .valueNotFound(let type, let context):
      Self.line(at: context.codingPath, "expected \(Self.name(type)), found null.")
    case .typeMismatch(let type, let context):
      Self.line(at: context.codingPath, "expected \(Self.name(type))\(Self.found(context)).")
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
    case is any BinaryFloatingPoint.Type: "a number"
    case is [Any].Type: "an array"
    case is [String: Any].Type: "an object"
    default: "\(type)"
    }
  }

  /// Foundation's decoder names the value it found only in its debug description.
  private static func found(_ context: Context) -> String {
    let names = [
      "a dictionary": "an object", "a string": "a string", "an array": "an array",
      "bool": "true or false", "number": "a number",
    ]
    let name = names.first { context.debugDescription.hasSuffix("but found \($0.key) instead.") }
    return name.map { ", found \($0.value)" } ?? ""
  }

  private static func detail(_ context: Context) -> String {
    let line = context.debugDescription.split(whereSeparator: \.isNewline).joined(separator: " ")
    let sentence = line.hasSuffix(".") ? line : line + "."
    return sentence.prefix(1).lowercased() + sentence.dropFirst()
  }
}
