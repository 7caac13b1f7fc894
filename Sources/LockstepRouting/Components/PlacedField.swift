// SPDX-License-Identifier: MIT

/// A field in its place.
struct PlacedField<Value, Place: FieldPlace>: RouteComponent, RouteNode {
  private let field: Field<Value>
  private let id = PartID()

  init(_ field: Field<Value>) {
    self.field = field
  }

  var part: RoutePart<Value> { RoutePart(self) }

  private var name: String { field.names[0] }

  var shapes: [RouteShape] {
    let description = FieldDescription(
      place: Place.kind,
      names: field.names,
      value: field.value,
      count: count,
      isRequired: field.isRequired,
      verdict: { [field] in field.verdict(on: $0, in: Place.kind) },
      isTotal: field.certainty == .total
    )
    return [RouteShape(elements: [RouteElement(.field(description), id: id)])]
  }

  private var count: FieldCount {
    if case .several(let count, _, _) = field.content { count } else { .one }
  }

  func parse(into memory: UnsafeMutableRawPointer, _ reader: inout RequestReader) -> Bool {
    switch field.content {
    case .one(let absent, let read, _):
      guard
        let found = reader.withItems(of: Place.kind, { Place.kind.first(of: field.names, in: $0) })
      else {
        guard let absent else {
          return reader.fail(
            RoutingError(.badRequest, part: place, expected: field.value.expected)
          )
        }
        memory.initializeMemory(as: Value.self, to: absent())
        return true
      }
      do {
        memory.initializeMemory(as: Value.self, to: try read(found))
      } catch {
        return reader.fail(refusal(of: found, error))
      }
    case .several(let count, let read, _):
      let found = reader.withItems(of: Place.kind) {
        Place.kind.all(of: field.names, in: $0, count)
      }
      do {
        memory.initializeMemory(as: Value.self, to: try read(found))
      } catch let error as ElementError {
        return reader.fail(refusal(of: error.text, error.underlying))
      } catch {
        return reader.fail(refusal(of: nil, error))
      }
    }
    reader.advance()
    return true
  }

  func print(from memory: UnsafeRawPointer, into printer: inout RequestPrinter) -> Printed {
    let value = memory.assumingMemoryBound(to: Value.self)
    printer.leaf = 0
    do {
      switch field.content {
      case .one(_, _, let text):
        if let text = try text(value.pointee) { printer.append(.init(name, text), to: Place.kind) }
      case .several(let count, _, let texts):
        try print(texts(value.pointee), count, into: &printer)
      }
      return .printed
    } catch {
      return printer.fail(RoutingError(.unprintable, wrapping: error, part: place))
    }
  }

  private func print(
    _ texts: [String],
    _ count: FieldCount,
    into printer: inout RequestPrinter
  ) throws(RoutingError) {
    guard count == .list || Place.kind == .header else {
      for text in texts { printer.append(.init(name, text), to: Place.kind) }
      return
    }
    for text in texts {
      let isRead =
        Place.kind == .header
        ? !text.isEmpty && text.trimmed.utf8.count == text.utf8.count : true
      guard isRead, !text.utf8.contains(UInt8(ascii: ",")) else {
        throw RoutingError(
          .unprintable,
          part: place,
          expected: Place.kind == .header
            ? "elements that are not empty, without commas and without spaces around them"
            : "elements without commas",
          found: text
        )
      }
    }
    guard !texts.isEmpty else { return }
    printer.append(
      .init(name, texts.joined(separator: Place.kind == .header ? ", " : ",")),
      to: Place.kind
    )
  }

  private var place: RoutingError.Part { Place.kind.part(name) }

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

extension Field {
  /// Whether the field would be read from the items of its place.
  fileprivate func verdict(
    on items: [URLRequestData.Item],
    in place: FieldPlaceKind
  ) -> Verdict {
    let attempt: () throws -> Void
    switch content {
    case .one(let absent, let read, _):
      guard let found = place.first(of: names, in: items) else {
        return absent == nil ? .rejects : .accepts
      }
      attempt = { _ = try read(found) }
    case .several(let count, let read, _):
      let found = place.all(of: names, in: items, count)
      guard !found.isEmpty else { return .accepts }
      attempt = { _ = try read(found) }
    }
    return switch certainty {
    case .total: .accepts
    case .checkable: (try? attempt()) == nil ? .rejects : .accepts
    case .unknown: .unknown
    }
  }
}
