// SPDX-License-Identifier: MIT

/// An OpenAPI document of routes.
struct OpenAPIDocument {
  private(set) var value: JSONValue

  init(_ routes: [RouteInfo], _ info: OpenAPIInfo, server: String?) {
    var paths: [String: [String: JSONValue]] = [:]
    var names: [String: Int] = [:]
    for route in routes {
      let path = Self.path(for: route, among: paths)
      let count = names[route.name, default: 0] + 1
      names[route.name] = count
      let id = count == 1 ? route.name : "\(route.name)#\(count)"
      paths[path, default: [:]][Self.key(for: route.method)] = Self.operation(route, id: id)
    }
    var object: [String: JSONValue] = [
      "openapi": "3.1.0",
      "info": .object(
        ["title": .string(info.title), "version": .string(info.version)]
          .merging(info.summary.map { ["summary": .string($0)] } ?? [:]) { $1 }
      ),
      "paths": .object(paths.mapValues { .object($0) }),
    ]
    if let server { object["servers"] = [["url": .string(server)]] }
    value = .object(object)
  }

  /// The template, with a number if a route before it has both the template and the method.
  private static func path(
    for route: RouteInfo,
    among paths: [String: [String: JSONValue]]
  ) -> String {
    var path = route.template
    var number = 2
    while paths[path]?[key(for: route.method)] != nil {
      path = "\(route.template)#\(number)"
      number += 1
    }
    return path
  }

  private static let methods: Set<String> = [
    "get", "put", "post", "delete", "options", "head", "patch", "trace",
  ]

  /// The format has a fixed set of methods; others stand in an extension of it.
  private static func key(for method: Method) -> String {
    let name = method.rawValue.lowercased()
    return methods.contains(name) ? name : "x-\(name)"
  }

  private static func operation(_ route: RouteInfo, id: String) -> JSONValue {
    var operation: [String: JSONValue] = [
      "operationId": .string(id),
      "responses": ["default": ["description": "The answer."]],
    ]
    let parameters = route.fields.filter { $0.place != .form }.map(parameter)
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
      object["enum"] = .array(
        schema.choices.map { choice in
          schema.type == "integer"
            ? Int(choice).map { .integer($0) } ?? .string(choice) : .string(choice)
        }
      )
    }
    return .object(object)
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

/// JSON that is put together by hand.
enum JSONValue: Encodable {
  case string(String)
  case integer(Int)
  case bool(Bool)
  case array([JSONValue])
  case object([String: JSONValue])

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
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
