// SPDX-License-Identifier: MIT

/// A field and its place, which is the query unless a group places the field elsewhere.
final class PlacedField: RouteNode {
  private let field: FieldCodec
  private let place: FieldPlace
  private let id = PartID()

  init(_ field: FieldCodec, in place: FieldPlace = .query) {
    self.field = field
    self.place = place
  }

  func placed(in place: FieldPlace) -> PlacedField { PlacedField(field, in: place) }

  private var name: String { field.names[0] }

  var shapes: [RouteShape] {
    let description = FieldDescription(
      place: place,
      names: field.names,
      value: field.value,
      count: count,
      isRequired: field.isRequired,
      verdict: { [field, place] in field.verdict(on: $0, in: place) },
      isTotal: field.certainty == .total && !isHeaderList
    )
    return [RouteShape(elements: [RouteElement(.field(description), id: id)])]
  }

  private var count: FieldCount {
    if case .several(let count, _, _) = field.content { count } else { .one }
  }

  private var isHeaderList: Bool { place == .header && count != .one }

  func destroy(_ memory: UnsafeMutableRawPointer) { field.destroy(memory) }

  func parse(into memory: UnsafeMutableRawPointer, _ reader: inout RequestReader) -> Bool {
    switch field.content {
    case .one(let absent, let read, _):
      let found = reader.withItems(of: place) { items in
        place.firstIndex(of: field.names, in: items).map { ($0, items[$0].value) }
      }
      guard let (index, text) = found else {
        guard let absent else {
          var refusal = RoutingError(.badRequest, part: part, expected: field.value.expected)
          refusal.place = .missing
          return reader.fail(refusal)
        }
        absent(memory)
        return true
      }
      do {
        try read(text, memory)
      } catch {
        return reader.fail(refusal(of: text, error, at: .item(index)))
      }
    case .several(let count, let read, _):
      let found = reader.withItems(of: place) {
        place.all(of: field.names, in: $0, count)
      }
      do {
        if isHeaderList, let index = HeaderList.firstUnclosed(of: found) {
          throw ElementError(
            text: found[index],
            index: index,
            underlying: RoutingError(.badRequest, expected: "text with closed quotation marks")
          )
        }
        try read(found, memory)
      } catch let error as ElementError {
        let found = reader.withItems(of: place) {
          place.place(ofElement: error.index, of: field.names, in: $0, count)
        }
        return reader.fail(refusal(of: error.text, error.underlying, at: found))
      } catch {
        return reader.fail(refusal(of: nil, error, at: .named))
      }
    }
    reader.advance()
    return true
  }

  func print(from memory: UnsafeRawPointer, into printer: inout RequestPrinter) -> Printed {
    do {
      switch field.content {
      case .one(_, _, let text):
        if let text = try text(memory) { printer.append(.init(name, text), to: place) }
      case .several(let count, _, let texts):
        try print(texts(memory), count, into: &printer)
      }
      return printer.advance()
    } catch {
      return printer.fail(part, field.value.expected, error)
    }
  }

  private func print(
    _ texts: [String],
    _ count: FieldCount,
    into printer: inout RequestPrinter
  ) throws(RoutingError) {
    guard count == .list || isHeaderList else {
      for text in texts { printer.append(.init(name, text), to: place) }
      return
    }
    for text in texts {
      let isReadBack =
        isHeaderList ? HeaderList.isElement(text) : !text.utf8.contains(UInt8(ascii: ","))
      if isReadBack { continue }
      throw RoutingError(
        .unprintable,
        part: part,
        expected: isHeaderList ? HeaderList.printable : "elements without commas",
        found: text
      )
    }
    guard !texts.isEmpty else { return }
    printer.append(.init(name, texts.joined(separator: isHeaderList ? ", " : ",")), to: place)
  }

  private var part: RoutingError.Part { place.part(name) }

  private func refusal(
    of found: String?,
    _ error: any Error,
    at place: RoutingError.Place
  ) -> RoutingError {
    var refusal = RoutingError(
      .badRequest,
      wrapping: error,
      part: part,
      expected: field.value.expected,
      found: found
    )
    // The error thrown by the conversion may be about another part.
    if refusal.part == part { refusal.place = place }
    return refusal
  }
}
