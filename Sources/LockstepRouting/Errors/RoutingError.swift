// SPDX-License-Identifier: MIT

/// An error that explains why a request matches no route, or why a route cannot be printed.
///
/// A server chooses its response by the ``kind``. If the router tried several routes, the error is about the route that
/// matched most of the request. A route whose path and method match takes precedence over other routes, and a route
/// that rejects a value takes precedence over a route whose value is missing.
///
/// The ``description`` is one sentence of bounded length, which a server can return to the sender of the request. The
/// ``debugDescription`` also shows the place in the request, for logs and tests. Both are created on demand.
///
/// If a conversion throws a routing error, the router keeps its kind and reason.
public struct RoutingError: Error, Sendable {
  /// The class of an error, which corresponds to an HTTP status.
  public enum Kind: Sendable, Hashable {
    /// No route has the path.
    case notFound
    /// Routes with this path exist, but only for other methods.
    case methodNotAllowed(allowed: [Method])
    /// A route has this path and method, but a value is missing or malformed.
    case badRequest
    /// A route has this path and method, but reads bodies of other media types.
    case unsupportedMediaType(accepted: [String])
    /// A route rejected the sender of the request, for example because of a missing or wrong signature.
    case unauthorized
    /// The router cannot print the route as a request that it reads back as the same route.
    case unprintable
  }

  /// A part of a request.
  public enum Part: Sendable, Hashable {
    /// A component of the path, counted from 0.
    case path(Int)
    /// A query item, by its name.
    case query(String)
    /// A header field, by its name.
    case header(String)
    /// A cookie, by its name.
    case cookie(String)
    /// An item of a form, by its name.
    case form(String)
    /// The body.
    case body
  }

  /// The class of the error.
  public var kind: Kind

  /// The part of the request that the error is about, or `nil` if the error is about the whole request.
  public var part: Part?

  /// The expected form of the part: `an integer`.
  public var expected: String?

  /// The text of the part, or `nil` if the part is missing or is not text.
  public var found: String?

  /// Details about the error.
  ///
  /// The text is created on demand if it comes from another error or describes a route. The ``description`` contains
  /// its first 200 characters.
  public var reason: String? {
    get { explanation?.text }
    set { explanation = newValue.map(Explanation.text) }
  }

  /// The route that the error is about, or `nil` if the error is about no specific route.
  ///
  /// The text consists of the names of the route's cases, such as `users.user.profile`, or is the name from
  /// ``Route/named(_:)``.
  public var route: String?

  var explanation: Explanation?

  var context: Context?

  var leaf: RouteLeaf?

  var place = Place.named

  /// The number of parts that were read or printed before the error, used to rank errors.
  var progress = 0

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - kind: The class of the error.
  ///   - part: The part of the request that the error is about.
  ///   - expected: The expected form of the part.
  ///   - found: The text of the part, or `nil` if the part is missing.
  ///   - reason: Details about the error.
  public init(
    _ kind: Kind,
    part: Part? = nil,
    expected: String? = nil,
    found: String? = nil,
    reason: String? = nil
  ) {
    self.kind = kind
    self.part = part
    self.expected = expected
    self.found = found
    explanation = reason.map(Explanation.text)
  }

  /// Returns a bad request error, for conversions to throw.
  public static func badRequest(_ reason: String, part: Part? = nil) -> Self {
    Self(.badRequest, part: part, reason: reason)
  }

  /// Returns an error for a request whose sender is not authorized, for conversions to throw.
  public static func unauthorized(_ reason: String, part: Part? = nil) -> Self {
    Self(.unauthorized, part: part, reason: reason)
  }

  /// Returns an error for a route that cannot be printed, for conversions to throw.
  public static func unprintable(_ reason: String, part: Part? = nil) -> Self {
    Self(.unprintable, part: part, reason: reason)
  }
}

extension RoutingError {
  /// The HTTP status of the error: 404, 405, 400, 415, 401, or 500 if a route cannot be printed.
  public var statusCode: Int {
    switch kind {
    case .notFound: 404
    case .methodNotAllowed: 405
    case .badRequest: 400
    case .unsupportedMediaType: 415
    case .unauthorized: 401
    case .unprintable: 500
    }
  }
}

extension RoutingError: Hashable {
  /// Returns whether two errors describe the same problem with the same part.
  ///
  /// The request and the route are not compared.
  public static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.part == right.part && left.expected == right.expected
      && left.found == right.found && left.reason == right.reason
  }

  /// Hashes the properties that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(part)
    hasher.combine(expected)
    hasher.combine(found)
    hasher.combine(reason)
  }
}

extension RoutingError {
  enum Context: Sendable {
    case request(RequestContext)
    /// A target that could not be read, and the byte range of the error.
    case target(String, Range<Int>)
    case route(any Sendable)
  }

  enum Place: Sendable {
    /// The item with the name of the part, which is searched for on demand.
    case named
    /// No item has the name.
    case missing
    /// An item, or an element of the list in it.
    case item(Int, element: Int? = nil)
  }

  enum Explanation: Sendable {
    case text(String)
    case error(any Error)
    /// The printed request would be read as another route.
    case readAs(RouteLeaf)
    /// The router declares no route for the value.
    case undeclared(any Sendable)

    var text: String {
      switch self {
      case .text(let text): text
      case .error(let error): RoutingError.describe(error)
      case .readAs(let leaf):
        "the request would be read as \(RoutingError.quote(leaf.title))"
      case .undeclared(let route): "no route is declared for \(RouteDescription.of(route))"
      }
    }

    var boundedText: String {
      switch self {
      case .text, .undeclared: RoutingError.bounded(text)
      case .error, .readAs: text
      }
    }
  }

  func isMoreUseful(than other: Self) -> Bool {
    (rank, progress, found == nil ? 0 : 1) > (
      other.rank, other.progress, other.found == nil ? 0 : 1
    )
  }

  private var rank: Int {
    switch kind {
    case .unprintable: 5
    case .unauthorized: 4
    case .badRequest: 3
    case .unsupportedMediaType: 2
    case .methodNotAllowed: 1
    case .notFound: 0
    }
  }
}
