// SPDX-License-Identifier: MIT

internal import LockstepBase

extension Router {
  /// Returns this router with a base address for the paths that it prints.
  ///
  /// When the router reads a request, it expects the path of the address and skips it, but does not compare the scheme
  /// and the host.
  ///
  /// To read back printed requests, the router requires an address with a scheme and a host, or only a path. The
  /// address must not contain `.` or `..`, a query, a fragment, or empty components except at its end. The router
  /// reports and ignores any other address.
  ///
  /// - Parameters:
  ///   - address: The address, such as `http://127.0.0.1:8080` or `https://example.com/api/v1`.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
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

  /// Returns this router with header fields and query items that it adds to all requests that it prints.
  ///
  /// ```swift
  /// let client = router.baseRequestData(
  ///   URLRequestData(headers: [.init("X-Api-Version", "2")])
  /// )
  /// ```
  ///
  /// If a route reads a field itself, the router does not add the default, even if the route does not print the field.
  /// Otherwise, the request would not read back as the route. Requests that the router reads need not contain the
  /// defaults. The router ignores other parts of the data. To set them, see
  /// ``baseURL(_:fileID:filePath:line:column:)``.
  ///
  /// - Parameter data: The header fields and query items, which replace earlier defaults.
  /// - Returns: The changed router.
  public func baseRequestData(_ data: URLRequestData) -> Self {
    var router = self
    router.defaults = URLRequestData(query: data.query, headers: data.headers)
    return router
  }

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
  fileprivate func reads(_ place: FieldPlace, _ name: String) -> Bool {
    shape.elements.contains { element in
      guard case .field(let field) = element.kind else { return false }
      return field.place == place && field.names.contains { place.matches($0, name) }
        || field.place == .cookie && place == .header && place.matches(name, "Cookie")
    }
  }
}
