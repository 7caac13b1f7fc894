// SPDX-License-Identifier: MIT

/// Query items, which may stand among others and in any order.
///
/// ```swift
/// Query {
///   Field("language", .rawRepresentable(as: Language.self))
///   Field("page", .int, default: 1)
///   Field("before", optional: .uuid)
/// }
/// ```
///
/// They are read as web forms are, where a plus is a space and `a` is the same as `a=`, and printed
/// in declaration order.
public struct Query<each Value>: Sendable {
  let parts: Parts<repeat each Value>

  /// Lists query items.
  ///
  /// - Parameter fields: What is read and printed.
  public init(@FieldsBuilder<QueryPlace> fields: () -> Parts<repeat each Value>) {
    parts = fields()
  }
}

/// Header fields, which may stand among others and in any order.
///
/// ```swift
/// Headers {
///   Field("X-Debug", .bool, default: false)
/// }
/// ```
///
/// The case of their names is ignored when they are read, and kept when they are printed.
public struct Headers<each Value>: Sendable {
  let parts: Parts<repeat each Value>

  /// Lists header fields.
  ///
  /// - Parameter fields: What is read and printed.
  public init(@FieldsBuilder<HeadersPlace> fields: () -> Parts<repeat each Value>) {
    parts = fields()
  }
}

/// A field in its place.
struct PlacedField<Value, Place: FieldPlace>: RouteComponent, RouteNode {
  let field: Field<Value>

  var part: RoutePart<Value> { RoutePart(node: self) }

  var shapes: [RouteShape] {
    let description = FieldDescription(
      names: field.names,
      value: field.value,
      isRequired: field.absent == nil
    )
    return [RouteShape(elements: [Place.isHeader ? .header(description) : .query(description)])]
  }

  func parse(_ reader: inout RequestReader) throws(RoutingError) -> Value {
    let found =
      Place.isHeader
      ? reader.request.headerValue(field.names) : reader.request.queryValue(field.names)
    guard let found else {
      if let absent = field.absent { return absent() }
      throw RoutingError(.badRequest, part: part(named: name), expected: field.value.expected)
    }
    do {
      return try field.read(found)
    } catch {
      throw RoutingError(
        .badRequest,
        wrapping: error,
        part: part(named: name),
        expected: field.value.expected,
        found: found
      )
    }
  }

  func print(
    _ value: Value,
    into request: inout URLRequestData
  ) throws(RoutingError) -> Bool {
    let text: String?
    do {
      text = try field.text(value)
    } catch {
      throw RoutingError(.unprintable, wrapping: error, part: part(named: name))
    }
    guard let text else { return true }
    if Place.isHeader {
      request.headers.append(.init(name, text))
    } else {
      request.query.append(.init(name, text))
    }
    return true
  }

  private var name: String { field.names[0] }

  private func part(named name: String) -> RoutingError.Part {
    Place.isHeader ? .header(name) : .query(name)
  }
}
