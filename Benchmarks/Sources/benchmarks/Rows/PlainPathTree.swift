// SPDX-License-Identifier: MIT

/// The bare work of routing: a tree of path components by their bytes, with integers and UUIDs as
/// components but without methods, queries and values.
struct PlainPathTree {
  private var nodes = [Node()]

  private struct Node {
    var literals: [(bytes: [UInt8], child: Int)] = []
    var parameter: Int?
    var route: Int?
  }

  /// Adds a path such as `/users/:/books`.
  mutating func insert(_ path: String, _ route: Int) {
    var node = 0
    for component in path.split(separator: "/") {
      let bytes = Array(component.utf8)
      let known =
        component == ":"
        ? nodes[node].parameter : nodes[node].literals.first { $0.bytes == bytes }?.child
      if let known {
        node = known
        continue
      }
      nodes.append(Node())
      if component == ":" {
        nodes[node].parameter = nodes.count - 1
      } else {
        nodes[node].literals.append((bytes, nodes.count - 1))
      }
      node = nodes.count - 1
    }
    nodes[node].route = route
  }

  /// The route of a path, up to its query.
  func route(of target: String) -> Int? {
    var target = target
    return target.withUTF8 { bytes in
      var node = 0
      var start = 1
      while start < bytes.count, bytes[start] != UInt8(ascii: "?") {
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "/"), bytes[end] != UInt8(ascii: "?") {
          end += 1
        }
        guard let next = child(of: node, bytes[start..<end]) else { return nil }
        node = next
        guard end < bytes.count, bytes[end] == UInt8(ascii: "/") else { break }
        start = end + 1
      }
      return nodes[node].route
    }
  }

  private func child(of node: Int, _ component: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    for literal in nodes[node].literals where literal.bytes.elementsEqual(component) {
      return literal.child
    }
    return nodes[node].parameter
  }
}
