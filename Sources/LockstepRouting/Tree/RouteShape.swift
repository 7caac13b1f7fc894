// SPDX-License-Identifier: MIT

internal import Foundation

/// One leaf of a router as data: its requirements on a request, and the alternatives that lead to it.
struct RouteShape: Sendable {
  var elements: [RouteElement] = []

  /// The alternative to take at each ``OneOf`` on the way to the leaf.
  var choices: [Int] = []

  /// The innermost method, or `GET` if the leaf declares none.
  var method: Method {
    for element in elements.reversed() {
      if case .method(let method) = element.kind { return method }
    }
    return .get
  }

  func followed(by next: Self) -> Self {
    Self(elements: elements + next.elements, choices: choices + next.choices)
  }
}

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
    /// A conversion that may reject the values of the given parts.
    case conversion([PartID])
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

struct ValueDescription: Sendable, Hashable {
  var type: String
  var expected: String
  var schema: ValueSchema
  var literal: String?
}

struct ValueSchema: Sendable, Hashable {
  var type = "string"
  var format: String?
  var choices: [String] = []
}

/// A prediction of whether a part reads its input, without running custom conversions.
enum Verdict: Sendable {
  case accepts
  case rejects
  case unknown
}

struct ParameterDescription: Sendable {
  var name: String?
  var value: ValueDescription
  var accepts: @Sendable (String) -> Bool
  var verdict: @Sendable (String) -> Verdict
  var isTotal: Bool
}

struct FieldDescription: Sendable {
  var place: FieldPlace
  var names: [String]
  var value: ValueDescription
  var count: FieldCount
  var isRequired: Bool
  var verdict: @Sendable ([URLRequestData.Item]) -> Verdict
  var isTotal: Bool
}

@usableFromInline
enum FieldCount: Sendable, Hashable {
  case one
  /// One item for each value.
  case many
  /// One item, with commas between the values.
  case list
}

struct BodyDescription: Sendable {
  var value: ValueDescription
  var mediaType: MediaType?
  var verdict: @Sendable (Data) -> Verdict
  var isTotal: Bool
  var isForm = false
}
