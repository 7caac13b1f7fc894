// SPDX-License-Identifier: MIT

internal import Foundation

extension RoutingError: CustomDebugStringConvertible {
  /// The ``description``, the route, and the place in the request with a caret under it.
  ///
  /// ```text
  /// Bad request: query item "page" is "x"; expected an integer.
  ///
  ///   GET /users/search?q=a&page=x
  ///                              ^
  ///   in the route "users.search"
  /// ```
  ///
  /// The target stands there as it came in, if the request was read from one, and a header field with
  /// its own spelling. What is not printable ASCII is escaped, so that a terminal shows every character
  /// of the line in one column. For a route that is not printed, the route stands there.
  public var debugDescription: String {
    var lines = diagram?.lines ?? []
    if case .route(let value) = context {
      lines.append(Self.bounded(RouteDescription.of(value)))
    }
    if let route { lines.append("in the route \(Self.quote(route))") }
    guard !lines.isEmpty else { return description }
    return ([description, ""] + lines.map { "  " + $0 }).joined(separator: "\n")
  }

  /// Where in the target of the request the error is, counted in bytes from the start of the target as
  /// it came in; nil if it is elsewhere.
  ///
  /// In a request that was not read from a target, or was changed since, it is counted in the path and
  /// the query as they would be printed.
  public var position: Int? { diagram?.position }

  private var diagram: ErrorDiagram? {
    switch context {
    case .request(let context): ErrorDiagram(self, in: context)
    case .target(let target): ErrorDiagram(self, in: target)
    case .route, nil: nil
    }
  }
}

/// A line of a request with a mark under a part of it.
private struct ErrorDiagram {
  private var text = ""
  /// What is marked, in bytes of the text; may be empty.
  private var range = 0..<0
  /// Where the mark is in the target, if it is there.
  private(set) var position: Int?

  /// How many columns are shown on either side of the mark, and how many are marked.
  private static let limit = 60

  init?(_ error: RoutingError, in context: RoutingError.RequestContext) {
    let request = context.request
    switch error.part {
    case .path(let index):
      mark(in: request) { $0.component(context.base + index, context) }
    case .query:
      mark(in: request) { layout in
        guard let place = error.place(in: request.query),
          layout.items.indices.contains(place.item)
        else { return layout.queryEnd..<layout.queryEnd }
        let value = layout.items[place.item]
        let bytes = Array(layout.text.utf8)[value]
        return place.piece.flatMap { bytes.piece($0) } ?? value
      }
    case .header:
      guard let place = error.place(in: request.headers) else { return nil }
      let item = request.headers[place.item]
      append(item.name + ": ", Array(item.value.utf8), place.piece, isTrimmed: true)
    case .cookie:
      let cookies = Cookie.items(of: request.headers)
      guard let place = error.place(in: cookies) else { return nil }
      let item = cookies[place.item]
      append("Cookie: \(item.name)=", Array(item.value.utf8), place.piece)
    case .form:
      guard let place = error.place(in: request.formItems) else { return nil }
      var items: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] = []
      FormEncoding.forEachItem(in: Array(request.body ?? .init())) { items.append(($0, $1)) }
      let (name, value) = items[place.item]
      append(String(decoding: name, as: UTF8.self) + "=", Array(value), place.piece)
    case .body:
      return nil
    case nil:
      switch error.kind {
      case .notFound: mark(in: request) { $0.component(context.base + context.depth, context) }
      case .methodNotAllowed:
        text = request.method.rawValue
        range = 0..<text.utf8.count
        text += " " + TargetLayout(request).text
      case .badRequest, .unsupportedMediaType, .unauthorized, .unprintable:
        mark(in: request) { $0.queryEnd..<$0.queryEnd }
      }
    }
  }

  init(_ error: RoutingError, in target: String) {
    text = target
    let layout = TargetLayout(target)
    if case .path(let index) = error.part, layout.components.indices.contains(index) {
      range = layout.components[index]
    } else {
      let start =
        target.utf8.enumerated().first { $1 < 0x20 || $1 == 0x7F }?.offset ?? target.utf8.count
      range = start..<start
    }
    position = range.lowerBound
  }

  private mutating func mark(
    in request: URLRequestData,
    _ place: (TargetLayout) -> Range<Int>
  ) {
    let layout = TargetLayout(request)
    let place = place(layout)
    text = request.method.rawValue + " "
    let start = text.utf8.count
    text += layout.text
    range = (start + place.lowerBound)..<(start + place.upperBound)
    position = place.lowerBound
  }

  /// A name, and a value of which a piece is marked or all.
  private mutating func append(
    _ name: String,
    _ value: [UInt8],
    _ piece: Int?,
    isTrimmed: Bool = false
  ) {
    let start = name.utf8.count
    let place = piece.flatMap { value[...].piece($0, isTrimmed: isTrimmed) } ?? 0..<value.count
    text = name + String(decoding: value, as: UTF8.self)
    // Bytes that are no text are shown as other ones.
    let end = text.utf8.count - start
    range = (start + min(place.lowerBound, end))..<(start + min(place.upperBound, end))
  }

  /// The line and the mark, both cut where they are too long.
  var lines: [String] {
    let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
    let end = text.utf8.index(text.startIndex, offsetBy: range.upperBound)
    let before = Self.fit(text.unicodeScalars[..<start], isEnd: true)
    let marked = Self.fit(text.unicodeScalars[start..<end])
    let after = marked.isCut ? "" : Self.fit(text.unicodeScalars[end...]).text
    let mark = String(repeating: "^", count: max(1, marked.text.unicodeScalars.count))
    let space = String(repeating: " ", count: before.text.unicodeScalars.count)
    return [before.text + marked.text + after, space + mark]
  }

  /// As much of a text as there is room for, from its start or its end, in one column per character.
  private static func fit(
    _ text: Substring.UnicodeScalarView,
    isEnd: Bool = false
  ) -> (text: String, isCut: Bool) {
    var pieces = (isEnd ? text.suffix(limit + 1) : text.prefix(limit + 1)).map(\.inASCII)
    var width = pieces.reduce(0) { $0 + $1.utf8.count }
    guard width > limit else { return (pieces.joined(), false) }
    while width > limit - 1 {
      width -= (isEnd ? pieces.removeFirst() : pieces.removeLast()).utf8.count
    }
    return (isEnd ? "…" + pieces.joined() : pieces.joined() + "…", true)
  }
}

