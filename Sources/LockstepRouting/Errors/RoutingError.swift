// SPDX-License-Identifier: MIT

/// The reason why a request is not a route, or why a route is not a request.
///
/// A server chooses its answer by the ``kind``. Of the routes that were considered, the error is about
/// the one that got furthest: a route whose path and method matched takes precedence over one for which
/// they did not, and a route that refused a value over one for which the value is missing.
///
/// The ``description`` is one sentence, bounded in length, that may be returned to the sender of the
/// request; the ``debugDescription`` shows the place in the request, for logs and tests. Both are
/// created on demand.
///
/// A conversion may throw a routing error; its kind and reason are kept.
public struct RoutingError: Error, Sendable {
  /// The class of an error, corresponding to the status that a server answers with.
  public enum Kind: Sendable, Hashable {
    /// No route has the path.
    case notFound
    /// The path exists, but for other methods.
    case methodNotAllowed(allowed: [Method])
    /// A route has this path and method, but something it needs is missing or malformed.
    case badRequest
    /// A route has this path and method, but reads bodies of other types.
    case unsupportedMediaType(accepted: [String])
    /// A route refused the request because of its sender, for example because of a missing or wrong
    /// signature.
    case unauthorized
    /// The route has no request, or none that would be read back as the same route.
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

  /// The part of the request that the error is about, if it is about one.
  public var part: Part?

  /// The expected form of the part: `an integer`.
  public var expected: String?

  /// The text found there; nil if the part is missing or is not text.
  public var found: String?

  /// Further information.
  ///
  /// It is created on demand if it comes from another error or is about a route. The ``description``
  /// contains its first 200 characters.
  public var reason: String? {
    get { explanation?.text }
    set { explanation = newValue.map(Explanation.text) }
  }

  /// The route that the error is about, if it is about one: the names of its cases, such as
  /// `users.user.profile`, or the name given with ``Route/named(_:)``.
  public var route: String?

  /// The source of the reason.
  var explanation: Explanation?

  /// The context of the error.
  var context: Context?

  /// The route that the error is about, used to find its fields by any of their names.
  var leaf: RouteLeaf?

  /// The place of the error among the items of its part's kind.
  var place = Place.named

  /// How much of the request had been read, used to choose among errors.
  var progress = 0

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - kind: The class of the error.
  ///   - part: The part of the request that the error is about.
  ///   - expected: The expected form of the part.
  ///   - found: The text found there; nil if the part is missing.
  ///   - reason: Further information.
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

  /// Returns an error for a request that is refused because of its sender, for conversions to throw.
  public static func unauthorized(_ reason: String, part: Part? = nil) -> Self {
    Self(.unauthorized, part: part, reason: reason)
  }

  /// Returns an error for a route that cannot be printed, for conversions to throw.
  public static func unprintable(_ reason: String, part: Part? = nil) -> Self {
    Self(.unprintable, part: part, reason: reason)
  }
}

extension RoutingError {
  /// The status that a server answers with: 404, 405, 400, 415, 401, or 500 for a route that it could
  /// not print.
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
  /// Returns whether two errors say the same about the same part; the request and the route are not
  /// compared.
  public static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.part == right.part && left.expected == right.expected
      && left.found == right.found && left.reason == right.reason
  }

  /// Hashes the values that are compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(part)
    hasher.combine(expected)
    hasher.combine(found)
    hasher.combine(reason)
  }
}

extension RoutingError {
  /// The context of an error, kept for its text.
  enum Context: Sendable {
    case request(RequestContext)
    /// A target that could not be read, and the place of the error.
    case target(String, Range<Int>)
    /// A route that could not be printed.
    case route(any Sendable)
  }

  /// The place of an error among query items, header fields, cookies or items of a form.
  enum Place: Sendable {
    /// At the item named by the part, which has yet to be found.
    case named
    /// No item has the name.
    case missing
    /// At an item, or at an element of the list in it.
    case item(Int, element: Int? = nil)
  }

  /// The source of a reason.
  enum Explanation: Sendable {
    case text(String)
    /// An error thrown by a conversion.
    case error(any Error)
    /// The route would be read as another one.
    case readAs(RouteLeaf)
    /// There is no such route.
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

    /// The text as part of a sentence, with text from elsewhere and the contents of a route cut short.
    var boundedText: String {
      switch self {
      case .text, .undeclared: RoutingError.bounded(text)
      case .error, .readAs: text
      }
    }
  }

  /// Returns whether the error says more about what is wrong with the request than another does.
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
