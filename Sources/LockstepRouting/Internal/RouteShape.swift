// SPDX-License-Identifier: MIT

/// One leaf of a router as data: everything that has to be in a request, and the way to its node.
struct RouteShape: Sendable {
  /// What the leaf is made of, in declaration order.
  var elements: [RouteElement] = []

  /// The alternative to take at each ``OneOf`` that is passed on the way.
  var choices: [Int] = []

  /// The method: the innermost one named, else `GET`.
  var method: Method {
    for case .method(let method) in elements.reversed() { return method }
    return .get
  }

  /// This shape followed by another.
  func followed(by next: Self) -> Self {
    Self(elements: elements + next.elements, choices: choices + next.choices)
  }
}

/// One thing that a route asks of a request.
enum RouteElement: Sendable {
  case method(Method)
  case literal(String)
  case parameter(ValueDescription, accepts: @Sendable (String) -> Bool)
  case query(FieldDescription)
  case header(FieldDescription)
  case body(ValueDescription, mediaType: String?)
}

/// The type of a value and the form of its text.
struct ValueDescription: Sendable, Hashable {
  var type: String
  var expected: String
}

/// A query item or a header field.
struct FieldDescription: Sendable, Hashable {
  var names: [String]
  var value: ValueDescription
  var isRequired: Bool
}
