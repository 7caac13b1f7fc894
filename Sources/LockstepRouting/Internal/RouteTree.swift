// SPDX-License-Identifier: MIT

/// The leaves of a router by path, so that a request is not tried against each.
///
/// - Complexity: Looking up a path visits at most the nodes that the path can reach: at each
///   component the literal and the parameter.
struct RouteTree: Sendable {
  /// The leaves in declaration order.
  let leaves: [Leaf]
  private var nodes: [Node] = [Node()]

  struct Leaf: Sendable {
    let shape: RouteShape
    let method: Method
    /// Whether the parameters of the path accept their components.
    let accepts: @Sendable ([String]) -> Bool
  }

  private struct Node: Sendable {
    var literals: [PathKey: Int] = [:]
    var parameter: Int?
    var leaves: [Int] = []
  }

  init(_ shapes: [RouteShape]) {
    leaves = shapes.map(Leaf.init)
    for (leaf, shape) in shapes.enumerated() {
      var node = 0
      for element in shape.elements {
        switch element {
        case .literal(let text): node = child(of: node, literal: PathKey(text))
        case .parameter: node = parameterChild(of: node)
        case .method, .query, .header, .body: break
        }
      }
      nodes[node].leaves.append(leaf)
    }
  }

  /// The leaves with such a path in declaration order, whatever their method.
  func candidates(for path: [String]) -> [Int] {
    var found: [Int] = []
    collect(path[...], from: 0, into: &found)
    // Where literals and parameters overlap, the leaves come from several nodes.
    return found.sorted()
  }

  private func collect(_ path: ArraySlice<String>, from node: Int, into found: inout [Int]) {
    guard let component = path.first else {
      found += nodes[node].leaves
      return
    }
    if let child = nodes[node].literals[PathKey(component)] {
      collect(path.dropFirst(), from: child, into: &found)
    }
    if let child = nodes[node].parameter {
      collect(path.dropFirst(), from: child, into: &found)
    }
  }

  private mutating func child(of node: Int, literal: PathKey) -> Int {
    if let child = nodes[node].literals[literal] { return child }
    nodes.append(Node())
    nodes[node].literals[literal] = nodes.count - 1
    return nodes.count - 1
  }

  private mutating func parameterChild(of node: Int) -> Int {
    if let child = nodes[node].parameter { return child }
    nodes.append(Node())
    nodes[node].parameter = nodes.count - 1
    return nodes.count - 1
  }
}

extension RouteTree.Leaf {
  init(_ shape: RouteShape) {
    var parameters: [(index: Int, accepts: @Sendable (String) -> Bool)] = []
    var index = 0
    for element in shape.elements {
      switch element {
      case .literal:
        index += 1
      case .parameter(_, let accepts):
        parameters.append((index, accepts))
        index += 1
      case .method, .query, .header, .body:
        break
      }
    }
    self.shape = shape
    self.method = shape.method
    self.accepts = { [parameters] path in
      parameters.allSatisfy { $0.index < path.count && $0.accepts(path[$0.index]) }
    }
  }
}

/// A path component that is compared by its bytes, where `String` would take different encodings of
/// the same letter for equal.
private struct PathKey: Hashable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
