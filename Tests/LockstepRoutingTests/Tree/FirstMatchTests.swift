// SPDX-License-Identifier: MIT

import Lockstep
import LockstepRouting
import LockstepTestSupport
import Testing

/// A router's tree returns the same result as trying the routes in order, for random tables.
@Suite struct FirstMatchTests {
  @Test(arguments: 1...50)
  func `a router matches a random table as if it tried the routes in order`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let table = (0..<Int.random(in: 1...25, using: &random)).map { Template(name: $0, &random) }
    let router = Router<Found> {
      for template in table { template.route }
    }
    for _ in 0..<30 {
      let request = URLRequestData(
        method: [Method.get, .head, .post].randomElement(using: &random) ?? .get,
        path: (0..<Int.random(in: 0...4, using: &random)).map { _ in
          ["a", "b", "1", "22"].randomElement(using: &random) ?? "a"
        },
        query: Bool.random(using: &random) ? [.init("n", "1")] : []
      )
      #expect(Outcome(router, request) == Outcome(table, request), "\(request) \(table)")
    }
  }
}

/// A matched route and its parameters.
private struct Found: Equatable {
  var name: Int
  var values: [String]
}

/// The description of a random route.
private struct Template: Sendable, CustomStringConvertible {
  enum Component: Sendable, CaseIterable { case a, b, int, string }

  var name: Int
  var method: Method
  var components: [Component]
  var needsQuery: Bool

  init(name: Int, _ random: inout SplitMix64) {
    self.name = name
    method = Bool.random(using: &random) ? .get : .post
    components = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      Component.allCases.randomElement(using: &random) ?? .a
    }
    needsQuery = Int.random(in: 0..<3, using: &random) == 0
  }

  var description: String { "\(name): \(method) \(components)\(needsQuery ? "?n" : "")" }

  var route: Route<Found> {
    let values = Conversion<[String], Found>(
      apply: { [name] in Found(name: name, values: $0) },
      unapply: { [name] in $0.name == name ? $0.values : nil }
    )
    let (method, path) = (method, Self.path(components[...]))
    guard needsQuery else {
      return Route(values) {
        method
        path
      }
    }
    let first = Conversion<([String], Int), [String]>(apply: { $0.0 }, unapply: { ($0, 1) })
    return Route(first.map(values)) {
      method
      path
      Query { Field("n", .int) }
    }
  }

  private static func path(_ components: ArraySlice<Component>) -> Route<[String]> {
    guard let component = components.first else {
      return Route(Conversion<Void, [String]>(apply: { [] }, unapply: { _ in () }))
    }
    let rest = path(components.dropFirst())
    let joined = Conversion<(String, [String]), [String]>(
      apply: { [$0.0] + $0.1 },
      unapply: { values in values.first.map { ($0, Array(values.dropFirst())) } }
    )
    let decimal = Conversion<Int, String>(apply: { String($0) }, unapply: { Int($0) })
    return switch component {
    case .a:
      Route {
        Path { "a" }
        rest
      }
    case .b:
      Route {
        Path { "b" }
        rest
      }
    case .int:
      Route(joined) {
        Path { Parameter(Conversion<String, Int>.int.map(decimal)) }
        rest
      }
    case .string:
      Route(joined) {
        Path { Parameter(.string) }
        rest
      }
    }
  }

  /// Returns the values of the parameters, or nil if the path does not match.
  func values(_ path: [String]) -> [String]? {
    guard path.count == components.count else { return nil }
    var values: [String] = []
    for (component, text) in zip(components, path) {
      switch component {
      case .a: guard text == "a" else { return nil }
      case .b: guard text == "b" else { return nil }
      case .int:
        guard Int(text) != nil else { return nil }
        values.append(text)
      case .string: values.append(text)
      }
    }
    return values
  }

  func answers(_ requested: Method) -> Bool {
    method == requested || (method == .get && requested == .head)
  }
}

private enum Outcome: Equatable {
  case found(Found)
  case refused(RoutingError.Kind)

  init(_ router: Router<Found>, _ request: URLRequestData) {
    do throws(RoutingError) {
      self = .found(try router.match(request))
    } catch {
      self = .refused(error.kind)
    }
  }

  init(_ table: [Template], _ request: URLRequestData) {
    var isBad = false
    var allowed: [Method] = []
    for template in table {
      guard let values = template.values(request.path) else { continue }
      if template.answers(request.method) {
        guard template.needsQuery, request.query.isEmpty else {
          self = .found(Found(name: template.name, values: values))
          return
        }
        isBad = true
      } else {
        for method in template.method == .get ? [.get, .head] : [template.method]
        where !allowed.contains(method) {
          allowed.append(method)
        }
      }
    }
    self =
      isBad
      ? .refused(.badRequest)
      : .refused(allowed.isEmpty ? .notFound : .methodNotAllowed(allowed: allowed))
  }
}
