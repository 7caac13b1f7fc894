// SPDX-License-Identifier: MIT

/// The leaves of a router by path, so that the router does not try a request against each leaf.
///
/// - Complexity: A lookup visits only the nodes that the path can reach: for each component, the literal and the
///   parameter. Finding a literal in a node takes O(log *n*).
struct RouteTree: Sendable {
  let leaves: [RouteLeaf]

  private(set) var groups: [Group] = []

  private(set) var standings: [Standing] = []

  private(set) var comparisons = 0

  private var nodes: [Node] = []

  private struct Node: Sendable {
    var literals = ByteTable()
    var parameter: Int?
    var leaves: [Int] = []
  }

  struct Group: Sendable {
    fileprivate(set) var leaves: [Int] = []
    fileprivate(set) var methods: [Method] = []
    fileprivate(set) var parameters: [Parameter] = []

    struct Parameter: Sendable {
      let index: Int
      let id: PartID
      let accepts: @Sendable (String) -> Bool
    }
  }

  struct Standing: Sendable {
    /// Whether an earlier leaf might read requests that the leaf prints.
    fileprivate(set) var hasRivals = false
    fileprivate(set) var sharesParts = false
    fileprivate(set) var group = 0
  }

  struct Lookup {
    /// The leaves with the path, in declaration order and for any method.
    private(set) var leaves: [Int] = []
    private(set) var depth = 0
    private(set) var visits = 0

    fileprivate mutating func visit(at depth: Int) {
      visits += 1
      self.depth = max(self.depth, depth)
    }

    fileprivate mutating func add(_ found: [Int]) {
      if leaves.isEmpty {
        leaves = found
      } else if !found.isEmpty {
        // If literals and parameters overlap, several nodes have matching leaves.
        leaves += found
        leaves.sort()
      }
    }
  }

  init(_ shapes: [RouteShape]) {
    let leaves = shapes.map(RouteLeaf.init)
    self.leaves = leaves
    standings = Array(repeating: Standing(), count: leaves.count)
    plant()
    formGroups()
    let counts = leaves.reduce(into: [:] as [ObjectIdentifier: Int]) { counts, leaf in
      for id in leaf.valueParts { counts[id, default: 0] += 1 }
    }
    for index in leaves.indices {
      standings[index].sharesParts = leaves[index].valueParts.contains {
        counts[$0, default: 0] > 1
      }
      findRivals(of: index, &comparisons) { _ in
        standings[index].hasRivals = true
        return false
      }
    }
  }

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
}

// MARK: - Creation

extension RouteTree {
  private struct Seedling {
    var literals: [[UInt8]: Int] = [:]
    var parameter: Int?
    var leaves: [Int] = []
  }

  private mutating func plant() {
    var nodes = [Seedling()]
    func child(of number: Int, _ element: RouteElement) -> Int {
      guard case .literal(let text) = element.kind else {
        if let child = nodes[number].parameter { return child }
        nodes[number].parameter = nodes.count
        nodes.append(Seedling())
        return nodes.count - 1
      }
      let bytes = Array(text.utf8)
      if let child = nodes[number].literals[bytes] { return child }
      nodes[number].literals[bytes] = nodes.count
      nodes.append(Seedling())
      return nodes.count - 1
    }
    for index in leaves.indices {
      let node = leaves[index].components.reduce(0, child)
      nodes[node].leaves.append(index)
    }
    self.nodes = nodes.map { node in
      Node(literals: ByteTable(node.literals), parameter: node.parameter, leaves: node.leaves)
    }
  }

  private struct GroupKey: Hashable {
    var node: Int
    var parameters: [ObjectIdentifier]
    var scheme: String?
    var host: String?
  }

  private mutating func formGroups() {
    var numbers: [GroupKey: Int] = [:]
    for node in nodes.indices {
      for index in nodes[node].leaves {
        let leaf = leaves[index]
        let key = GroupKey(
          node: node,
          parameters: leaf.parameters.map { ObjectIdentifier($0.id) },
          scheme: leaf.address.scheme,
          host: leaf.address.host
        )
        let number = numbers[key] ?? groups.count
        if number == groups.count {
          numbers[key] = number
          groups.append(Group(parameters: leaf.parameters))
        }
        standings[index].group = number
        groups[number].leaves.append(index)
        for method in leaf.answeredMethods where !groups[number].methods.contains(method) {
          groups[number].methods.append(method)
        }
      }
    }
  }

  /// Returns the earlier leaves that might read requests that a leaf prints, in declaration order.
  ///
  /// - Complexity: O(*n*) in the number of nodes whose path may be the path of the leaf.
  func rivals(of index: Int) -> [Int] {
    var rivals: [Int] = []
    var comparisons = 0
    findRivals(of: index, &comparisons) { rival in
      rivals.append(rival)
      return true
    }
    return rivals.sorted()
  }

  /// Calls a closure with each rival of a leaf, until the closure returns `false`.
  private func findRivals(
    of index: Int,
    _ comparisons: inout Int,
    _ body: (Int) -> Bool
  ) {
    let leaf = leaves[index]
    var places = [(node: 0, depth: 0)]
    while let (node, depth) = places.popLast() {
      comparisons += 1
      guard depth < leaf.components.count else {
        for rival in nodes[node].leaves.prefix(while: { $0 < index })
        where leaves[rival].mayMeet(leaf) {
          comparisons += 1
          guard body(rival) else { return }
        }
        continue
      }
      if let child = nodes[node].parameter { places.append((child, depth + 1)) }
      if case .literal(let text) = leaf.components[depth].kind {
        if let child = nodes[node].literals[text] { places.append((child, depth + 1)) }
      } else {
        places += nodes[node].literals.numbers.map { ($0, depth + 1) }
      }
    }
  }
}
