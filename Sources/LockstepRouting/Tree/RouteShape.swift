// SPDX-License-Identifier: MIT

internal import Foundation

/// One leaf of a router as data: everything that a request must contain, and the way to its node.
struct RouteShape: Sendable {
  /// The elements of the leaf, in declaration order.
  var elements: [RouteElement] = []

  /// The alternative to take at each ``OneOf`` that is passed on the way.
  var choices: [Int] = []

  /// The innermost method that is named, or else `GET`.
  var method: Method {
    for element in elements.reversed() {
      if case .method(let method) = element.kind { return method }
    }
    return .get
  }

  /// Returns this shape followed by another.
  func followed(by next: Self) -> Self {
    Self(elements: elements + next.elements, choices: choices + next.choices)
  }
}

/// One thing that a route requires of a request.
struct RouteElement: Sendable {
  let id: PartID
  let kind: Kind

  enum Kind: Sendable {
    case method(Method)
    case scheme(String)
    case host(String)
    case literal(String)
    case parameter(ParameterDescription)
    case field(FieldDescription)
    case body(BodyDescription)
    /// A conversion that may refuse the values of the given parts.
    case conversion([PartID])
    /// A name of the route.
    case name(String)
  }

  init(_ kind: Kind, id: PartID = PartID()) {
    self.id = id
    self.kind = kind
  }

  var isName: Bool {
    if case .name = kind { true } else { false }
  }

  var isForm: Bool {
    if case .body(let body) = kind { body.isForm } else { false }
  }
}

/// The type of a value and the form of its text.
struct ValueDescription: Sendable, Hashable {
  var type: String
  var expected: String
  var schema: ValueSchema
  /// The one text that is read, if there is only one.
  var literal: String?
}

/// The JSON schema of a text.
struct ValueSchema: Sendable, Hashable {
  var type = "string"
  var format: String?
  var choices: [String] = []
}

/// Whether a part would be read, as far as this is known without running a custom conversion.
enum Verdict: Sendable {
  case accepts
  case rejects
  case unknown
}

/// A component of the path that yields a value.
struct ParameterDescription: Sendable {
  var name: String?
  var value: ValueDescription
  /// Whether the text is read, by whatever conversion the component has.
  var accepts: @Sendable (String) -> Bool
  var verdict: @Sendable (String) -> Verdict
  var isTotal: Bool
}

/// A query item, a header field, a cookie or an item of a form.
struct FieldDescription: Sendable {
  var place: FieldPlace
  var names: [String]
  var value: ValueDescription
  var count: FieldCount
  var isRequired: Bool
  var verdict: @Sendable ([URLRequestData.Item]) -> Verdict
  var isTotal: Bool
}

/// The number of values that a field has, and where they are.
@usableFromInline
enum FieldCount: Sendable, Hashable {
  case one
  /// One item each.
  case many
  /// In one item, separated by commas.
  case list
}

/// A body that is one value, or a form.
struct BodyDescription: Sendable {
  var value: ValueDescription
  var mediaType: MediaType?
  var verdict: @Sendable (Data) -> Verdict
  var isTotal: Bool
  /// Whether the body is read field by field.
  var isForm = false
}
