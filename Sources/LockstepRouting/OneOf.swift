// SPDX-License-Identifier: MIT

/// Alternatives: the first in declaration order that fits, when reading and when printing.
///
/// ```swift
/// Route(.case(SiteRoute.user)) {
///   Path {
///     "users"
///     Parameter(.int)
///   }
///   OneOf {
///     Route(.case(UserRoute.profile))
///     Route(.case(UserRoute.books)) { Path { "books" } }
///   }
/// }
/// ```
public struct OneOf<Value>: RouteComponent {
  /// The description of the alternatives.
  public let part: RoutePart<Value>

  /// Offers alternatives.
  ///
  /// - Parameter routes: The alternatives; earlier ones are preferred.
  public init(@OneOfBuilder routes: () -> [Route<Value>]) {
    self.init(routes())
  }

  init(_ routes: [Route<Value>]) {
    part = RoutePart(node: OneOfNode(alternatives: routes.map(\.part.node)))
  }
}

/// Reads the alternative that was looked up, and prints the first that is meant.
struct OneOfNode<Value>: RouteNode {
  let alternatives: [any RouteNode<Value>]

  var shapes: [RouteShape] {
    alternatives.enumerated().flatMap { index, alternative in
      alternative.shapes.map { RouteShape(choices: [index]).followed(by: $0) }
    }
  }

  func parse(_ reader: inout RequestReader) throws(RoutingError) -> Value {
    try alternatives[reader.nextChoice()].parse(&reader)
  }

  func print(
    _ value: Value,
    into request: inout URLRequestData
  ) throws(RoutingError) -> Bool {
    let checkpoint = Checkpoint(request)
    var firstError: RoutingError?
    for alternative in alternatives {
      do throws(RoutingError) {
        if try alternative.print(value, into: &request) { return true }
      } catch {
        firstError = firstError ?? error
      }
      checkpoint.restore(&request)
    }
    if let firstError { throw firstError }
    return false
  }

  /// What a request had before an alternative printed into it; parts only add.
  private struct Checkpoint {
    let method: Method
    let path: Int
    let query: Int
    let headers: Int
    let hasBody: Bool

    init(_ request: URLRequestData) {
      method = request.method
      path = request.path.count
      query = request.query.count
      headers = request.headers.count
      hasBody = request.body != nil
    }

    func restore(_ request: inout URLRequestData) {
      request.method = method
      request.path.removeLast(request.path.count - path)
      request.query.removeLast(request.query.count - query)
      request.headers.removeLast(request.headers.count - headers)
      if !hasBody { request.body = nil }
    }
  }
}
