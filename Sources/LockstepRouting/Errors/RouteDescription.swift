// SPDX-License-Identifier: MIT

/// A rendering of a route for a message: its type once, then its cases with leading dots.
///
/// Long texts and collections are cut, as is the whole, so that the text of a large route is short.
///
/// `SiteRoute.users(.user(1, .books(.search(SearchOptions(sort: .name, count: 10)))))`
enum RouteDescription {
  /// The maximum number of characters of the whole.
  private static let limit = 1_000

  /// Returns the text, with the outer type if the value is a case.
  static func of(_ value: some Any) -> String {
    var rendering = Rendering(space: limit)
    rendering.add(value)
    let text = rendering.text
    return text.hasPrefix(".") ? "\(type(of: value as Any))\(text)" : text
  }

  /// Returns the name of the case that a value of an enum is in.
  static func caseName(of value: Any) -> String {
    Mirror(reflecting: value).children.first?.label ?? String(describing: value)
  }
}

/// A text that stops growing when there is no room left.
private struct Rendering {
  private(set) var text = ""

  /// The number of scalars for which there is still room.
  private var space: Int

  /// Whether something was left out.
  private var isCut = false

  /// The maximum number of elements of a collection that are shown.
  private static let limit = 20

  init(space: Int) {
    self.space = space
  }

  private mutating func write(_ piece: String) {
    guard !isCut else { return }
    let start = piece.unicodeScalars.prefix(space + 1)
    isCut = start.count > space
    text.unicodeScalars.append(contentsOf: start.prefix(space))
    if isCut { text += "…" }
    space -= min(space, start.count)
  }

  mutating func add(_ value: Any) {
    guard !isCut else { return }
    if let text = value as? String { return write(RoutingError.quote(text)) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum:
      guard let payload = mirror.children.first else { return write(".\(value)") }
      write(".\(payload.label ?? "_")")
      addPayload(payload.value)
    case .optional:
      if let wrapped = mirror.children.first { add(wrapped.value) } else { write("nil") }
    case .tuple:
      addFields(mirror.children)
    case .collection, .set:
      write("[")
      addSome(mirror.children) { $0.add($1.value) }
      write("]")
    case .dictionary:
      guard !mirror.children.isEmpty else { return write("[:]") }
      write("[")
      addSome(rows(mirror.children).sorted()) { $0.write($1) }
      write("]")
    case .struct where !(value is any CustomStringConvertible):
      write("\(type(of: value))")
      addFields(mirror.children)
    default:
      write(RoutingError.bounded(String(describing: value)))
    }
  }

  private func rows(_ pairs: Mirror.Children) -> [String] {
    pairs.map { pair in
      var row = Self(space: space)
      for (index, part) in Mirror(reflecting: pair.value).children.enumerated() {
        if index > 0 { row.write(": ") }
        row.add(part.value)
      }
      return row.text
    }
  }

  private mutating func addSome<Elements: Collection>(
    _ elements: Elements,
    _ add: (inout Self, Elements.Element) -> Void
  ) {
    for (index, element) in elements.prefix(Self.limit).enumerated() {
      if index > 0 { write(", ") }
      add(&self, element)
    }
    if elements.count > Self.limit { write(", …") }
  }

  /// Adds the payload in parentheses, which a tuple already has.
  private mutating func addPayload(_ payload: Any) {
    let mirror = Mirror(reflecting: payload)
    guard mirror.displayStyle != .tuple else { return addFields(mirror.children) }
    write("(")
    add(payload)
    write(")")
  }

  private mutating func addFields(_ fields: Mirror.Children) {
    write("(")
    for (index, field) in fields.enumerated() {
      if index > 0 { write(", ") }
      if let label = field.label, !label.hasPrefix(".") { write("\(label): ") }
      add(field.value)
    }
    write(")")
  }
}
