// SPDX-License-Identifier: MIT

public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Router {
  /// Returns the route of a request, based on its method, URL, header fields, and body.
  ///
  /// - Parameter request: The request.
  /// - Returns: The first matching route in declaration order.
  /// - Throws: The error of the route that came closest to matching.
  public func match(request: URLRequest) throws(RoutingError) -> Value {
    try match(URLRequestData(request))
  }

  /// Returns the route of a `GET` request for a URL.
  ///
  /// - Parameter url: The URL.
  /// - Returns: The first matching route in declaration order.
  /// - Throws: The error of the route that came closest to matching.
  public func match(url: URL) throws(RoutingError) -> Value {
    try match(URLRequestData(target: url.absoluteString))
  }

  /// Returns the route of a `GET` request for an address.
  ///
  /// - Parameter string: A URL, or a path and a query.
  /// - Returns: The first matching route in declaration order.
  /// - Throws: The error of the route that came closest to matching.
  public func match(string: String) throws(RoutingError) -> Value {
    try match(URLRequestData(target: string))
  }

  /// Prints a route as a request.
  ///
  /// If the router has a base address or the route has a host, the URL is absolute. Otherwise, it is relative and has
  /// no leading slash: `api/users?page=2`. The names of header fields keep their case. Header fields with the same name
  /// become one field with a list.
  ///
  /// - Parameter route: The route.
  /// - Returns: A request that the router matches as the same route.
  /// - Throws: An error if the router cannot print the route.
  public func request(for route: Value) throws(RoutingError) -> URLRequest {
    let (data, leaf) = try printed(route, isAddressed: true)
    var request = URLRequest(url: try url(of: data, leaf))
    request.httpMethod = data.method.rawValue
    request.setHeaders(data.headers)
    request.httpBody = data.body
    return request
  }

  /// Prints a route as the URL of its request, without header fields and body.
  ///
  /// - Parameter route: The route.
  /// - Returns: The URL.
  /// - Throws: An error if the router cannot print the route.
  public func url(for route: Value) throws(RoutingError) -> URL {
    let (data, leaf) = try printed(route, isAddressed: true)
    return try url(of: data, leaf)
  }

  /// Prints a route as a link within the site, with a leading slash and the path of the base address.
  ///
  /// - Parameter route: The route.
  /// - Returns: A path and a query, such as `/api/users?page=2`.
  /// - Throws: An error if the router cannot print the route.
  public func path(for route: Value) throws(RoutingError) -> String {
    let target = try printed(route, isAddressed: true).request.relativeTarget()
    let base = base?.pathText ?? ""
    return target.isEmpty && !base.isEmpty ? base : base + "/" + target
  }

  private func url(of data: URLRequestData, _ leaf: RouteLeaf) throws(RoutingError) -> URL {
    let target = data.relativeTarget()
    let text =
      if let authority = try authority(of: data, leaf) {
        "\(authority)\(base?.pathText ?? "")/\(target)"
      } else if let base {
        target.isEmpty ? base.prefix : base.prefix + "/" + target
      } else {
        target
      }
    guard let url = URL(string: text.isEmpty ? "/" : text) else {
      var error = RoutingError(.unprintable, expected: "a URL", found: text)
      error.route = leaf.name
      throw error
    }
    return url
  }

  /// Returns the scheme and host of a route, such as `https://example.com`, or nil if the route specifies neither.
  private func authority(
    of data: URLRequestData,
    _ leaf: RouteLeaf
  ) throws(RoutingError) -> String? {
    guard data.scheme != nil || data.host != nil else { return nil }
    guard let host = data.host ?? base?.host else {
      var error = RoutingError.unprintable(
        "the route has a scheme, but neither the route nor the base has a host"
      )
      error.route = leaf.name
      throw error
    }
    return "\(data.scheme ?? base?.scheme ?? "https")://\(host)"
  }
}

extension URLRequest {
  /// Sets header fields with names in their given case, and replaces fields with the same names in any case.
  ///
  /// Source: RFC 9110, section 5.3; RFC 9113, section 8.2.3 for cookies.
  mutating func setHeaders(_ headers: [URLRequestData.Item]) {
    guard !headers.isEmpty else { return }
    // NB: The `setValue` method of FoundationNetworking (6.3.1) changes `X-API-Key` to `X-Api-Key`.
    let names = Set(headers.map { $0.name.lowercased() })
    var fields = (allHTTPHeaderFields ?? [:]).filter { !names.contains($0.key.lowercased()) }
    var spellings: [String: String] = [:]
    for header in headers {
      let name = header.name.lowercased()
      if let spelling = spellings[name], let list = fields[spelling] {
        fields[spelling] = list + (name == "cookie" ? "; " : ", ") + header.value
      } else {
        spellings[name] = header.name
        fields[header.name] = header.value
      }
    }
    allHTTPHeaderFields = fields
  }
}

extension URLRequestData {
  /// Creates request data from a URL request.
  ///
  /// - Parameter request: A request with a URL. If it has a body, the body must be in `httpBody`.
  /// - Throws: A bad request error if the request has no URL or its path cannot be decoded.
  public init(_ request: URLRequest) throws(RoutingError) {
    guard let url = request.url else { throw RoutingError.badRequest("the request has no URL") }
    try self.init(
      target: url.absoluteString,
      method: request.httpMethod.map(Method.init(rawValue:)) ?? .get,
      headers: (request.allHTTPHeaderFields ?? [:]).map { Item($0.key, $0.value) },
      body: request.httpBody
    )
  }
}
