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
/// What a router prints it reads back as the same route. A route that another one before it would
/// read is not printed; ``validate()`` finds such routes beforehand.
///
/// Isolation: any thread.
public struct Router<Value>: RouteComponent {
  let root: any RouteNode
  let tree: RouteTree
  var base: BaseAddress?
  var defaults = URLRequestData()
  private var ignoresEmptyComponents = false

  /// Lists the routes.
  ///
  /// - Parameter routes: The routes; earlier ones are preferred.
  /// - Complexity: O(*n* log *n*) in the number of routes, and O(*m*²) in how many of them have the
  ///   same method and number of components.
  public init(@OneOfBuilder routes: () -> [Route<Value>]) {
    root = OneOf(routes()).part.node
    tree = RouteTree(root.shapes)
  }

  /// The routes as a part of another router's; base address, defaults and leniency are that one's.
  public var part: RoutePart<Value> { RoutePart(root) }

  /// This router with all empty components of a path ignored, so that `//users///1/` is `/users/1`.
  ///
  /// - Parameter isLenient: Whether they are ignored.
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
  /// - Throws: The error of the route that came furthest.
  /// - Complexity: O(*n*) in the size of the request, plus what the conversions of the routes with
  ///   this path and method cost.
  public func match(_ request: URLRequestData) throws(RoutingError) -> Value {
    // On the heap: what calls a closure with memory on the stack looks the type of its result up.
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
      throw Refusal(shown(request)).error(.notFound)
    }
    let lookup = tree.lookUp(path)
    var reader = RequestReader(request, path: path)
    var best: RoutingError?
    for index in lookup.leaves {
      let leaf = tree.leaves[index]
      guard leaf.method.answers(request.method), leaf.isFor(request) else { continue }
      reader.begin(leaf.shape.choices)
      if root.parse(into: memory, &reader) { return }
      best = reader.failure.map { $0.with(leaf, reader.progress, after: best) }
    }
    throw Refusal(shown(request), path, lookup).failure(best, tree)
  }

  /// A request as an error shows it, whose components have the numbers that are told.
  private func shown(_ request: URLRequestData) -> URLRequestData {
    var request = request
    if ignoresEmptyComponents { request.path.removeAll(where: \.isEmpty) }
    return request
  }

  /// Prints a route as a request taken apart, without the base address.
  ///
  /// - Parameter route: The route.
  /// - Returns: The request that reads back as the route.
  /// - Throws: An unprintable route.
  /// - Complexity: O(*n*) in the size of the request and the number of its parts. Of alternatives
  ///   that are cases of an enum, only those for the case of the value are asked.
  public func print(_ route: Value) throws(RoutingError) -> URLRequestData {
    var printer = RequestPrinter()
    switch withUnsafePointer(to: route, { root.print(from: $0, into: &printer) }) {
    case .printed:
      break
    case .notMeant:
      throw RoutingError.unprintable("no route is declared for \(RouteDescription.of(route))")
    case .failed:
      throw printer.failure ?? RoutingError(.unprintable)
    }
    let leaf = tree.leaves[printer.leaf]
    do throws(RoutingError) {
      try printer.finish()
      addDefaults(to: &printer.request, leaf)
      try printer.request.validate()
      try leaf.checkRivals(of: printer.request, tree)
      return printer.request
    } catch {
      var error = error
      error.route = leaf.name
      error.context = .request(printer.request, base: 0, depth: 0)
      throw error
    }
  }

  /// The components of a path without those of the base address and without what does not count;
  /// nil if it does not begin with the base address.
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

/// Why a request is no route.
private struct Refusal {
  private let request: URLRequestData
  private let path: ArraySlice<String>
  private let lookup: RouteTree.Lookup

  init(
    _ request: URLRequestData,
    _ path: ArraySlice<String> = [],
    _ lookup: RouteTree.Lookup = .init()
  ) {
    self.request = request
    self.path = path
    self.lookup = lookup
  }

  /// The error to throw when no route fits; `best` is what the routes with this method say.
  func failure(_ best: RoutingError?, _ tree: RouteTree) -> RoutingError {
    if let best, best.kind != .notFound { return withContext(best) }
    var allowed: [Method] = []
    for leaf in lookup.leaves.lazy.map({ tree.leaves[$0] })
    where !leaf.method.answers(request.method) && leaf.isFor(request) && leaf.accepts(path) {
      for method in leaf.method == .get ? [.get, .head] : [leaf.method]
      where !allowed.contains(method) {
        allowed.append(method)
      }
    }
    guard allowed.isEmpty else { return error(.methodNotAllowed(allowed: allowed)) }
    return best.map(withContext) ?? error(.notFound)
  }

  func error(_ kind: RoutingError.Kind) -> RoutingError {
    withContext(RoutingError(kind))
  }

  private func withContext(_ error: RoutingError) -> RoutingError {
    var error = error
    error.context = .request(request, base: path.startIndex, depth: lookup.depth)
    return error
  }
}

extension RoutingError {
  /// Which of two errors says more: this one, of a leaf, or that of an earlier leaf.
  fileprivate func with(_ leaf: RouteLeaf, _ progress: Int, after earlier: Self?) -> Self {
    var error = self
    error.progress = progress
    error.route = leaf.name
    guard var earlier else { return error }
    if case .unsupportedMediaType(let accepted) = earlier.kind,
      case .unsupportedMediaType(let more) = error.kind
    {
      let all = accepted + more.filter { !accepted.contains($0) }
      earlier.kind = .unsupportedMediaType(accepted: all)
      earlier.expected = all.joined(separator: " or ")
      return earlier
    }
    return error.isMoreUseful(than: earlier) ? error : earlier
  }
}

extension RouteLeaf {
  /// - Throws: An unprintable route, if a leaf before this one would read the request.
  fileprivate func checkRivals(
    of request: URLRequestData,
    _ tree: RouteTree
  ) throws(RoutingError) {
    for index in rivals {
      let rival = tree.leaves[index]
      guard rival.verdict(on: request, printedBy: self) == .accepts else { continue }
      let name = rival.name ?? "\(rival.method) \(RouteInfo(rival, base: nil).template)"
      throw RoutingError.unprintable("the request would be read as \(RoutingError.quote(name))")
    }
  }
}
