// SPDX-License-Identifier: MIT

internal import LockstepBase

extension Router {
  /// Returns this router with an address in front of the paths that it prints.
  ///
  /// When a request is read, a path in the address is expected and skipped; the scheme and the host are
  /// not compared.
  ///
  /// A router reads back what it prints with an address. Therefore an address has a scheme and a host,
  /// or is only a path, and contains no `.` or `..`, no query, no fragment, and no empty components
  /// except at its end. Any other address is reported and has no effect.
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

  /// Returns this router with header fields and query items that are added to all requests that it
  /// prints.
  ///
  /// ```swift
  /// let client = router.baseRequestData(
  ///   URLRequestData(headers: [.init("X-Api-Version", "2")])
  /// )
  /// ```
  ///
  /// A field that a route reads itself is left to the route, whether or not the route prints it, so
  /// that the request reads back as the route. Requests that are read need not contain the defaults.
  /// Other parts of the data are ignored; see ``baseURL(_:fileID:filePath:line:column:)`` for these.
  ///
  /// - Parameter data: The header fields and query items, which replace earlier defaults.
  /// - Returns: The changed router.
  public func baseRequestData(_ data: URLRequestData) -> Self {
    var router = self
    router.defaults = URLRequestData(query: data.query, headers: data.headers)
    return router
  }

  /// Returns a request with the scheme and the host of its URL.
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
        && !printed.contains { FieldPlace.header.matches($0.name, header.name) }
    }
  }
}

extension RouteLeaf {
  /// Returns whether the leaf has a field with the name.
  fileprivate func reads(_ place: FieldPlace, _ name: String) -> Bool {
    shape.elements.contains { element in
      guard case .field(let field) = element.kind else { return false }
      return field.place == place && field.names.contains { place.matches($0, name) }
        || field.place == .cookie && place == .header && place.matches(name, "Cookie")
    }
  }
}
