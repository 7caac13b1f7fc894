// SPDX-License-Identifier: MIT

internal import Lockstep

extension Router {
  /// This router with an address before the paths that it prints.
  ///
  /// A path in the address is expected, and passed over, when a request is read; the scheme and the
  /// host are not compared.
  ///
  /// What a router prints with an address it reads back. So an address is a scheme and a host, or
  /// nothing but a path; and there are no empty components in it but at its end, no `.` and `..`, no
  /// query and no fragment. One that is not so is reported and has no effect.
  ///
  /// - Parameters:
  ///   - address: `http://127.0.0.1:8080` or `https://example.com/api/v1`.
  ///   - fileID: The module and file that a report belongs to.
  ///   - filePath: The path of that file.
  ///   - line: The line that a report belongs to.
  ///   - column: The column that a report belongs to.
  /// - Returns: The changed router.
  public func baseURL(
    _ address: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    var router = self
    do throws(BaseAddress.Flaw) {
      router.base = try BaseAddress(address)
    } catch {
      reportIssue(
        error.description(of: address),
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    }
    return router
  }

  /// This router with header fields and query items that all requests have which it prints.
  ///
  /// ```swift
  /// let client = router.baseRequestData(
  ///   URLRequestData(headers: [.init("X-Api-Version", "2")])
  /// )
  /// ```
  ///
  /// A field that a route reads itself is left to the route, whether it prints it or not, so that
  /// the request reads back as the route. Requests that are read need not have the defaults. Other
  /// parts of the data are not used; see ``baseURL(_:fileID:filePath:line:column:)`` for these.
  ///
  /// - Parameter data: The header fields and query items, which replace earlier defaults.
  /// - Returns: The changed router.
  public func baseRequestData(_ data: URLRequestData) -> Self {
    var router = self
    router.defaults = URLRequestData(query: data.query, headers: data.headers)
    return router
  }

  /// A request with the scheme and the host that its URL has.
  func addressed(_ request: URLRequestData) -> URLRequestData {
    var request = request
    request.host = request.host ?? base?.hostName
    request.scheme = request.scheme ?? base?.scheme ?? request.host.map { _ in "https" }
    return request
  }

  func addDefaults(to request: inout URLRequestData, _ leaf: RouteLeaf) {
    guard !(defaults.headers.isEmpty && defaults.query.isEmpty) else { return }
    request.query += defaults.query.filter { !leaf.reads(.query, $0.name) }
    let printed = request.headers
    request.headers += defaults.headers.filter { header in
      !leaf.reads(.header, header.name)
        && !printed.contains { FieldPlaceKind.header.matches($0.name, header.name) }
    }
  }
}

extension RouteLeaf {
  /// Whether the leaf has a field with the name.
  fileprivate func reads(_ place: FieldPlaceKind, _ name: String) -> Bool {
    shape.elements.contains { element in
      guard case .field(let field) = element.kind else { return false }
      return field.place == place && field.names.contains { place.matches($0, name) }
        || field.place == .cookie && place == .header && place.matches(name, "Cookie")
    }
  }
}
