// SPDX-License-Identifier: MIT

/// One leaf of a router, with the values that are looked up in it for each request.
final class RouteLeaf: Sendable {
  let shape: RouteShape
  let method: Method
  /// The name for messages: `users.user.profile`; nil if no case is known.
  let name: String?
  /// The literals and parameters of the path.
  let components: [RouteElement]
  /// The reasons why no request is printed for the leaf.
  let flaws: [RouteFlaw]
  private let scheme: String?
  private let host: String?

  /// The parts with a value, and the conversions of several parts.
  let valueParts: [ObjectIdentifier]

  init(_ shape: RouteShape) {
    self.shape = shape
    method = shape.method
    var names: [String] = []
    var components: [RouteElement] = []
    var (scheme, host): (String?, String?) = (nil, nil)
    for element in shape.elements {
      switch element.kind {
      case .name(let text): names.append(text)
      case .literal, .parameter: components.append(element)
      case .scheme(let text): scheme = text
      case .host(let text): host = text
      case .method, .field, .body, .conversion: break
      }
    }
    name = names.isEmpty ? nil : names.joined(separator: ".")
    self.components = components
    self.scheme = scheme
    self.host = host
    valueParts = shape.elements.compactMap { element in
      switch element.kind {
      case .parameter, .field, .body, .conversion: ObjectIdentifier(element.id)
      case .literal, .method, .scheme, .host, .name: nil
      }
    }
    flaws = RouteFlaw.all(in: shape.elements)
  }

  /// Returns whether the leaf may read a request printed by another leaf with the same number of
  /// components.
  func mayMeet(_ other: RouteLeaf) -> Bool {
    method.answers(other.method) && zip(components, other.components).allSatisfy(Self.mayMeet)
  }

  /// The methods that requests for the leaf may have.
  var answeredMethods: [Method] { method == .get ? [.get, .head] : [method] }

  /// The parameters of the path.
  var parameters: [RouteTree.Group.Parameter] {
    components.enumerated().compactMap { index, element in
      guard case .parameter(let parameter) = element.kind else { return nil }
      return .init(index: index, id: element.id, accepts: parameter.accepts)
    }
  }

  /// Returns whether some text may match both of two components of a path.
  private static func mayMeet(_ one: RouteElement, _ other: RouteElement) -> Bool {
    switch (one.kind, other.kind) {
    case (.literal(let one), .literal(let other)):
      one.hasSameBytes(as: other)
    case (.literal(let text), .parameter(let parameter)),
      (.parameter(let parameter), .literal(let text)):
      parameter.verdict(text) != .rejects
    default:
      true
    }
  }

  /// The name, or else the method and the path.
  var title: String { name ?? "\(method) \(RouteInfo(self, base: nil).template)" }

  var address: (scheme: String?, host: String?) { (scheme, host) }

  /// Returns whether the leaf is for the scheme and the host of the request.
  func isFor(_ request: URLRequestData) -> Bool {
    if let scheme, !request.hasScheme(scheme) { return false }
    if let host, !request.isFor(host: host) { return false }
    return true
  }

  /// Returns the field for a part of a request, by the name that is printed.
  func field(_ part: RoutingError.Part) -> FieldDescription? {
    for element in shape.elements {
      if case .field(let field) = element.kind, field.place.part(field.names[0]) == part {
        return field
      }
    }
    return nil
  }
}

extension RouteLeaf {
  /// Returns whether the leaf would read a request printed by another leaf, as far as this is known
  /// without running a custom conversion.
  ///
  /// A part that both leaves contain was printed by that part, and is read by it.
  func verdict(
    on request: URLRequestData,
    printedBy other: RouteLeaf
  ) -> Verdict {
    guard method.answers(request.method), components.count == request.path.count,
      isFor(request)
    else { return .rejects }
    let shared = SharedParts(of: self, with: other)
    var reader = RequestReader(request, path: request.path[...])
    var result = Verdict.accepts
    for element in shape.elements {
      let verdict: Verdict
      switch element.kind {
      case .method, .scheme, .host, .name:
        continue
      case .literal(let text):
        verdict = text.hasSameBytes(as: reader.nextPathComponent()) ? .accepts : .rejects
      case .parameter(let parameter):
        let text = reader.nextPathComponent()
        verdict = shared.contains(element) ? .accepts : parameter.verdict(text)
      case _ where shared.contains(element):
        continue
      case .field(let field):
        verdict = reader.withItems(of: field.place, field.verdict)
      case .body(let body):
        guard let data = request.body,
          body.mediaType.flatMap({ request.error(unless: $0) }) == nil
        else { return .rejects }
        verdict = body.verdict(data)
      case .conversion:
        verdict = .unknown
      }
      switch verdict {
      case .rejects: return .rejects
      case .unknown: result = .unknown
      case .accepts: break
      }
    }
    return result
  }
}

/// The parts that two leaves share at the same places: what one of them prints, the other one reads.
struct SharedParts {
  private var ids: Set<ObjectIdentifier>

  init(of leaf: RouteLeaf, with other: RouteLeaf) {
    ids = Set(other.shape.elements.map { ObjectIdentifier($0.id) })
    // The same part at another place in the path prints another text.
    for (own, element) in zip(leaf.components, other.components) where own.id !== element.id {
      ids.remove(ObjectIdentifier(own.id))
    }
    // A conversion over other alternatives receives other values.
    var others: [ObjectIdentifier: [PartID]] = [:]
    for element in other.shape.elements {
      if case .conversion(let parts) = element.kind { others[ObjectIdentifier(element.id)] = parts }
    }
    for element in leaf.shape.elements {
      guard case .conversion(let parts) = element.kind else { continue }
      let like = others[ObjectIdentifier(element.id)] ?? []
      if parts.count != like.count
        || !zip(parts, like).allSatisfy({ $0 === $1 && ids.contains(ObjectIdentifier($0)) })
      {
        ids.remove(ObjectIdentifier(element.id))
      }
    }
  }

  func contains(_ element: RouteElement) -> Bool {
    ids.contains(ObjectIdentifier(element.id))
  }
}
