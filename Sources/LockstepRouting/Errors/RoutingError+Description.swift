// SPDX-License-Identifier: MIT

extension RoutingError: CustomStringConvertible {
  /// One sentence that describes the problem and its place, with found text cut short.
  ///
  /// `Bad request: query item "build" is "12x"; expected an integer.`
  public var description: String {
    if let sentence = sentenceAboutRequest { return "\(title): \(sentence)." }
    var clauses: [String] = []
    if let part {
      let subject = Self.describe(part)
      if let found {
        clauses.append("\(subject) is \(Self.quote(found))")
      } else if expected != nil {
        clauses.append(
          reason != nil ? subject : "\(subject) \(kind == .unprintable ? "has none" : "is missing")"
        )
      } else {
        clauses.append(subject)
      }
    } else if let found {
      clauses.append(Self.quote(found))
    }
    if let expected { clauses.append("expected \(expected)") }
    let facts = clauses.joined(separator: "; ")
    let parts = [title, facts, explanation?.boundedText ?? ""].filter { !$0.isEmpty }
    let sentence = parts.joined(separator: ": ")
    return sentence.hasSuffix(".") ? sentence : sentence + "."
  }

  private var title: String {
    switch kind {
    case .notFound: "Not found"
    case .methodNotAllowed: "Method not allowed"
    case .badRequest: "Bad request"
    case .unsupportedMediaType: "Unsupported media type"
    case .unauthorized: "Unauthorized"
    case .unprintable: "Cannot print the route"
    }
  }

  private var sentenceAboutRequest: String? {
    guard part == nil, explanation == nil, case .request(let context) = context else {
      return nil
    }
    switch kind {
    case .notFound:
      return "no route has the path \(Self.quote(context.path))"
    case .methodNotAllowed(let allowed):
      let methods = allowed.map(\.rawValue).joined(separator: ", ")
      let method = Self.quote(context.failed.request.method.rawValue)
      return "\(Self.quote(context.path)) answers \(methods), not \(method)"
    case .badRequest, .unsupportedMediaType, .unauthorized, .unprintable:
      return nil
    }
  }

  static func describe(_ part: Part) -> String {
    switch part {
    case .path(let index): "path component \(index + 1)"
    case .query(let name): "query item \(quote(name))"
    case .header(let name): "header \(quote(name))"
    case .cookie(let name): "cookie \(quote(name))"
    case .form(let name): "form field \(quote(name))"
    case .body: "the body"
    }
  }

  /// Returns the text on one line, with invisible characters escaped, cut off after 200 scalars.
  ///
  /// Use it for external text. For example, the errors of a decoder quote the request.
  static func bounded(_ text: String) -> String {
    let limit = 200
    let start = text.unicodeScalars.prefix(limit + 1)
    let line = start.prefix(limit).map(\.visible).joined()
    return start.count > limit ? line + "…" : line
  }

  static let quoteLimit = 80

  /// Returns the text in quotation marks, with invisible characters escaped, cut off after 80 scalars.
  static func quote(_ text: String) -> String {
    let limit = quoteLimit
    let start = text.unicodeScalars.prefix(limit + 1)
    let quoted = String(String.UnicodeScalarView(start.prefix(limit))).debugDescription
      .unicodeScalars.map(\.visible).joined()
    return start.count > limit ? quoted.dropLast() + "…\"" : quoted
  }
}

extension Unicode.Scalar {
  /// The scalar as text, escaped if it is invisible or changes the direction or the appearance of others.
  var visible: String {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return escaped(asASCII: true)
    default: return String(self)
    }
  }
}
