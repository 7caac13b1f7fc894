// SPDX-License-Identifier: MIT

public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Router {
  /// Reads the route of a request from its method, URL, header fields and body.
  ///
  /// - Parameter request: The request.
  /// - Returns: The first route in declaration order that fits.
  /// - Throws: The error of the route that got furthest.
  public func match(request: URLRequest) throws(RoutingError) -> Value {
    try match(URLRequestData(request))
  }

  /// Reads the route of a `GET` request for a URL.
  ///
  /// - Parameter url: The URL.
  /// - Returns: The first route in declaration order that fits.
  /// - Throws: The error of the route that got furthest.
  public func match(url: URL) throws(RoutingError) -> Value {
    try match(URLRequestData(target: url.absoluteString))
  }

  /// Reads the route of a `GET` request for an address.
  ///
  /// - Parameter string: A URL, or a path and a query.
  /// - Returns: The first route in declaration order that fits.
  /// - Throws: The error of the route that got furthest.
  public func match(string: String) throws(RoutingError) -> Value {
    try match(URLRequestData(target: string))
  }

  /// Prints a route as a request.
  ///
  /// The URL is absolute if the router has a base address; otherwise it is relative, to be appended to
  /// an address: `api/users?page=2`. The names of header fields keep their case, and several fields
  /// with the same name are combined into one with a list.
  ///
  /// - Parameter route: The route.
  /// - Returns: The request that reads back as the route.
  /// - Throws: An error if the route is unprintable.
  public func request(for route: Value) throws(RoutingError) -> URLRequest {
    let (data, leaf) = try printed(route, isAddressed: true)
    var request = URLRequest(url: try url(of: data, leaf))
    request.httpMethod = data.method.rawValue
    request.setHeaders(data.headers)
    request.httpBody = data.body
    return request
  }

  /// Prints a route as a URL, absolute if the router has a base address.
  ///
  /// The header fields and the body of the route are left out.
  ///
  /// - Parameter route: The route.
  /// - Returns: The URL.
  /// - Throws: An error if the route is unprintable.
  public func url(for route: Value) throws(RoutingError) -> URL {
    let (data, leaf) = try printed(route, isAddressed: true)
    return try url(of: data, leaf)
  }

  /// Prints a route as a path and a query, with a leading slash and with the path of the base
  /// address: a link within the site.
  ///
  /// - Parameter route: The route.
  /// - Returns: `/api/users?page=2`.
  /// - Throws: An error if the route is unprintable.
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

  /// Returns the part of the URL before the path if the route specifies any of it; the base address
  /// supplies what the route leaves open.
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
  /// Sets header fields with their names spelled as given, replacing existing fields with the same
  /// names regardless of case.
  ///
  /// Several fields with the same name become one list.
  ///
  /// Source: RFC 9110, section 5.3; RFC 9113, section 8.2.3 for cookies.
  mutating func setHeaders(_ headers: [URLRequestData.Item]) {
    guard !headers.isEmpty else { return }
    // NB: `setValue` is not used, because that of FoundationNetworking (6.3.1) changes `X-API-Key` to
    // `X-Api-Key`.
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
  /// Takes a request apart.
  ///
  /// - Parameter request: A request with a URL and, if it has a body, with the body as data.
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
