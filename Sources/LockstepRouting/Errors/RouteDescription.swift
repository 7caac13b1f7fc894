// SPDX-License-Identifier: MIT

/// The text of a route in a message: its type, followed by its cases with leading dots.
///
/// Long texts, large collections, and the text as a whole are cut off.
///
/// `SiteRoute.users(.user(1, .books(.search(SearchOptions(sort: .name, count: 10)))))`
enum RouteDescription {
  private static let limit = 1_000

  static func of(_ value: some Any) -> String {
    var rendering = Rendering(space: limit)
    rendering.add(value)
    let text = rendering.text
    return text.hasPrefix(".") ? "\(type(of: value as Any))\(text)" : text
  }

  static func caseName(of value: Any) -> String {
    Mirror(reflecting: value).children.first?.label ?? String(describing: value)
  }
}

private struct Rendering {
  private(set) var text = ""

  private var space: Int

  private var isCut = false

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
