// SPDX-License-Identifier: MIT

/// The place of a field in a request.
public enum FieldPlace: String, Sendable, Hashable {
  /// The query of the URL.
  case query
  /// The header.
  case header
  /// The header field `Cookie`.
  case cookie
  /// A body of the type `application/x-www-form-urlencoded`.
  case form
}

extension FieldPlace {
  func matches(_ name: String, _ fieldName: String) -> Bool {
    self == .header
      ? name.equalsIgnoringASCIICase(fieldName) : name.hasSameBytes(as: fieldName)
  }

  func part(_ name: String) -> RoutingError.Part {
    switch self {
    case .query: .query(name)
    case .header: .header(name)
    case .cookie: .cookie(name)
    case .form: .form(name)
    }
  }

  func firstIndex(of names: [String], in items: [URLRequestData.Item]) -> Int? {
    for name in names {
      for index in items.indices where matches(items[index].name, name) { return index }
    }
    return nil
  }

  func first(of names: [String], in items: [URLRequestData.Item]) -> String? {
    firstIndex(of: names, in: items).map { items[$0].value }
  }

  /// Returns the texts of a field with several values, under the first name that is present.
  func all(
    of names: [String],
    in items: [URLRequestData.Item],
    _ count: FieldCount
  ) -> [String] {
    for name in names {
      let texts = items.filter { matches($0.name, name) }.map(\.value)
      guard let first = texts.first else { continue }
      if self == .header {
        return texts.flatMap(HeaderList.elements)
      }
      return count == .many
        ? texts : first.split(at: ",")
    }
    return []
  }

  func place(
    ofElement element: Int,
    of names: [String],
    in items: [URLRequestData.Item],
    _ count: FieldCount
  ) -> RoutingError.Place {
    let found = names.lazy
      .map { name in items.indices.filter { matches(items[$0].name, name) } }
      .first { !$0.isEmpty }
    guard let found, let first = found.first else { return .missing }
    guard self == .header else {
      return count == .many && found.indices.contains(element)
        ? .item(found[element]) : .item(first, element: element)
    }
    // All lines of a header field form one list.
    var rest = element
    for item in found {
      let count = items[item].value.withBytes { HeaderList.places(in: $0).count }
      if rest < count { return .item(item, element: rest) }
      rest -= count
    }
    return .item(first)
  }
}
