// SPDX-License-Identifier: MIT

/// The override that most resembles a route without a response, and the differences between them.
struct NearestOverride: CustomStringConvertible {
  private let record: OverrideRecord
  private let comparison: RouteComparison

  /// Finds the override with the most in common with a route, or returns nil if none has anything in common with it.
  ///
  /// If several overrides are equally close, the last one wins.
  init?(to route: some Any, among overrides: [OverrideRecord]) {
    let candidates = overrides.reversed().map { ($0, RouteComparison($0.subject, route)) }
    guard
      let (record, comparison) = candidates.max(by: { $0.1.isFarther(than: $1.1) }),
      comparison.matchCount > 0
    else { return nil }
    self.record = record
    self.comparison = comparison
  }

  var description: String {
    let heading = "The nearest override is for \(record.description)."
    if comparison.differences.isEmpty { return "\(heading) It differs in a part without a path." }
    return """
      \(heading) It differs:

      \(comparison.differences.map { "  \($0)" }.joined(separator: "\n"))
      """
  }
}

private struct RouteComparison {
  private(set) var matchCount = 0
  private(set) var differences: [String] = []

  init(_ subject: OverrideRecord.Subject, _ route: Any) {
    switch subject {
    case .route(let other): compare(other, route, at: "")
    case .routesOfCase(let path, let method):
      let isFollowed = compare(path: "\(path)", route)
      // All cases match, so only the method can have kept the override from responding.
      if let method, isFollowed {
        differences.append("the method \(method), but the request has another one")
      }
    case .routesOfPredicate: break
    }
  }

  func isFarther(than other: Self) -> Bool {
    (matchCount, -differences.count) < (other.matchCount, -other.differences.count)
  }

  private mutating func compare(_ override: Any, _ route: Any, at place: String) {
    let (lhs, rhs) = (Mirror(reflecting: override), Mirror(reflecting: route))
    if lhs.displayStyle == .enum, rhs.displayStyle == .enum {
      let name = RouteDescription.caseName(of: route)
      guard name == RouteDescription.caseName(of: override) else {
        return add(at: place, override, route)
      }
      matchCount += 1
      guard let lhs = lhs.children.first, let rhs = rhs.children.first else { return }
      compare(lhs.value, rhs.value, at: "\(place).\(name)")
    } else if let style = lhs.displayStyle, style == rhs.displayStyle,
      style == .tuple || style == .struct,
      lhs.children.isEmpty == false, lhs.children.count == rhs.children.count
    {
      for (lhs, rhs) in zip(lhs.children, rhs.children) {
        let label = rhs.label ?? ""
        compare(lhs.value, rhs.value, at: "\(place)\(label.hasPrefix(".") ? "" : ".")\(label)")
      }
    } else if RouteDescription.of(override) == RouteDescription.of(route) {
      matchCount += 1
    } else {
      add(at: place, override, route)
    }
  }

  /// Compares a route with the cases of a case path, and returns whether all of them are known to match.
  private mutating func compare(path: String, _ route: Any) -> Bool {
    var (rest, place) = (route, "")
    let parts = path.split(separator: " .. ")
    for (index, part) in parts.enumerated() {
      // A path created from closures has no name.
      guard part.hasPrefix("/") else { return false }
      let expected = part.split(separator: ".").last.map(String.init) ?? ""
      let mirror = Mirror(reflecting: rest)
      guard mirror.displayStyle == .enum else { return false }
      let name = RouteDescription.caseName(of: rest)
      guard name == expected else {
        differences.append("\(place).\(expected), but the request is for \(place).\(name)")
        return false
      }
      matchCount += 1
      place += ".\(name)"
      guard let payload = mirror.children.first?.value else { return index == parts.count - 1 }
      rest = payload
    }
    return true
  }

  private mutating func add(at place: String, _ override: Any, _ route: Any) {
    let (lhs, rhs) = (RouteDescription.of(override), RouteDescription.of(route))
    differences.append("\(place.isEmpty ? "" : "\(place): ")\(lhs), but the request is for \(rhs)")
  }
}
