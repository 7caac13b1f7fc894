// SPDX-License-Identifier: MIT

/// A conflict between two parts of a route, which would keep a printed request from being read back.
struct RouteFlaw: Sendable {
  let part: RoutingError.Part
  let reason: String

  static func all(in elements: [RouteElement]) -> [RouteFlaw] {
    var fields: [FieldDescription] = []
    var bodies: [BodyDescription] = []
    for element in elements {
      switch element.kind {
      case .field(let field): fields.append(field)
      // All forms of a route share one body.
      case .body(let body) where !body.isForm || !bodies.contains(where: \.isForm):
        bodies.append(body)
      case .body, .method, .scheme, .host, .literal, .parameter, .conversion, .name: break
      }
    }
    return doubled(fields) + headers(beside: bodies, fields)
      + (bodies.count > 1 ? [RouteFlaw(part: .body, reason: "the route has two bodies")] : [])
  }

  private static func doubled(_ fields: [FieldDescription]) -> [RouteFlaw] {
    var names: [FieldPlace: Set<[UInt8]>] = [:]
    var flaws: [RouteFlaw] = []
    for field in fields {
      let place = field.place
      let own = Set(
        field.names.map { $0.utf8.map { place == .header ? $0.asciiLowercased : $0 } }
      )
      if !names[place, default: []].isDisjoint(with: own) {
        flaws.append(
          RouteFlaw(
            part: place.part(field.names[0]),
            reason: "two fields of the route use it"
          )
        )
      }
      names[place, default: []].formUnion(own)
    }
    return flaws
  }

  private static func headers(
    beside bodies: [BodyDescription],
    _ fields: [FieldDescription]
  ) -> [RouteFlaw] {
    let isTyped = bodies.contains { $0.mediaType != nil }
    let hasCookies = fields.contains { $0.place == .cookie }
    return fields.filter { $0.place == .header }.compactMap { field in
      func has(_ name: String) -> Bool {
        field.names.contains { $0.equalsIgnoringASCIICase(name) }
      }
      if isTyped, has("Content-Type") {
        return RouteFlaw(part: .header(field.names[0]), reason: "the body of the route sets it")
      }
      if hasCookies, has("Cookie") {
        return RouteFlaw(part: .header(field.names[0]), reason: "the cookies of the route set it")
      }
      return nil
    }
  }
}