extension Unicode.Scalar {
  /// The scalar as printable ASCII.
  fileprivate var inASCII: String {
    (0x20..<0x7F).contains(value) ? String(self) : escaped(asASCII: true)
  }
}

extension TargetLayout {
  /// The place of a component by its number; what is missing would stand at the end of the path.
  fileprivate func component(_ index: Int, _ context: RoutingError.RequestContext) -> Range<Int> {
    let counted =
      context.ignoresEmptyComponents ? components.filter { !$0.isEmpty } : components
    return counted.indices.contains(index) ? counted[index] : pathEnd..<pathEnd
  }
}

extension ArraySlice<UInt8> {
  /// The place of an element of a list with commas, which may be percent-encoded.
  ///
  /// In a header field the elements have spaces around them, and empty ones do not count.
  fileprivate func piece(_ number: Int, isTrimmed: Bool = false) -> Range<Int>? {
    var number = number
    var start = startIndex
    while true {
      var end = start
      while end < endIndex, separator(at: end, isTrimmed: isTrimmed) == 0 { end += 1 }
      var place = start..<end
      if isTrimmed {
        while let first = self[place].first, first == 0x20 || first == 0x09 {
          place = (place.lowerBound + 1)..<place.upperBound
        }
        while let last = self[place].last, last == 0x20 || last == 0x09 {
          place = place.lowerBound..<(place.upperBound - 1)
        }
      }
      if !isTrimmed || !place.isEmpty {
        if number == 0 { return place }
        number -= 1
      }
      guard end < endIndex else { return nil }
      start = end + separator(at: end, isTrimmed: isTrimmed)
    }
  }

  /// How many bytes a comma has that is there, or none.
  private func separator(at index: Int, isTrimmed: Bool) -> Int {
    if self[index] == UInt8(ascii: ",") { return 1 }
    let code = self[index...].prefix(3)
    return !isTrimmed && (code.elementsEqual("%2C".utf8) || code.elementsEqual("%2c".utf8)) ? 3 : 0
  }
}

extension RoutingError {
  /// The item of its place that the error is about, and which element of the list in it, if it is
  /// about one.
  fileprivate func place(in items: [URLRequestData.Item]) -> (item: Int, piece: Int?)? {
    guard let part, let (kind, name) = part.field else { return nil }
    let field = leaf?.field(part)
    let found = (field?.names ?? [name]).lazy
      .map { name in items.indices.filter { kind.matches(items[$0].name, name) } }
      .first { !$0.isEmpty }
    guard let found, let first = found.first else { return nil }
    guard let element, let field else { return (first, nil) }
    guard kind == .header else {
      return field.count == .many && found.indices.contains(element)
        ? (found[element], nil) : (first, element)
    }
    // All lines of a header field are one list.
    var rest = element
    for item in found {
      let count = items[item].value.split(at: ",").count { !$0.trimmed.isEmpty }
      if rest < count { return (item, rest) }
      rest -= count
    }
    return (first, nil)
  }
}

extension RoutingError.Part {
  /// The place and the name of a field.
  fileprivate var field: (FieldPlaceKind, String)? {
    switch self {
    case .query(let name): (.query, name)
    case .header(let name): (.header, name)
    case .cookie(let name): (.cookie, name)
    case .form(let name): (.form, name)
    case .path, .body: nil
    }
  }
}
