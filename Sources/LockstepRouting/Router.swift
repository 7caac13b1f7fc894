// SPDX-License-Identifier: MIT

/// A value that matches requests to routes and prints routes as requests.
///
/// One router serves both a server and its clients:
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
/// In both directions, the router uses the first matching route in declaration order. A route matches only if it
/// consumes the whole path. The router ignores other query items, other header fields, and a trailing slash. Other
/// empty path components count, unless the router is ``lenient(_:)``.
///
/// If a router prints a route as a request, it matches the request as the same route. If an earlier route would match
/// the request, the router refuses to print the route. This check does not run custom conversions, so a conflict that
/// only a custom conversion could detect remains unnoticed. ``validate()`` finds conflicts in advance.
///
/// Isolation: any thread.
public struct Router<Value: Sendable>: RouteComponent {
  let root: any RouteNode
  let tree: RouteTree
  var base: BaseAddress?
  var defaults = URLRequestData()
  private var ignoresEmptyComponents = false

  /// Creates a router from its routes.
  ///
  /// - Parameter routes: The routes. Earlier routes take precedence.
  /// - Complexity: O(*n* log *n*) in the number of routes and their parts, and O(*n*) in the number of pairs whose
  ///   paths may be equal, judging by literals and parameters. Routes that differ in a literal are not such a pair. If
  ///   other routes are cases of an enum, each route that is not one of them adds O(*n*) in their number.
  public init(@OneOfBuilder routes: () -> [Route<Value>]) {
    root = OneOf(routes()).route.node
    tree = RouteTree(root.shapes)
  }

  /// The routes as one route of another router, whose base address, defaults, and leniency apply.
  public var route: Route<Value> { Route(root) }

  /// Returns a router that ignores empty path components, so that `//users///1/` equals `/users/1`.
  ///
  /// - Parameter isLenient: Whether the router ignores empty components.
  /// - Returns: The changed router.
  public func lenient(_ isLenient: Bool = true) -> Self {
    var router = self
    router.ignoresEmptyComponents = isLenient
    return router
  }
}

extension Router {
  /// Returns the route of a request.
  ///
  /// - Parameter request: The data of the request.
  /// - Returns: The first matching route in declaration order.
  /// - Throws: The error of the route that came closest to matching.
  /// - Complexity: O(*n*) in the size of the request for each route with the same path and method, plus the cost of the
  ///   conversions. Other routes add no cost.
  public func match(_ request: URLRequestData) throws(RoutingError) -> Value {
    // Stack memory would require a closure, and each call would look up the type of the closure's result.
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    defer { memory.deallocate() }
    try read(request, into: memory)
    return memory.move()
  }

  /// Parses the route of a request into uninitialized memory for a `Value`.
  private func read(
    _ request: URLRequestData,
    into memory: UnsafeMutableRawPointer
  ) throws(RoutingError) {
    guard let path = pathThatCounts(request.path) else {
      throw refused(request, RoutingError(.notFound), [], .init())
    }
    let lookup = tree.lookUp(path)
    let leaves = lookup.leaves
    var refusal = Refusal()
    guard let first = leaves.firstIndex(where: { tree.leaves[$0].method.answers(request.method) })
    else {
      throw refused(request, refusal.error(for: request, path, lookup, tree), path, lookup)
    }
    var reader = RequestReader(request, path: path)
    for position in first..<leaves.count {
      let index = leaves[position]
      let leaf = tree.leaves[index]
      guard leaf.method.answers(request.method), leaf.isFor(request) else { continue }
      if reader.parts == nil, isReadAgain(index, in: leaves[(position + 1)...], request) {
        reader.remember()
      }
      reader.begin(leaf.shape.choices)
      if root.parse(into: memory, &reader) { return }
      refusal.add(&reader, leaf)
    }
    throw refused(request, refusal.error(for: request, path, lookup, tree), path, lookup)
  }

  private func refused(
    _ request: URLRequestData,
    _ error: consuming RoutingError,
    _ path: ArraySlice<String>,
    _ lookup: RouteTree.Lookup
  ) -> RoutingError {
    let failed = FailedRequest(
      request: request,
      base: path.startIndex,
      depth: lookup.depth,
      ignoresEmptyComponents: ignoresEmptyComponents
    )
    let context = RequestContext(failed, copy error)
    error.context = .request(context)
    return error
  }

  /// Returns whether a later leaf may match the request and shares parts with this leaf.
  private func isReadAgain(
    _ index: Int,
    in others: ArraySlice<Int>,
    _ request: URLRequestData
  ) -> Bool {
    tree.standings[index].sharesParts
      && others.contains { other in
        tree.standings[other].sharesParts && tree.leaves[other].method.answers(request.method)
      }
  }

  /// Prints a route as the data of a request, without the base address.
  ///
  /// - Parameter route: The route.
  /// - Returns: A request that the router matches as the same route.
  /// - Throws: An error if the router cannot print the route.
  /// - Complexity: O(*n*) in the size of the request and the number of its parts. Among alternatives that are cases of
  ///   an enum, the router tries only those for the case of the value. If earlier routes may match the request, O(*n*)
  ///   in its size for each of them.
  public func print(_ route: Value) throws(RoutingError) -> URLRequestData {
    try printed(route, isAddressed: false).request
  }

  /// Prints a request that no earlier route matches, with the base address too if `isAddressed` is true.
  func printed(
    _ route: Value,
    isAddressed: Bool
  ) throws(RoutingError) -> (request: URLRequestData, leaf: RouteLeaf) {
    var printer = RequestPrinter()
    let printed = withUnsafePointer(to: route) { root.print(from: $0, into: &printer) }
    guard printed == .printed else {
      var error = printer.failure ?? RoutingError(.unprintable)
      if printed == .notMeant { error.explanation = .undeclared(route) }
      error.context = .route(route)
      throw error
    }
    let index = printer.leaf
    let leaf = tree.leaves[index]
    do throws(RoutingError) {
      if let flaw = leaf.flaws.first {
        throw RoutingError.unprintable(flaw.reason, part: flaw.part)
      }
      try printer.finish()
      addDefaults(to: &printer.request, leaf)
      try printer.request.validate()
      if tree.standings[index].hasRivals {
        try checkRivals(of: index, printer.request)
        if isAddressed { try checkRivals(of: index, addressed(printer.request)) }
      }
      return (printer.request, leaf)
    } catch {
      var error = error
      error.route = leaf.name
      error.context = .request(RequestContext(FailedRequest(request: printer.request), error))
      throw error
    }
  }

  private func checkRivals(of index: Int, _ request: URLRequestData) throws(RoutingError) {
    for rival in tree.lookUp(request.path[...]).leaves.prefix(while: { $0 < index }) {
      guard tree.leaves[rival].verdict(on: request, printedBy: tree.leaves[index]) == .accepts
      else { continue }
      var error = RoutingError(.unprintable)
      error.explanation = .readAs(tree.leaves[rival])
      throw error
    }
  }

  /// Returns the significant components of a path after the base address, or nil if the path has another base.
  private func pathThatCounts(_ path: [String]) -> ArraySlice<String>? {
    var path =
      ignoresEmptyComponents && path.contains(where: \.isEmpty)
      ? path.filter { !$0.isEmpty }[...] : path[...]
    if path.last?.isEmpty == true { path.removeLast() }
    guard let base, !base.path.isEmpty else { return path }
    guard path.count >= base.path.count,
      zip(path, base.path).allSatisfy({ $0.hasSameBytes(as: $1) })
    else { return nil }
    return path.dropFirst(base.path.count)
  }
}
