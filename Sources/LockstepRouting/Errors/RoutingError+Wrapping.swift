// SPDX-License-Identifier: MIT

public import Foundation

extension RoutingError {
  /// Creates an error from a conversion's error and its place in the request.
  ///
  /// If the conversion throws a routing error, the details of that error take precedence.
  init(
    _ kind: Kind,
    wrapping error: any Error,
    part: Part?,
    expected: String? = nil,
    found: String? = nil
  ) {
    self.init(kind, part: part, expected: expected, found: found)
    switch error {
    case is InvalidInput:
      if part == nil { explanation = .text("the conversion rejected the combination of values") }
    case let error as RoutingError:
      self = error
      self.part = error.part ?? part
      self.expected = error.expected ?? expected
      self.found = error.found ?? found
    default:
      explanation = .error(error)
    }
  }

  static func describe(_ error: any Error) -> String {
    switch error {
    case let error as DecodingError: describe(error)
    case EncodingError.invalidValue(_, let context):
      clause(context.debugDescription) + place(context.codingPath)
    default: bounded(String(describing: error))
    }
  }

  static func describe(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      "\(quote(key.stringValue)) is missing\(place(context.codingPath))"
    case .valueNotFound(let type, let context):
      "\(name(type)) is missing\(place(context.codingPath))"
    case .typeMismatch(let type, let context):
      "not \(name(type))\(place(context.codingPath))"
    case .dataCorrupted(let context):
      clause(context.debugDescription) + place(context.codingPath)
    @unknown default:
      bounded(String(describing: error))
    }
  }

  private static func clause(_ sentence: String) -> String {
    let text = bounded(sentence)
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  private static func name(_ type: any Any.Type) -> String {
    switch type {
    case is [String: Any].Type: "an object"
    case is [Any].Type: "an array"
    default: "a \(type)"
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    guard !path.isEmpty else { return "" }
    var text = ""
    for key in path where text.unicodeScalars.prefix(quoteLimit + 1).count <= quoteLimit {
      text += key.intValue.map { "[\($0)]" } ?? (text.isEmpty ? "" : ".") + key.stringValue
    }
    return " at \(quote(text))"
  }
}

extension RoutingError: LocalizedError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}
