// SPDX-License-Identifier: MIT

struct OpenAPIDocument {
  private(set) var value: JSONValue

  init(_ routes: [RouteInfo], _ info: OpenAPIInfo, server: String?) {
    var paths: [Path] = []
    var numbers: [String: [Int]] = [:]
    var ids: Set<String> = []
    for route in routes {
      let key = Self.key(for: route.method)
      let template = route.unnamedTemplate
      let like = numbers[template, default: []]
      let number = like.first { paths[$0].operations[key] == nil } ?? paths.count
      if number == paths.count {
        paths.append(Path(route, count: like.count))
        numbers[template] = like + [number]
      }
      paths[number].operations[key] = Self.operation(
        route,
        id: Self.id(route.name, among: &ids),
        parameters: paths[number].parameters
      )
    }
    var object: [String: JSONValue] = [
      "openapi": "3.1.0",
      "info": .object(
        ["title": .string(info.title), "version": .string(info.version)]
          .merging(info.summary.map { ["summary": .string($0)] } ?? [:]) { $1 }
      ),
      "paths": .object(
        Dictionary(paths.map { ($0.template, .object($0.operations)) }) { first, _ in first }
      ),
    ]
    if let server { object["servers"] = [["url": .string(server)]] }
    value = .object(object)
  }

  private struct Path {
    /// The template of the first route.
    ///
    /// If an earlier path differs only in the names of its parameters, a number is appended. OpenAPI considers such
    /// templates identical.
    var template: String
    var parameters: [String]
    var operations: [String: JSONValue] = [:]

    init(_ route: RouteInfo, count: Int) {
      template = count == 0 ? route.template : "\(route.template)#\(count + 1)"
      parameters = route.fields.filter { $0.place == nil }.map(\.name)
    }
  }

  private static func id(_ name: String, among ids: inout Set<String>) -> String {
    var id = name
    var number = 2
    while !ids.insert(id).inserted {
      id = "\(name)#\(number)"
      number += 1
    }
    return id
  }

  private static let methods: Set<String> = [
    "get", "put", "post", "delete", "options", "head", "patch", "trace",
  ]

  private static func key(for method: Method) -> String {
    let name = method.rawValue.lowercased()
    return methods.contains(name) ? name : "x-\(name)"
  }

  private static func operation(
    _ route: RouteInfo,
    id: String,
    parameters names: [String]
  ) -> JSONValue {
    var operation: [String: JSONValue] = [
      "operationId": .string(id),
      "responses": ["default": ["description": "The response."]],
    ]
    var fields = route.fields.filter { $0.place != .form }
    for (index, name) in zip(fields.indices.filter { fields[$0].place == nil }, names) {
      fields[index].name = name
    }
    let parameters = fields.map(parameter)
    if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
    if let body = route.body { operation["requestBody"] = requestBody(body, of: route) }
    if route.host != nil || route.scheme != nil {
      operation["servers"] = [
        ["url": .string("\(route.scheme ?? "https")://\(route.host ?? "{host}")")]
      ]
      if route.host == nil {
        operation["servers"] = [
          [
            "url": .string("\(route.scheme ?? "https")://{host}"),
            "variables": ["host": ["default": "localhost"]],
          ]
        ]
      }
    }
    return .object(operation)
  }

  private static func parameter(_ field: RouteInfo.Field) -> JSONValue {
    var parameter: [String: JSONValue] = [
      "name": .string(field.name),
      "in": .string(field.place?.rawValue ?? "path"),
      "required": .bool(field.isRequired),
      "schema": schema(of: field),
    ]
    if field.hasMany, field.place == .query || field.place == .cookie {
      parameter["style"] = "form"
      parameter["explode"] = .bool(!field.isList)
    }
    return .object(parameter)
  }

  private static func schema(of field: RouteInfo.Field) -> JSONValue {
    let value = schema(field.schema, title: field.type)
    return field.hasMany ? ["type": "array", "items": value] : value
  }

  private static func schema(_ schema: ValueSchema, title: String) -> JSONValue {
    var object: [String: JSONValue] = ["title": .string(title)]
    if !schema.type.isEmpty { object["type"] = .string(schema.type) }
    if let format = schema.format { object["format"] = .string(format) }
    if !schema.choices.isEmpty {
      object["enum"] = .array(schema.choices.map { value($0, type: schema.type) })
    }
    return .object(object)
  }

  private static func value(_ text: String, type: String) -> JSONValue {
    switch type {
    case "integer": Int(text).map { .integer($0) } ?? .string(text)
    case "number": Double(text).map { .number($0) } ?? .string(text)
    case "boolean": Bool(text).map { .bool($0) } ?? .string(text)
    default: .string(text)
    }
  }

  private static func requestBody(_ body: RouteInfo.Body, of route: RouteInfo) -> JSONValue {
    let fields = route.fields.filter { $0.place == .form }
    let schema: JSONValue
    if fields.isEmpty {
      schema = self.schema(body.schema, title: body.type)
    } else {
      let properties = fields.map { ($0.name, self.schema(of: $0)) }
      schema = [
        "type": "object",
        "properties": .object(Dictionary(properties) { first, _ in first }),
        "required": .array(fields.filter(\.isRequired).map { .string($0.name) }),
      ]
    }
    return [
      "required": true,
      "content": .object([body.contentType ?? "application/octet-stream": ["schema": schema]]),
    ]
  }
}

enum JSONValue: Encodable {
  case string(String)
  case integer(Int)
  case number(Double)
  case bool(Bool)
  case array([JSONValue])
  case object([String: JSONValue])

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .bool(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { first, _ in first })
  }
}
