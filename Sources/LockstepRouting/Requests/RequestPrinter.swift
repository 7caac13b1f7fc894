// SPDX-License-Identifier: MIT

/// A request while a route is printed into it.
struct RequestPrinter {
  var request = URLRequestData()

  /// The items for the header field `Cookie`.
  var cookies: [URLRequestData.Item] = []

  /// The items for a body that is a form; nil if there is none.
  var form: [URLRequestData.Item]?

  /// The index of the leaf that the last printed node has printed.
  var leaf = 0

  /// The number of parts with a value that have been printed so far.
  fileprivate(set) var progress = 0

  /// The reason why the route cannot be printed.
  private(set) var failure: RoutingError?

  /// Records why a part cannot be printed.
  mutating func fail(
    _ part: RoutingError.Part?,
    _ expected: String?,
    _ error: any Error
  ) -> Printed {
    var error = RoutingError(.unprintable, wrapping: error, part: part, expected: expected)
    error.progress = progress
    return fail(error)
  }

  /// Records why the route cannot be printed.
  mutating func fail(_ error: RoutingError) -> Printed {
    failure = error
    return .failed
  }

  /// Adds the name of the route to the error of something in it.
  mutating func nameFailure(_ name: String) {
    let inner = failure?.route
    failure?.route = inner.map { "\(name).\($0)" } ?? name
  }

  /// Names the route that the error is about, replacing any names inside it.
  mutating func renameFailure(_ name: String) {
    failure?.route = name
  }

  mutating func takeFailure() -> RoutingError? {
    defer { failure = nil }
    return failure
  }

  /// Records that a part with a value was printed, which is a leaf of its own.
  mutating func advance() -> Printed {
    leaf = 0
    progress += 1
    return .printed
  }

  /// Adds a named value to a place.
  mutating func append(_ item: URLRequestData.Item, to place: FieldPlace) {
    switch place {
    case .query: request.query.append(item)
    case .header: request.headers.append(item)
    case .cookie: cookies.append(item)
    case .form: form?.append(item)
    }
  }

  /// Puts the collected items where they belong.
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

  /// The state of printing at some point; parts only add to it.
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
  /// Undoes what has been printed since.
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
