// SPDX-License-Identifier: MIT

/// Renders a route for a message: its type once, then its cases with leading dots.
///
/// Long texts and collections are cut, so that the text of a large route is short.
///
/// `SiteRoute.users(.user(1, .books(.search(SearchOptions(sort: .name, count: 10)))))`
enum RouteDescription {
  /// How many elements of a collection are shown.
  private static let limit = 20

  /// The text, with the outer type if the value is a case.
  static func of(_ value: some Any) -> String {
    let text = render(value)
    return text.hasPrefix(".") ? "\(type(of: value as Any))\(text)" : text
  }

  /// The name of the case that a value of an enum is in.
  static func caseName(of value: Any) -> String {
    Mirror(reflecting: value).children.first?.label ?? String(describing: value)
  }

  private static func render(_ value: Any) -> String {
    if let text = value as? String { return RoutingError.quote(text) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum:
      guard let payload = mirror.children.first else { return ".\(value)" }
      return ".\(payload.label ?? "_")\(renderPayload(payload.value))"
    case .optional:
      return mirror.children.first.map { render($0.value) } ?? "nil"
    case .tuple:
      return "(\(renderFields(mirror.children)))"
    case .collection, .set:
      return "[\(renderSome(mirror.children) { render($0.value) }.joined(separator: ", "))]"
    case .dictionary:
      let rows = mirror.children.map { row in
        Mirror(reflecting: row.value).children.map { render($0.value) }.joined(separator: ": ")
      }
      let some = renderSome(rows.sorted()) { $0 }
      return rows.isEmpty ? "[:]" : "[\(some.joined(separator: ", "))]"
    case .struct where !(value is any CustomStringConvertible):
      return "\(type(of: value))(\(renderFields(mirror.children)))"
    default:
      return RoutingError.bounded(String(describing: value))
    }
  }

  private static func renderSome<Elements: Collection>(
    _ elements: Elements,
    _ render: (Elements.Element) -> String
  ) -> [String] {
    elements.prefix(limit).map(render) + (elements.count > limit ? ["…"] : [])
  }

  /// The payload in parentheses, which a tuple brings along.
  private static func renderPayload(_ payload: Any) -> String {
    let mirror = Mirror(reflecting: payload)
    return mirror.displayStyle == .tuple
      ? "(\(renderFields(mirror.children)))" : "(\(render(payload)))"
  }

  private static func renderFields(_ fields: Mirror.Children) -> String {
    fields.map { field in
      guard let label = field.label, !label.hasPrefix(".") else { return render(field.value) }
      return "\(label): \(render(field.value))"
    }
    .joined(separator: ", ")
  }
}
