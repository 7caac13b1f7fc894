// SPDX-License-Identifier: MIT

/// A problem with a route that prevents requests from reaching it or the router from printing it.
public struct RouteConflict: Sendable, Hashable {
  /// The kind of a conflict.
  public enum Kind: Sendable, Hashable {
    /// An earlier route matches every request that the route could match.
    case unreachable
    /// An earlier route matches some of the requests that the route could match.
    case overlapping
    /// A literal of the path is `.` or `..`, which no request contains.
    case unreadable
    /// Two parts of the route describe the same part of a request: fields with the same name, bodies, or a header field
    /// that the body or the cookies set. The router never prints such a route.
    case contradictory
  }

  /// The kind of the conflict.
  public let kind: Kind

  /// The route that has the problem.
  public let route: RouteInfo

  /// The earlier route that matches instead, if the kind is `unreachable` or `overlapping`.
  public internal(set) var earlier: RouteInfo?

  /// The part of a request that several parts of the route describe, if the kind is `contradictory`.
  public internal(set) var part: RoutingError.Part?

  var reason: String?
}

extension RouteConflict: CustomStringConvertible {
  /// A sentence that names the routes and the problem.
  public var description: String {
    let other = earlier.map { "\($0.method) \($0.template) (\($0.name))" } ?? ""
    let route = "\(self.route.method) \(self.route.template) (\(self.route.name))"
    return switch kind {
    case .unreachable: "\(route) is never reached: \(other) reads all of its requests."
    case .overlapping: "\(route) is not reached by requests that \(other) reads as well."
    case .unreadable: "\(route) is never reached: its path has a component \".\" or \"..\"."
    case .contradictory:
      "\(route) is never printed: \(part.map(RoutingError.describe) ?? ""): \(reason ?? "")."
    }
  }
}

extension Router {
  /// Finds routes that earlier routes hide, that no request can reach, or that contradict themselves.
  ///
  /// ```swift
  /// @Test func `each route leads to itself`() {
  ///   #expect(router.validate() == [])
  /// }
  /// ```
  ///
  /// An overlap may be intended: a literal before a parameter, or alternatives whose conversions accept different
  /// values. The router refuses to print a route as a request that an earlier route matches, unless only a custom
  /// conversion could detect this.
  ///
  /// - Returns: The conflicts in declaration order.
  /// - Complexity: O(*n*) in the number of routes and in the number of pairs whose paths may be equal.
  public func validate() -> [RouteConflict] {
    tree.leaves.enumerated().flatMap { index, leaf -> [RouteConflict] in
      let info = RouteInfo(leaf, base: base)
      if leaf.isUnreadable { return [RouteConflict(kind: .unreadable, route: info)] }
      let flaws = leaf.flaws.map { flaw in
        RouteConflict(kind: .contradictory, route: info, part: flaw.part, reason: flaw.reason)
      }
      return flaws
        + tree.rivals(of: index).compactMap { index in
          let rival = tree.leaves[index]
          guard rival.mayRead(requestsOf: leaf) else { return nil }
          return RouteConflict(
            kind: rival.readsAll(requestsOf: leaf) ? .unreachable : .overlapping,
            route: info,
            earlier: RouteInfo(rival, base: base)
          )
        }
    }
  }
}

extension RouteLeaf {
  fileprivate var isUnreadable: Bool {
    components.contains { element in
      if case .literal(let text) = element.kind { text.isUnreadablePathComponent } else { false }
    }
  }

  private var fields: [(element: RouteElement, field: FieldDescription)] {
    shape.elements.compactMap { element in
      if case .field(let field) = element.kind { (element, field) } else { nil }
    }
  }

  private var body: (element: RouteElement, body: BodyDescription)? {
    for element in shape.elements {
      if case .body(let body) = element.kind { return (element, body) }
    }
    return nil
  }

  /// Returns whether a request of another leaf, with the same method and a matching path, may also match this leaf.
  ///
  /// A part that this leaf requires and the other leaf does not declare counts as absent.
  fileprivate func mayRead(requestsOf other: RouteLeaf) -> Bool {
    if let host = address.host,
      other.address.host.map({ !$0.equalsIgnoringASCIICase(host) }) ?? true
    {
      return false
    }
    if let scheme = address.scheme,
      other.address.scheme.map({ !$0.equalsIgnoringASCIICase(scheme) }) ?? true
    {
      return false
    }
    let known = other.fields.map(\.field)
    for (_, field) in fields where field.isRequired {
      guard known.contains(where: { field.sharesName(with: $0) }) else { return false }
    }
    for (_, field) in fields where known.contains(where: field.refusesText) { return false }
    guard let body else { return true }
    guard let own = other.body else { return false }
    guard let type = body.body.mediaType, let ownType = own.body.mediaType else { return true }
    return type.includes(ownType.text)
  }

  fileprivate func readsAll(requestsOf other: RouteLeaf) -> Bool {
    let shared = SharedParts(of: self, with: other)

    let readsPath = zip(components, other.components).allSatisfy { own, element in
      switch (own.kind, element.kind) {
      case (.literal, .parameter): false
      case (.parameter(let parameter), .literal(let text)): parameter.verdict(text) == .accepts
      case (.parameter(let parameter), .parameter(let like)):
        parameter.isTotal || shared.contains(own) || parameter.isSame(as: like)
      default: true
      }
    }
    let readsFields = fields.allSatisfy { element, field in
      shared.contains(element) || field.isTotal && !field.isRequired
        || other.fields.contains { like in
          field.place == like.field.place && field.count == like.field.count
            && field.names.first == like.field.names.first
            && (!field.isRequired || like.field.isRequired)
            && (field.isTotal || field.value == like.field.value && field.isCheckable)
        }
    }
    let readsBody =
      body.map { own in
        guard let like = other.body else { return false }
        return shared.contains(own.element) || own.body.isTotal
          || own.body.value == like.body.value && own.body.mediaType == like.body.mediaType
      } ?? true
    let converts = shape.elements.allSatisfy { element in
      if case .conversion = element.kind { shared.contains(element) } else { true }
    }
    return readsPath && readsFields && readsBody && converts
  }
}

extension ParameterDescription {
  /// Returns whether both parameters use the same conversion of this library.
  fileprivate func isSame(as other: Self) -> Bool {
    value == other.value && verdict("1") != .unknown && other.verdict("1") != .unknown
  }
}

extension FieldDescription {
  fileprivate var isCheckable: Bool {
    verdict([URLRequestData.Item(names[0], "1")]) != .unknown
  }

  /// Returns whether this field rejects the literal text that the other field requires.
  fileprivate func refusesText(of other: Self) -> Bool {
    guard other.isRequired, let text = other.value.literal, place == other.place,
      names.elementsEqual(other.names, by: place.matches)
    else { return false }
    return verdict([URLRequestData.Item(names[0], text)]) == .rejects
  }

  fileprivate func sharesName(with other: Self) -> Bool {
    place == other.place
      && names.contains { name in other.names.contains { place.matches($0, name) } }
  }
}
