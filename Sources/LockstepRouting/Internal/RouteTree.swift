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
    var literals: [Literal] = []
    var parameter: Int?
    var leaves: [Int] = []
  }

  private struct Literal: Sendable {
    let text: String
    let child: Int
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
    leaves = shapes.map(RouteLeaf.init)
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
    for index in leaves.indices { leaves[index].rivals = rivals(of: index) }
  }

  /// The leaves with such a path.
  func lookUp(_ path: ArraySlice<String>) -> Lookup {
    var lookup = Lookup()
    collect(path, at: path.startIndex, from: 0, into: &lookup)
    return lookup
  }

  private func collect(
    _ path: ArraySlice<String>,
    at index: Int,
    from number: Int,
    into lookup: inout Lookup
  ) {
    lookup.visit(at: index - path.startIndex)
    guard index < path.endIndex else {
      lookup.add(nodes[number].leaves)
      return
    }
    if let child = literalChild(of: number, path[index]) {
      collect(path, at: index + 1, from: child, into: &lookup)
    }
    if let child = nodes[number].parameter {
      collect(path, at: index + 1, from: child, into: &lookup)
    }
  }

  private func literalChild(of number: Int, _ text: String) -> Int? {
    let position = position(of: text, in: number)
    guard position < nodes[number].literals.count else { return nil }
    let literal = nodes[number].literals[position]
    return literal.text.hasSameBytes(as: text) ? literal.child : nil
  }

  /// The place of the first literal that is not ordered before the text.
  private func position(of text: String, in number: Int) -> Int {
    var (low, high) = (0, nodes[number].literals.count)
    while low < high {
      let middle = (low + high) / 2
      if nodes[number].literals[middle].text.isOrdered(before: text) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  private mutating func child(of number: Int, literal: String) -> Int {
    if let child = literalChild(of: number, literal) { return child }
    nodes.append(Node())
    let child = nodes.count - 1
    nodes[number].literals.insert(
      Literal(text: literal, child: child),
      at: position(of: literal, in: number)
    )
    return child
  }

  private mutating func parameterChild(of number: Int) -> Int {
    if let child = nodes[number].parameter { return child }
    nodes.append(Node())
    nodes[number].parameter = nodes.count - 1
    return nodes.count - 1
  }
}

extension RouteTree {
  /// The leaves before another that have the same method and whose path may be the same.
  private func rivals(of index: Int) -> [Int] {
    let leaf = leaves[index]
    return leaves[..<index].indices.filter { earlier in
      let rival = leaves[earlier]
      return rival.method.answers(leaf.method) && rival.components.count == leaf.components.count
        && zip(rival.components, leaf.components).allSatisfy(Self.mayMeet)
    }
  }

  /// Whether some text may be both of two components of a path.
  static func mayMeet(_ one: RouteElement, _ other: RouteElement) -> Bool {
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
}

extension String {
  /// Whether the text is shorter, or has smaller bytes.
  fileprivate func isOrdered(before other: String) -> Bool {
    let (left, right) = (utf8, other.utf8)
    return left.count == right.count
      ? left.lexicographicallyPrecedes(right) : left.count < right.count
  }
}
