// SPDX-License-Identifier: MIT

/// A field in its place.
final class PlacedField: RouteNode {
  private let field: FieldCodec
  private let kind: FieldPlaceKind
  private let id = PartID()

  init(_ field: FieldCodec, in kind: FieldPlaceKind) {
    self.field = field
    self.kind = kind
  }

  private var name: String { field.names[0] }

  var shapes: [RouteShape] {
    let description = FieldDescription(
      place: kind,
      names: field.names,
      value: field.value,
      count: count,
      isRequired: field.isRequired,
      verdict: { [field, kind] in field.verdict(on: $0, in: kind) },
      isTotal: field.certainty == .total
    )
    return [RouteShape(elements: [RouteElement(.field(description), id: id)])]
  }

  private var count: FieldCount {
    if case .several(let count, _, _) = field.content { count } else { .one }
  }

  func destroy(_ memory: UnsafeMutableRawPointer) { field.destroy(memory) }

  func parse(into memory: UnsafeMutableRawPointer, _ reader: inout RequestReader) -> Bool {
    switch field.content {
    case .one(let absent, let read, _):
      guard
        let found = reader.withItems(of: kind, { kind.first(of: field.names, in: $0) })
      else {
        guard let absent else {
          return reader.fail(
            RoutingError(.badRequest, part: place, expected: field.value.expected)
          )
        }
        absent(memory)
        return true
      }
      do {
        try read(found, memory)
      } catch {
        return reader.fail(refusal(of: found, error))
      }
    case .several(let count, let read, _):
      let found = reader.withItems(of: kind) {
        kind.all(of: field.names, in: $0, count)
      }
      do {
        try read(found, memory)
      } catch let error as ElementError {
        var refusal = refusal(of: error.text, error.underlying)
        refusal.element = error.index
        return reader.fail(refusal)
      } catch {
        return reader.fail(refusal(of: nil, error))
      }
    }
    reader.advance()
    return true
  }

  func print(from memory: UnsafeRawPointer, into printer: inout RequestPrinter) -> Printed {
    do {
      switch field.content {
      case .one(_, _, let text):
        if let text = try text(memory) { printer.append(.init(name, text), to: kind) }
      case .several(let count, _, let texts):
        try print(texts(memory), count, into: &printer)
      }
      return printer.advance()
    } catch {
      return printer.fail(place, field.value.expected, error)
    }
  }

  private func print(
    _ texts: [String],
    _ count: FieldCount,
    into printer: inout RequestPrinter
  ) throws(RoutingError) {
    guard count == .list || kind == .header else {
      for text in texts { printer.append(.init(name, text), to: kind) }
      return
    }
    for text in texts {
      let isRead =
        kind == .header
        ? !text.isEmpty && text.trimmed.utf8.count == text.utf8.count : true
      guard isRead, !text.utf8.contains(UInt8(ascii: ",")) else {
        throw RoutingError(
          .unprintable,
          part: place,
          expected: kind == .header
            ? "elements that are not empty, without commas and without spaces around them"
            : "elements without commas",
          found: text
        )
      }
    }
    guard !texts.isEmpty else { return }
    printer.append(
      .init(name, texts.joined(separator: kind == .header ? ", " : ",")),
      to: kind
    )
  }

  private var place: RoutingError.Part { kind.part(name) }

  private func refusal(of found: String?, _ error: any Error) -> RoutingError {
    RoutingError(
      .badRequest,
      wrapping: error,
      part: place,
      expected: field.value.expected,
      found: found
    )
  }
}
