// SPDX-License-Identifier: MIT

/// The leaves of a router by path, so that a request is not tried against each.
///
/// - Complexity: Looking up a path visits at most the nodes that the path can reach: at each
///   component the literal and the parameter. The literals of a node are searched in O(log *n*).
struct RouteTree: Sendable {
  /// The leaves in declaration order.
  private(set) var leaves: [RouteLeaf]
  private var nodes: [Node] = [Node()]

  private struct Node: Sendable {
    /// Ordered by their lengths and bytes.
    var literals = ByteTable()
    var parameter: Int?
    var leaves: [Int] = []
  }

  /// What was found for a path.
  struct Lookup {
    /// The leaves with such a path in declaration order, whatever their method.
    private(set) var leaves: [Int] = []
    /// How many components of the path some leaf has.
    private(set) var depth = 0
    /// How many nodes were looked at.
    private(set) var visits = 0

    fileprivate mutating func visit(at depth: Int) {
      visits += 1
      self.depth = max(self.depth, depth)
    }

    fileprivate mutating func add(_ found: [Int]) {
      if leaves.isEmpty {
        leaves = found
      } else if !found.isEmpty {
        // Where literals and parameters overlap, the leaves come from several nodes.
        leaves += found
        leaves.sort()
      }
    }
  }

  init(_ shapes: [RouteShape]) {
    leaves = []
    for shape in shapes { leaves.append(RouteLeaf(shape, after: leaves)) }
    for index in leaves.indices {
      var node = 0
      for element in leaves[index].components {
        if case .literal(let text) = element.kind {
          node = child(of: node, literal: text)
        } else {
          node = parameterChild(of: node)
        }
      }
      nodes[node].leaves.append(index)
    }
  }

  /// The leaves with such a path.
  func lookUp(_ path: ArraySlice<String>) -> Lookup {
    var lookup = Lookup()
    nodes.withUnsafeBufferPointer { nodes in
      path.withUnsafeBufferPointer { Self.collect($0, at: 0, from: 0, nodes, into: &lookup) }
    }
    return lookup
  }

  private static func collect(
    _ path: UnsafeBufferPointer<String>,
    at index: Int,
    from number: Int,
    _ nodes: UnsafeBufferPointer<Node>,
    into lookup: inout Lookup
  ) {
    lookup.visit(at: index)
    guard index < path.count else {
      lookup.add(nodes[number].leaves)
      return
    }
    if let child = nodes[number].literals[path[index]] {
      collect(path, at: index + 1, from: child, nodes, into: &lookup)
    }
    if let child = nodes[number].parameter {
      collect(path, at: index + 1, from: child, nodes, into: &lookup)
    }
  }

  private mutating func child(of number: Int, literal: String) -> Int {
    if let child = nodes[number].literals[literal] { return child }
    nodes.append(Node())
    let child = nodes.count - 1
    nodes[number].literals.insert(literal, child)
    return child
  }

  private mutating func parameterChild(of number: Int) -> Int {
    if let child = nodes[number].parameter { return child }
    nodes.append(Node())
    nodes[number].parameter = nodes.count - 1
    return nodes.count - 1
  }
}
