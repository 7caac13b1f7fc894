// SPDX-License-Identifier: MIT

/// Reads routes from requests and prints routes into requests.
///
/// One value does both, for a server and for its clients:
///
/// ```swift
/// let router = Router {
///   Route(.case(SiteRoute.home))
///   Route(.case(SiteRoute.search(text:page:))) {
///     Path { "search" }
///     Query {
///       Field("q", .string)
///       Field("page", .int, default: 1)
///     }
///   }
/// }
///
/// try router.match(string: "/search?q=swift")  // .search(text: "swift", page: 1)
/// try router.path(for: .search(text: "swift", page: 2))  // "/search?q=swift&page=2"
/// ```
///
/// The first route in declaration order that fits is taken, in both directions. The whole path has
/// to be consumed; further query items and header fields are passed over. A trailing slash does not
/// count; other empty components do, unless the router is ``lenient(_:)``.
///
/// Isolation: any thread.
public struct Router<Value>: RouteComponent {
  private let root: any RouteNode<Value>
  private let tree: RouteTree
  private(set) var base: BaseAddress?
  private var ignoresEmptyComponents = false

  /// Lists the routes.
  ///
  /// - Parameter routes: The routes; earlier ones are preferred.
  public init(@OneOfBuilder routes: () -> [Route<Value>]) {
    root = OneOf(routes()).part.node
    tree = RouteTree(root.shapes)
  }

  /// The routes as a part of another router's; base address and leniency are that one's.
  public var part: RoutePart<Value> { RoutePart(node: root) }
}

extension Router {
  /// This router with all empty components of a path ignored, so that `//users///1/` is `/users/1`.
  ///
  /// - Parameter isLenient: Whether they are ignored.
  /// - Returns: The changed router.
  public func lenient(_ isLenient: Bool = true) -> Self {
    var router = self
    router.ignoresEmptyComponents = isLenient
    return router
  }

  /// This router with an address before the paths that it prints.
  ///
  /// A path in the address is expected, and passed over, when a request is read; the scheme and the
  /// host are not compared. An address that is no URL, or that has a query or a fragment, is
  /// reported and has no effect.
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
    guard let base = BaseAddress(address) else {
      BaseAddress.report(
        address,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
      return self
    }
    var router = self
    router.base = base
    return router
  }
}

extension Router {
  /// Reads the route of a request.
  ///
  /// - Parameter request: A request taken apart.
  /// - Returns: The first route in declaration order that fits.
  /// - Throws: The error of the route that came furthest.
  /// - Complexity: O(*n*) in the size of the request, plus what the conversions of the routes with
  ///   this path and method cost.
  public func match(_ request: URLRequestData) throws(RoutingError) -> Value {
    var request = request
    guard normalize(&request.path) else { throw RoutingError.notFound(request) }
    let candidates = tree.candidates(for: request.path)
    var best: RoutingError?
    for candidate in candidates {
      let leaf = tree.leaves[candidate]
      guard leaf.method.answers(request.method) else { continue }
      do throws(RoutingError) {
        var reader = RequestReader(request, choices: leaf.shape.choices)
        return try root.parse(&reader)
      } catch {
        if best.map({ $0.isAboutPath && !error.isAboutPath }) ?? true { best = error }
      }
    }
    if let best, !best.isAboutPath { throw best }
    let others = candidates.lazy.map { tree.leaves[$0] }
      .filter { !$0.method.answers(request.method) && $0.accepts(request.path) }
    let allowed = allowedMethods(others.map(\.method))
    guard allowed.isEmpty else { throw .methodNotAllowed(request, allowed: allowed) }
    throw best ?? .notFound(request)
  }

  /// Prints a route as a request taken apart, without the base address.
  ///
  /// - Parameter route: The route.
  /// - Returns: The request that reads back as the route.
  /// - Throws: An unprintable route.
  public func print(_ route: Value) throws(RoutingError) -> URLRequestData {
    var request = URLRequestData()
    guard try root.print(route, into: &request) else {
      throw RoutingError.unprintable("no route is declared for \(RouteDescription.of(route))")
    }
    try request.validateHeaders()
    return request
  }

  /// Drops what does not count in a path and the path of the base address.
  private func normalize(_ path: inout [String]) -> Bool {
    if ignoresEmptyComponents {
      path.removeAll(where: \.isEmpty)
    } else if path.last?.isEmpty == true {
      path.removeLast()
    }
    guard let base, !base.path.isEmpty else { return true }
    guard path.starts(with: base.path) else { return false }
    path.removeFirst(base.path.count)
    return true
  }

  private func allowedMethods(_ methods: [Method]) -> [Method] {
    var allowed: [Method] = []
    for method in methods {
      for method in method == .get ? [.get, .head] : [method] where !allowed.contains(method) {
        allowed.append(method)
      }
    }
    return allowed
  }
}

extension RoutingError {
  /// Whether it says that a component of the path is not what the route has there.
  fileprivate var isAboutPath: Bool { kind == .notFound }
}
