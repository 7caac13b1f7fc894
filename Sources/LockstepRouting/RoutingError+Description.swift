// SPDX-License-Identifier: MIT

extension RoutingError: CustomStringConvertible {
  /// One sentence that names what is wrong and where, with what was found cut short.
  ///
  /// `Bad request: query item "build" is "12x"; expected an integer.`
  public var description: String {
    if let request { return "\(title): \(sentence(about: request))." }
    var clauses: [String] = []
    if let part {
      let subject = Self.describe(part)
      if let found {
        clauses.append("\(subject) is \(Self.quote(found))")
      } else if expected != nil {
        clauses.append(reason == nil ? "\(subject) is missing" : subject)
      } else {
        clauses.append(subject)
      }
    }
    if let expected { clauses.append("expected \(expected)") }
    let facts = clauses.joined(separator: "; ")
    let parts = [title, facts, reason ?? ""].filter { !$0.isEmpty }
    let sentence = parts.joined(separator: ": ")
    return sentence.hasSuffix(".") ? sentence : sentence + "."
  }

  private var title: String {
    switch kind {
    case .notFound: "Not found"
    case .methodNotAllowed: "Method not allowed"
    case .badRequest: "Bad request"
    case .unauthorized: "Unauthorized"
    case .unprintable: "Cannot print the route"
    }
  }

  private func sentence(about request: Target) -> String {
    let path = Self.quote("/" + request.path.map(PercentEncoding.encode).joined(separator: "/"))
    guard case .methodNotAllowed(let allowed) = kind else { return "no route has the path \(path)" }
    let methods = allowed.map(\.rawValue).joined(separator: ", ")
    return "\(path) answers \(methods), not \(Self.quote(request.method.rawValue))"
  }

  private static func describe(_ part: Part) -> String {
    switch part {
    case .path(let index): "path component \(index + 1)"
    case .query(let name): "query item \(quote(name))"
    case .header(let name): "header \(quote(name))"
    case .body: "the body"
    }
  }

  /// The text in quotation marks, its control characters escaped, cut after 80 characters.
  static func quote(_ text: String) -> String {
    let limit = 80
    let start = text.unicodeScalars.prefix(limit + 1)
    guard start.count > limit else { return text.debugDescription }
    return String(String.UnicodeScalarView(start.dropLast())).debugDescription.dropLast() + "…\""
  }
}
