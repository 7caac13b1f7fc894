// SPDX-License-Identifier: MIT

/// The request that a route is printed into.
struct RequestPrinter {
  var request = URLRequestData()

  var cookies: [URLRequestData.Item] = []

  /// The items of a form, or `nil` if the body is not a form.
  var form: [URLRequestData.Item]?

  /// The index of the leaf that the last node printed.
  var leaf = 0

  fileprivate(set) var progress = 0

  private(set) var failure: RoutingError?

  mutating func fail(
    _ part: RoutingError.Part?,
    _ expected: String?,
    _ error: any Error
  ) -> Printed {
    var error = RoutingError(.unprintable, wrapping: error, part: part, expected: expected)
    error.progress = progress
    return fail(error)
  }

  mutating func fail(_ error: RoutingError) -> Printed {
    failure = error
    return .failed
  }

  mutating func nameFailure(_ name: String) {
    let inner = failure?.route
    failure?.route = inner.map { "\(name).\($0)" } ?? name
  }

  mutating func renameFailure(_ name: String) {
    failure?.route = name
  }

  mutating func takeFailure() -> RoutingError? {
    defer { failure = nil }
    return failure
  }

  /// Records that a part with one leaf was printed.
  mutating func advance() -> Printed {
    leaf = 0
    progress += 1
    return .printed
  }

  mutating func append(_ item: URLRequestData.Item, to place: FieldPlace) {
    switch place {
    case .query: request.query.append(item)
    case .header: request.headers.append(item)
    case .cookie: cookies.append(item)
    case .form: form?.append(item)
    }
  }

  mutating func finish() throws(RoutingError) {
    if !cookies.isEmpty { request.headers.append(.init("Cookie", try Cookie.text(of: cookies))) }
    if let form { request.body = FormEncoding.data(of: form) }
  }

  func checkpoint() -> Checkpoint {
    Checkpoint(
      method: request.method,
      scheme: request.scheme,
      host: request.host,
      counts: (
        request.path.count, request.query.count, request.headers.count, cookies.count, form?.count
      ),
      hasBody: request.body != nil,
      progress: progress
    )
  }

  /// A position in the output, to which parts only add.
  struct Checkpoint {
    fileprivate let method: Method
    fileprivate let scheme: String?
    fileprivate let host: String?
    fileprivate let counts: (path: Int, query: Int, headers: Int, cookies: Int, form: Int?)
    fileprivate let hasBody: Bool
    fileprivate let progress: Int
  }
}

extension RequestPrinter.Checkpoint {
  func restore(_ printer: inout RequestPrinter) {
    printer.request.method = method
    printer.request.scheme = scheme
    printer.request.host = host
    printer.request.path.removeLast(printer.request.path.count - counts.path)
    printer.request.query.removeLast(printer.request.query.count - counts.query)
    printer.request.headers.removeLast(printer.request.headers.count - counts.headers)
    printer.cookies.removeLast(printer.cookies.count - counts.cookies)
    printer.form = counts.form.flatMap { count in printer.form.map { Array($0.prefix(count)) } }
    if !hasBody { printer.request.body = nil }
    printer.progress = progress
  }
}
