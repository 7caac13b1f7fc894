// SPDX-License-Identifier: MIT

/// A value that reads routes from requests and prints routes into requests.
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
/// In both directions, the first route in declaration order that fits is used. The whole path must be
/// consumed; other query items and header fields are ignored. A trailing slash does not count; other
/// empty components do, unless the router is ``lenient(_:)``.
///
/// A router reads back what it prints as the same route. A route whose request an earlier route would
/// read is not printed, unless only a custom conversion could detect this, because custom conversions
/// are not run for that check; ``validate()`` finds such routes in advance.
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
  /// - Parameter routes: The routes; earlier ones are preferred.
  /// - Complexity: O(*n* log *n*) in the number of routes and their parts, and O(*n*) in the number of
  ///   pairs whose paths may be the same, judging by literals and parameters. Routes that differ in a
  ///   literal are not such a pair. If other routes are cases of an enum, each route that is not one of
  ///   them takes O(*n*) in their number.
  public init(@OneOfBuilder routes: () -> [Route<Value>]) {
    root = OneOf(routes()).route.node
    tree = RouteTree(root.shapes)
  }

  /// The routes as one route of another router, whose base address, defaults and leniency apply.
  public var route: Route<Value> { Route(root) }

  /// Returns this router with all empty components of a path ignored, so that `//users///1/` is the
  /// same as `/users/1`.
  ///
  /// - Parameter isLenient: Whether empty components are ignored.
  /// - Returns: The changed router.
  public func lenient(_ isLenient: Bool = true) -> Self {
    var router = self
    router.ignoresEmptyComponents = isLenient
    return router
  }
}

extension Router {
  /// Reads the route of a request.
  ///
  /// - Parameter request: A request taken apart.
  /// - Returns: The first route in declaration order that fits.
  /// - Throws: The error of the route that got furthest.
  /// - Complexity: O(*n*) in the size of the request for each of the routes with this path and method,
  ///   plus the cost of their conversions. Other routes cost nothing.
  public func match(_ request: URLRequestData) throws(RoutingError) -> Value {
    // On the heap, because code that calls a closure with memory on the stack looks up the type of its
    // result.
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    defer { memory.deallocate() }
    try read(request, into: memory)
    return memory.move()
  }

  /// Reads the route of a request into memory of its type.
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

  /// Returns an error with the request that it is about.
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

  /// Returns whether a leaf shares parts with another one that may have to be tried after it.
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

  /// Prints a route as a request taken apart, without the base address.
  ///
  /// - Parameter route: The route.
  /// - Returns: The request that reads back as the route.
  /// - Throws: An error if the route is unprintable.
  /// - Complexity: O(*n*) in the size of the request and the number of its parts. Of alternatives that
  ///   are cases of an enum, only those for the case of the value are tried. If earlier routes may read
  ///   the requests of this route, O(*n*) in the size of the request for each of them.
  public func print(_ route: Value) throws(RoutingError) -> URLRequestData {
    try printed(route, isAddressed: false).request
  }

  /// Returns a request and the leaf that printed it; `isAddressed` says whether the request is for the
  /// base address, where another route may read it.
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

  /// - Throws: An error if the route is unprintable because an earlier leaf would read the request.
  private func checkRivals(of index: Int, _ request: URLRequestData) throws(RoutingError) {
    for rival in tree.lookUp(request.path[...]).leaves.prefix(while: { $0 < index }) {
      guard tree.leaves[rival].verdict(on: request, printedBy: tree.leaves[index]) == .accepts
      else { continue }
      var error = RoutingError(.unprintable)
      error.explanation = .readAs(tree.leaves[rival])
      throw error
    }
  }

  /// Returns the components of a path that count, without those of the base address; nil if the path
  /// does not begin with the base address.
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
