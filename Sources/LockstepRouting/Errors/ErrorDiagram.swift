// SPDX-License-Identifier: MIT

internal import Foundation

/// A line of a request with carets under a part of it, both shortened to fit.
struct ErrorDiagram: Sendable {
  let lines: [String]
  /// The byte offset of the marked part in the target, or `nil` if the part is elsewhere.
  let position: Int?

  /// The maximum number of columns on each side of the mark, and of marked columns.
  static let limit = 60

  init(of target: String, _ place: Range<Int>) {
    self.init("", target, place, position: place.lowerBound)
  }

  /// Creates a diagram of an error, or returns `nil` if no line of the request contains the error.
  init?(of error: RoutingError, in failed: FailedRequest) {
    let request = failed.request
    switch error.part {
    case .path(let index):
      self.init(failed, component: failed.base + index)
    case .query:
      let layout = TargetLayout(failed.target)
      guard let place = error.place(in: request.query), let value = layout.item(place.item) else {
        self.init(failed, layout, layout.queryEnd)
        return
      }
      let piece = place.element.flatMap { element in
        layout.text.withBytes { $0[value].piece(element) }
      }
      self.init(failed, layout, piece ?? value)
    case .header:
      guard let place = error.place(in: request.headers) else { return nil }
      let item = request.headers[place.item]
      self.init(item.name + ": ", item.value, place.element, isHeader: true)
    case .cookie:
      let cookies = Cookie.items(of: request.headers)
      guard let place = error.place(in: cookies) else { return nil }
      let item = cookies[place.item]
      self.init("Cookie: \(item.name)=", item.value, place.element)
    case .form:
      guard let body = request.body, let place = error.place(in: request.formItems),
        let (name, value) = FormEncoding.item(place.item, in: body)
      else { return nil }
      self.init(
        String(decoding: name, as: UTF8.self) + "=",
        String(decoding: value, as: UTF8.self),
        place.element
      )
    case .body:
      return nil
    case nil:
      switch error.kind {
      case .notFound:
        self.init(failed, component: failed.base + failed.depth)
      case .methodNotAllowed:
        let method = request.method.rawValue
        let target = failed.target(through: 0).unicodeScalars.prefix(Self.limit + 1)
        self.init(before: "", marked: method, after: " " + String(target), position: nil)
      case .badRequest, .unsupportedMediaType, .unauthorized, .unprintable:
        let layout = TargetLayout(failed.target)
        self.init(failed, layout, layout.queryEnd)
      }
    }
  }
}

extension ErrorDiagram {
  private init(_ failed: FailedRequest, component number: Int) {
    let layout = TargetLayout(failed.target(through: number))
    let place = layout.component(number, ignoringEmpty: failed.ignoresEmptyComponents)
    self.init(failed, layout, place ?? layout.pathEnd)
  }

  private init(_ failed: FailedRequest, _ layout: TargetLayout, _ place: Range<Int>) {
    let method = failed.request.method.rawValue + " "
    self.init(method, layout.text, place, position: place.lowerBound)
  }

  private init(_ head: String, _ text: String, _ element: Int?, isHeader: Bool = false) {
    let place = text.withBytes { bytes in
      element.flatMap { isHeader ? bytes.headerElement($0) : bytes.piece($0) } ?? bytes.indices
    }
    self.init(head, text, place, position: nil)
  }

  private init(_ head: String, _ text: String, _ place: Range<Int>, position: Int?) {
    let start = text.utf8.index(text.startIndex, offsetBy: place.lowerBound)
    let end = text.utf8.index(text.startIndex, offsetBy: place.upperBound)
    let scalars = text.unicodeScalars
    let room = Self.limit + 1
    self.init(
      before: String(head.unicodeScalars.suffix(room)) + String(scalars[..<start].suffix(room)),
      marked: String(scalars[start..<end].prefix(room)),
      after: String(scalars[end...].prefix(room)),
      position: position
    )
  }

  private init(before: String, marked: String, after: String, position: Int?) {
    let before = Self.fit(before, isEnd: true)
    let marked = Self.fit(marked)
    let after = marked.isCut ? "" : Self.fit(after).text
    let mark = String(repeating: "^", count: max(1, marked.text.unicodeScalars.count))
    let space = String(repeating: " ", count: before.text.unicodeScalars.count)
    lines = [before.text + marked.text + after, space + mark]
    self.position = position
  }

  /// Returns the start or the end of a text that fits, in printable ASCII with one column per character.
  private static func fit(_ text: String, isEnd: Bool = false) -> (text: String, isCut: Bool) {
    let scalars = text.unicodeScalars
    var pieces = (isEnd ? scalars.suffix(limit + 1) : scalars.prefix(limit + 1)).map(\.inASCII)
    var width = pieces.reduce(0) { $0 + $1.utf8.count }
    guard width > limit else { return (pieces.joined(), false) }
    while width > limit - 1 {
      width -= (isEnd ? pieces.removeFirst() : pieces.removeLast()).utf8.count
    }
    return (isEnd ? "…" + pieces.joined() : pieces.joined() + "…", true)
  }
}

extension Unicode.Scalar {
  fileprivate var inASCII: String {
    (0x20..<0x7F).contains(value) ? String(self) : escaped(asASCII: true)
  }
}

extension URLRequestData.Bytes {
  fileprivate func headerElement(_ number: Int) -> Range<Int>? {
    let places = HeaderList.places(in: self, atMost: number + 1)
    return number < places.count ? places[number] : nil
  }

  /// Returns the range of an element in a comma-separated list, whose commas may be percent-encoded.
  fileprivate func piece(_ number: Int) -> Range<Int>? {
    var number = number
    var start = startIndex
    while true {
      var end = start
      while end < endIndex, separator(at: end) == 0 { end += 1 }
      if number == 0 { return start..<end }
      number -= 1
      guard end < endIndex else { return nil }
      start = end + separator(at: end)
    }
  }

  private func separator(at index: Int) -> Int {
    if self[index] == UInt8(ascii: ",") { return 1 }
    let code = self[index...].prefix(3)
    return code.elementsEqual("%2C".utf8) || code.elementsEqual("%2c".utf8) ? 3 : 0
  }
}

extension RoutingError {
  /// Returns the item that the error is about, and the list element in it, if any.
  fileprivate func place(
    in items: @autoclosure () -> [URLRequestData.Item]
  ) -> (item: Int, element: Int?)? {
    switch place {
    case .missing: return nil
    case .item(let item, let element): return (item, element)
    case .named:
      guard let part, let (kind, name) = part.field else { return nil }
      return kind.firstIndex(of: leaf?.field(part)?.names ?? [name], in: items()).map { ($0, nil) }
    }
  }
}

extension RoutingError.Part {
  fileprivate var field: (FieldPlace, String)? {
    switch self {
    case .query(let name): (.query, name)
    case .header(let name): (.header, name)
    case .cookie(let name): (.cookie, name)
    case .form(let name): (.form, name)
    case .path, .body: nil
    }
  }
}
