// SPDX-License-Identifier: MIT

/// A request as the router has read or printed it.
struct FailedRequest: Sendable {
  let request: URLRequestData
  /// The number of components before the path of the route.
  var base = 0
  /// The number of components after these that some route has.
  var depth = 0
  /// Whether empty components are not counted.
  var ignoresEmptyComponents = false

  /// The start of the path without the base, as much of it as is quoted.
  var path: String {
    let limit = RoutingError.quoteLimit
    var text = ""
    var rest = base
    for component in request.path where !ignoresEmptyComponents || !component.isEmpty {
      if rest > 0 {
        rest -= 1
        continue
      }
      text += "/"
      text += PercentEncoding.encode(component, limit: limit)
      if text.utf8.count > limit { break }
    }
    return text.isEmpty ? "/" : text
  }

  /// The target that the request was read from, or else the one that it would be printed with.
  var target: String { request.source.target ?? "/" + request.relativeTarget() }

  /// Returns the target, or its start through a component of the path and what is shown after it.
  func target(through number: Int) -> String {
    guard request.source.target == nil else { return target }
    let limit = ErrorDiagram.limit
    var text = ""
    var rest = number
    var end: Int?
    for component in request.path {
      text += "/"
      guard let end else {
        text += PercentEncoding.encode(component)
        if !ignoresEmptyComponents || !component.isEmpty {
          if rest == 0 { end = text.utf8.count }
          rest -= 1
        }
        continue
      }
      text += PercentEncoding.encode(component, limit: limit)
      if text.utf8.count > end + limit { return text }
    }
    return target
  }

  /// Returns whether an error about the part would look at far more than it shows.
  func isLong(for part: RoutingError.Part?) -> Bool {
    let limit = 1_000
    func areLong(_ items: [URLRequestData.Item]) -> Bool {
      items.count > limit / 10
        || items.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } > limit
    }
    switch part {
    case .path, .query, nil:
      if let target = request.source.target { return target.utf8.count > limit }
      return request.path.count > limit / 10
        || request.path.reduce(0) { $0 + $1.utf8.count } > limit || areLong(request.query)
    case .header, .cookie: return areLong(request.headers)
    case .form: return request.body.map { $0.count > limit } ?? false
    case .body: return false
    }
  }
}

/// The parts of a request that an error shows.
///
/// They are created on demand. For a long request, however, they are created with the error, which has
/// looked at all of the request anyway, so that a text takes no longer for a longer request, however
/// often it is requested.
final class RequestContext: Sendable {
  let failed: FailedRequest
  private let shown: Shown?

  private struct Shown: Sendable {
    let part: RoutingError.Part?
    let kind: RoutingError.Kind
    let path: String
    let diagram: ErrorDiagram?
  }

  init(_ failed: FailedRequest, _ error: RoutingError) {
    self.failed = failed
    shown =
      failed.isLong(for: error.part)
      ? Shown(
        part: error.part,
        kind: error.kind,
        path: failed.path,
        diagram: ErrorDiagram(of: error, in: failed)
      ) : nil
  }

  /// The start of the path without the base.
  var path: String { shown?.path ?? failed.path }

  /// Returns a diagram of the place of the error, which may have been changed since it was created.
  func diagram(of error: RoutingError) -> ErrorDiagram? {
    if let shown, shown.part == error.part, shown.kind == error.kind { return shown.diagram }
    return ErrorDiagram(of: error, in: failed)
  }
}
