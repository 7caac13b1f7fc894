// SPDX-License-Identifier: MIT

/// What a route is made of, with its type kept: reads a value from a request and prints it into one.
///
/// Which alternative of a ``OneOf`` to read is decided before, from the ``RouteShape``s.
protocol RouteNode<Value>: Sendable {
  associatedtype Value

  /// The leaves under this node in declaration order.
  var shapes: [RouteShape] { get }

  /// Reads the value.
  func parse(_ reader: inout RequestReader) throws(RoutingError) -> Value

  /// Prints the value; returns false if the value is not of this node (another alternative's case),
  /// whereupon what was printed so far is void.
  func print(_ value: Value, into request: inout URLRequestData) throws(RoutingError) -> Bool
}

/// Erases the type of a node.
///
/// NB: 6.3.1 does not convert a node whose value is a pack tuple to an existential in place.
func erase<Node: RouteNode>(_ node: Node) -> any RouteNode<Node.Value> { node }

/// A request while a route is read from it.
struct RequestReader {
  let request: URLRequestData
  private let choices: [Int]
  private var choiceIndex = 0
  private(set) var pathIndex = 0

  init(_ request: URLRequestData, choices: [Int]) {
    self.request = request
    self.choices = choices
  }

  /// The alternative to read at the ``OneOf`` that is reached.
  mutating func nextChoice() -> Int {
    defer { choiceIndex += 1 }
    return choices[choiceIndex]
  }

  /// The next component of the path.
  mutating func nextPathComponent() -> String {
    defer { pathIndex += 1 }
    return request.path[pathIndex]
  }
}
