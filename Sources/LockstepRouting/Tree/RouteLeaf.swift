// SPDX-License-Identifier: MIT

final class RouteLeaf: Sendable {
  let shape: RouteShape
  let method: Method
  /// The name for messages, such as `users.user.profile`, or `nil` if no part has a name.
  let name: String?
  let components: [RouteElement]
  /// The reasons why the router prints no requests for the leaf.
  let flaws: [RouteFlaw]
  private let scheme: String?
  private let host: String?

  /// The parts with values, and the conversions of several parts.
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

  /// Returns whether the leaf may read a request that another leaf with the same number of components prints.
  func mayMeet(_ other: RouteLeaf) -> Bool {
    method.answers(other.method) && zip(components, other.components).allSatisfy(Self.mayMeet)
  }

  var answeredMethods: [Method] { method == .get ? [.get, .head] : [method] }

  var parameters: [RouteTree.Group.Parameter] {
    components.enumerated().compactMap { index, element in
      guard case .parameter(let parameter) = element.kind else { return nil }
      return .init(index: index, id: element.id, accepts: parameter.accepts)
    }
  }

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

  var title: String { name ?? "\(method) \(RouteInfo(self, base: nil).template)" }

  var address: (scheme: String?, host: String?) { (scheme, host) }

  func isFor(_ request: URLRequestData) -> Bool {
    if let scheme, !request.hasScheme(scheme) { return false }
    if let host, !request.isFor(host: host) { return false }
    return true
  }

  /// Returns the field whose printed name is the name of the part.
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
  /// Returns whether the leaf would read a request printed by another leaf, without running custom conversions.
  ///
  /// If both leaves contain a part, the part reads what it prints.
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

/// The parts at the same places in two leaves, for which each leaf reads the output of the other.
struct SharedParts {
  private var ids: Set<ObjectIdentifier>

  init(of leaf: RouteLeaf, with other: RouteLeaf) {
    ids = Set(other.shape.elements.map { ObjectIdentifier($0.id) })
    // At another place in the path, the same part prints another text.
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
