// SPDX-License-Identifier: MIT

struct FailedRequest: Sendable {
  let request: URLRequestData
  /// The number of path components before the path of the route.
  var base = 0
  /// The number of path components after the base that match some route.
  var depth = 0
  var ignoresEmptyComponents = false

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

  var target: String { request.source.target ?? "/" + request.relativeTarget() }

  /// Returns the target, or only its start: the components through `number` and the text shown after them.
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

  /// Returns whether an error about the part would scan far more of the request than it shows.
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

/// The parts of a request that an error shows, created on demand.
///
/// For a long request, they are created with the error, which has scanned the whole request anyway. Describing the
/// error repeatedly then takes no longer for a longer request.
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

  var path: String { shown?.path ?? failed.path }

  func diagram(of error: RoutingError) -> ErrorDiagram? {
    if let shown, shown.part == error.part, shown.kind == error.kind { return shown.diagram }
    return ErrorDiagram(of: error, in: failed)
  }
}
