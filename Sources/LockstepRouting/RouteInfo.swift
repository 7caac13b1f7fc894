// SPDX-License-Identifier: MIT

/// Information about one of the routes of a router.
public struct RouteInfo: Sendable, Hashable {
  /// The name of the route.
  ///
  /// The name is the argument of ``Route/named(_:)`` or, by default, consists of the cases that the route creates, such
  /// as `users.user.profile`. If neither is known, the name is the template.
  public let name: String

  /// The HTTP method.
  public let method: Method

  /// The path with its parameters in braces, such as `/users/{id}/books`.
  public let template: String

  /// The scheme, if the route requires one.
  public let scheme: String?

  /// The host, if the route requires one.
  public let host: String?

  /// The parameters of the path and the fields of the query, header, cookies and form, in order.
  public let fields: [Field]

  /// The body, if the route has one.
  public let body: Body?

  /// A path parameter or a field.
  public struct Field: Sendable, Hashable {
    /// The place of the field; `nil` for a path parameter.
    public let place: FieldPlace?

    /// The name that the router prints.
    public internal(set) var name: String

    /// Other names that the router reads.
    public let aliases: [String]

    /// The type of the value, or of each value if the field has several, such as `Int`.
    public let type: String

    /// The expected format of the text, such as `an integer`.
    public let expected: String

    /// A Boolean value that indicates whether the field is required.
    public let isRequired: Bool

    /// A Boolean value that indicates whether the field can have several values.
    public let hasMany: Bool

    let schema: ValueSchema
    let isList: Bool
  }

  /// The body of a route.
  public struct Body: Sendable, Hashable {
    /// The type of the value, such as `NewUser`, or `Form` if the body has fields.
    public let type: String

    /// The media type in the header field `Content-Type`.
    public let contentType: String?

    let schema: ValueSchema
  }
}

extension RouteInfo: CustomStringConvertible {
  /// The name, the method, and the template with its query fields: `users.search: GET /users/search?q&page`.
  public var description: String {
    let query = fields.filter { $0.place == .query }.map(\.name).joined(separator: "&")
    return "\(name): \(method) \(template)\(query.isEmpty ? "" : "?\(query)")"
  }
}

extension Router {
  /// The routes in declaration order.
  ///
  /// - Complexity: O(*n*) in the number of routes and their parts.
  public var routes: [RouteInfo] {
    tree.leaves.map { RouteInfo($0, base: base) }
  }
}

extension RouteInfo {
  init(_ leaf: RouteLeaf, base: BaseAddress?) {
    var template = base?.pathText ?? ""
    var fields: [Field] = []
    var body: Body?
    for element in leaf.shape.elements {
      switch element.kind {
      case .literal(let text):
        template += "/" + PercentEncoding.encode(text)
      case .parameter(let parameter):
        let name = Self.name(of: parameter, among: fields)
        template += "/{\(name)}"
        fields.append(Field(parameter, name: name))
      case .field(let field):
        fields.append(Field(field))
      case .body(let description):
        body = Body(
          type: description.value.type,
          contentType: description.mediaType?.text,
          schema: description.value.schema
        )
      case .method, .scheme, .host, .conversion, .name:
        break
      }
    }
    if template.isEmpty { template = "/" }
    self.init(
      name: leaf.name ?? template,
      method: leaf.method,
      template: template,
      scheme: leaf.address.scheme,
      host: leaf.address.host,
      fields: fields,
      body: body
    )
  }
}

extension RouteInfo {
  private static func name(of parameter: ParameterDescription, among fields: [Field]) -> String {
    let names = fields.filter { $0.place == nil }.map(\.name)
    let name = parameter.name ?? "parameter\(names.count + 1)"
    guard names.contains(name) else { return name }
    var number = 2
    while names.contains("\(name)\(number)") { number += 1 }
    return "\(name)\(number)"
  }

  /// The template without parameter names, to compare addresses.
  var unnamedTemplate: String {
    template.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("{") ? "{}" : String($0) }.joined(separator: "/")
  }
}

extension RouteInfo.Field {
  fileprivate init(_ parameter: ParameterDescription, name: String) {
    self.init(
      place: nil,
      name: name,
      aliases: [],
      type: parameter.value.type,
      expected: parameter.value.expected,
      isRequired: true,
      hasMany: false,
      schema: parameter.value.schema,
      isList: false
    )
  }

  fileprivate init(_ field: FieldDescription) {
    self.init(
      place: field.place,
      name: field.names[0],
      aliases: Array(field.names.dropFirst()),
      type: field.value.type,
      expected: field.value.expected,
      isRequired: field.isRequired,
      hasMany: field.count != .one,
      schema: field.value.schema,
      isList: field.count == .list || field.place == .header
    )
  }
}
