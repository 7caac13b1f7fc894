// SPDX-License-Identifier: MIT

/// Why a request is not a route, or why a route is not a request.
///
/// A server answers by its ``kind``. Of the routes that were considered, the error is about the one
/// that came furthest: a route whose path and method matched before one that did not, one that
/// refused a value before one that misses it.
///
/// The ``description`` is one sentence, bounded in length, that may be answered to whoever sent the
/// request; the ``debugDescription`` shows the place in the request, for logs and tests. Both are
/// made when they are asked for.
///
/// A conversion may throw one; its kind and reason are kept.
public struct RoutingError: Error, Sendable {
  /// The class of an error, after the status that a server answers with.
  public enum Kind: Sendable, Hashable {
    /// No route has such a path.
    case notFound
    /// The path exists, but for other methods.
    case methodNotAllowed(allowed: [Method])
    /// A route has this path and method, but something it needs is missing or malformed.
    case badRequest
    /// A route has this path and method, but reads bodies of other types.
    case unsupportedMediaType(accepted: [String])
    /// A route refused the request because of who sent it, as a missing or wrong signature.
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

  /// The part of the request that it is about, where it is about one.
  public var part: Part?

  /// What the part should have been: `an integer`.
  public var expected: String?

  /// The text found there; nil if the part is missing or is not text.
  public var found: String?

  /// What else there is to say.
  ///
  /// It is made when it is asked for, where it is what another error says or is about a route. The
  /// ``description`` has the first 200 characters of it.
  public var reason: String? {
    get { explanation?.text }
    set { explanation = newValue.map(Explanation.text) }
  }

  /// The route that it is about, where it is about one: `users.user.profile`, the names of its cases
  /// or what it was ``Route/named(_:)``.
  public var route: String?

  /// What the reason is made of.
  var explanation: Explanation?

  /// What the error happened in.
  var context: Context?

  /// The route that it is about, to find its fields by all of their names.
  var leaf: RouteLeaf?

  /// Where it is among the items of its part's kind.
  var place = Place.named

  /// How much of the request had been read, to choose among errors.
  var progress = 0

  /// Describes an error.
  ///
  /// - Parameters:
  ///   - kind: The class of the error.
  ///   - part: The part of the request that it is about.
  ///   - expected: What the part should have been.
  ///   - found: The text found there; nil if the part is missing.
  ///   - reason: What else there is to say.
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

  /// A bad request, for conversions to throw.
  public static func badRequest(_ reason: String, part: Part? = nil) -> Self {
    Self(.badRequest, part: part, reason: reason)
  }

  /// A request that is refused because of who sent it, for conversions to throw.
  public static func unauthorized(_ reason: String, part: Part? = nil) -> Self {
    Self(.unauthorized, part: part, reason: reason)
  }

  /// A route that cannot be printed, for conversions to throw.
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
  /// Whether two errors say the same of the same part; in which request and for which route is not
  /// compared.
  public static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.part == right.part && left.expected == right.expected
      && left.found == right.found && left.reason == right.reason
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(part)
    hasher.combine(expected)
    hasher.combine(found)
    hasher.combine(reason)
  }
}

extension RoutingError {
  /// What an error happened in, kept for the text.
  enum Context: Sendable {
    case request(RequestContext)
    /// A target that could not be read, and where.
    case target(String, Range<Int>)
    /// A route that could not be printed.
    case route(any Sendable)
  }

  /// Where among the query items, header fields, cookies or items of a form an error is.
  enum Place: Sendable {
    /// At the item that the part names, which is to be looked for.
    case named
    /// No item has the name.
    case missing
    /// At an item, or at an element of the list in it.
    case item(Int, element: Int? = nil)
  }

  /// What a reason is made of.
  enum Explanation: Sendable {
    case text(String)
    /// What a conversion has thrown.
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

    /// The text as part of a sentence: what others say, or what a route contains, is cut.
    var boundedText: String {
      switch self {
      case .text, .undeclared: RoutingError.bounded(text)
      case .error, .readAs: text
      }
    }
  }

  /// Whether the error says more of what is wrong with the request than another does.
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
