// SPDX-License-Identifier: MIT

extension RoutingError: CustomDebugStringConvertible {
  /// The ``description``, the route, and the place in the request with a caret under it.
  ///
  /// ```
  /// Bad request: query item "page" is "x"; expected an integer.
  ///
  ///   GET /users/search?q=a&page=x
  ///                              ^
  ///   in the route "users.search"
  /// ```
  public var debugDescription: String {
    var lines = diagram?.lines ?? []
    if let route { lines.append("in the route \(Self.quote(route))") }
    guard !lines.isEmpty else { return description }
    return ([description, ""] + lines.map { "  " + $0 }).joined(separator: "\n")
  }

  /// Where in the target of the request (its path and its query) the error is, counted in bytes; nil
  /// if it is elsewhere.
  public var position: Int? {
    guard let diagram, diagram.isTarget else { return nil }
    return diagram.range.lowerBound - diagram.prefix.utf8.count
  }

  private var diagram: ErrorDiagram? {
    switch context {
    case .request(let request, let base, let depth):
      ErrorDiagram(self, in: request, base: base, depth: depth)
    case .target(let target): ErrorDiagram(self, in: target)
    case nil: nil
    }
  }
}

/// A line of a request with a mark under a part of it.
private struct ErrorDiagram {
  private(set) var text = ""
  /// What is marked, in bytes of the text; may be empty.
  private(set) var range = 0..<0
  /// What stands before the target.
  private(set) var prefix = ""
  private(set) var isTarget = true

  /// How many characters are shown on either side of the mark, and how many are marked.
  private static let limit = 60

  init?(_ error: RoutingError, in request: URLRequestData, base: Int, depth: Int) {
    switch error.part {
    case .header(let name), .cookie(let name), .form(let name):
      guard let part = error.part, let item = request.item(part) else { return nil }
      isTarget = false
      let value =
        part == .form(name)
        ? (PercentEncoding.encode(item.name), "=", PercentEncoding.encode(item.value))
        : part == .cookie(name)
          ? ("Cookie: " + item.name, "=", item.value) : (item.name, ": ", item.value)
      text = value.0 + value.1
      range = append(value.2)
    case .body:
      return nil
    case .path(let index):
      appendTarget(of: request, marking: .component(base + index))
    case .query(let name):
      appendTarget(of: request, marking: .query(name))
    case nil:
      switch error.kind {
      case .notFound: appendTarget(of: request, marking: .component(base + depth))
      case .methodNotAllowed: appendTarget(of: request, marking: .method)
      case .badRequest, .unsupportedMediaType, .unauthorized, .unprintable:
        appendTarget(of: request, marking: .nothing)
      }
    }
  }

  init?(_ error: RoutingError, in target: String) {
    text = target
    guard let found = error.found, let place = target.firstRange(of: found) else {
      let control = target.utf8.firstIndex { $0 < 0x20 || $0 == 0x7F } ?? target.endIndex
      let start = target.utf8.distance(from: target.startIndex, to: control)
      range = start..<start
      return
    }
    let start = target.utf8.distance(from: target.startIndex, to: place.lowerBound)
    range = start..<(start + found.utf8.count)
  }

  private enum Mark: Equatable {
    case method
    case component(Int)
    case query(String)
    case nothing
  }

  private mutating func appendTarget(of request: URLRequestData, marking mark: Mark) {
    let method = append(request.method.rawValue)
    text += " "
    prefix = text
    if mark == .method {
      range = method
      isTarget = false
    }
    var marked: Range<Int>?
    for (index, component) in request.path.enumerated() {
      text += "/"
      let component = append(PercentEncoding.encode(component))
      if mark == .component(index) { marked = component }
    }
    if request.path.isEmpty { text += "/" }
    // What is missing would stand at the end.
    if case .component = mark { range = marked ?? (text.utf8.count..<text.utf8.count) }
    for (index, item) in request.query.enumerated() {
      text += index == 0 ? "?" : "&"
      text += PercentEncoding.encode(item.name) + "="
      let value = append(PercentEncoding.encode(item.value))
      if case .query(let name) = mark, marked == nil, item.name.hasSameBytes(as: name) {
        marked = value
      }
    }
    if case .query = mark { range = marked ?? (text.utf8.count..<text.utf8.count) }
    if mark == .nothing { range = text.utf8.count..<text.utf8.count }
  }

  private mutating func append(_ piece: String) -> Range<Int> {
    let start = text.utf8.count
    text += piece
    return start..<text.utf8.count
  }

  /// The line and the mark, both cut where they are too long.
  var lines: [String] {
    let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
    let end = text.utf8.index(text.startIndex, offsetBy: range.upperBound)
    var before = Self.escape(text[..<start])
    var marked = Self.escape(text[start..<end])
    var after = Self.escape(text[end...])
    if before.count > Self.limit { before = "…" + before.suffix(Self.limit - 1) }
    if marked.count > Self.limit {
      marked = marked.prefix(Self.limit - 1) + "…"
      after = ""
    }
    if after.count > Self.limit { after = after.prefix(Self.limit - 1) + "…" }
    let mark = String(repeating: "^", count: max(1, marked.count))
    return [before + marked + after, String(repeating: " ", count: before.count) + mark]
  }

  /// The text with control characters in sight; of long text only both ends, which is what is shown.
  private static func escape(_ text: Substring) -> String {
    let characters = text.count > 2 * limit ? text.prefix(limit) + text.suffix(limit) : text
    return characters.unicodeScalars.map { scalar in
      scalar.value < 0x20 || scalar.value == 0x7F ? scalar.escaped(asASCII: false) : String(scalar)
    }
    .joined()
  }
}

extension URLRequestData {
  /// The item that a part of a request is.
  fileprivate func item(_ part: RoutingError.Part) -> Item? {
    switch part {
    case .header(let name):
      headers.first { FieldPlaceKind.header.matches($0.name, name) }
    case .cookie(let name):
      Cookie.items(of: headers).first { $0.name.hasSameBytes(as: name) }
    case .form(let name):
      formItems.first { $0.name.hasSameBytes(as: name) }
    case .path, .query, .body:
      nil
    }
  }
}
