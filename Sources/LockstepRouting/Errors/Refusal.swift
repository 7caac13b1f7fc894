// SPDX-License-Identifier: MIT

/// A reference to an error, which is large, to avoid copies before it is thrown.
final class Failure {
  var error: RoutingError

  init(_ error: consuming RoutingError) {
    self.error = error
  }
}

struct Refusal {
  private var best: Failure?

  /// The leaves that reject a path component, and the number of components that each leaf accepted before it.
  private var refusedPaths: [(leaf: RouteLeaf, accepted: Int)] = []

  /// The components that other leaves were tried with, and whether they accepted them.
  private var tried: [(id: PartID, index: Int, isAccepted: Bool)] = []

  mutating func add(_ reader: inout RequestReader, _ leaf: RouteLeaf) {
    if reader.refusesComponent {
      refusedPaths.append((leaf, reader.pathIndex - reader.path.startIndex - 1))
    }
    guard let failure = reader.takeFailure() else { return }
    failure.error.progress = reader.progress
    failure.error.route = leaf.name
    failure.error.leaf = leaf
    guard let earlier = best else {
      best = failure
      return
    }
    if case .unsupportedMediaType(let accepted) = earlier.error.kind,
      case .unsupportedMediaType(let more) = failure.error.kind
    {
      let all = accepted + more.filter { !accepted.contains($0) }
      earlier.error.kind = .unsupportedMediaType(accepted: all)
      earlier.error.expected = all.joined(separator: " or ")
    } else if failure.error.isMoreUseful(than: earlier.error) {
      best = failure
    }
  }

  mutating func error(
    for request: URLRequestData,
    _ path: ArraySlice<String>,
    _ lookup: RouteTree.Lookup,
    _ tree: RouteTree
  ) -> RoutingError {
    // The error of a route whose path matches is more useful than a list of methods.
    if let best, best.error.kind != .notFound || refusedPaths.isEmpty { return best.error }
    let allowed = allowedMethods(for: request, path, lookup, tree)
    guard allowed.isEmpty else { return RoutingError(.methodNotAllowed(allowed: allowed)) }
    return best?.error ?? RoutingError(.notFound)
  }

  private mutating func allowedMethods(
    for request: URLRequestData,
    _ path: ArraySlice<String>,
    _ lookup: RouteTree.Lookup,
    _ tree: RouteTree
  ) -> [Method] {
    guard let first = lookup.leaves.first else { return [] }
    let group = tree.groups[tree.standings[first].group]
    if group.leaves.count == lookup.leaves.count {
      return isOnlyForOtherMethods(group, request, path, tree) ? group.methods : []
    }
    var allowed: [Method] = []
    var verdicts: [Int: Bool] = [:]
    for index in lookup.leaves {
      let number = tree.standings[index].group
      let isAllowed =
        verdicts[number] ?? isOnlyForOtherMethods(tree.groups[number], request, path, tree)
      verdicts[number] = isAllowed
      guard isAllowed else { continue }
      for method in tree.leaves[index].answeredMethods where !allowed.contains(method) {
        allowed.append(method)
      }
    }
    return allowed
  }

  /// Returns whether the leaves of a group match the address and the path, but not the method.
  private mutating func isOnlyForOtherMethods(
    _ group: RouteTree.Group,
    _ request: URLRequestData,
    _ path: ArraySlice<String>,
    _ tree: RouteTree
  ) -> Bool {
    let leaf = tree.leaves[group.leaves[0]]
    guard !group.methods.contains(request.method), leaf.isFor(request) else { return false }
    return group.parameters.allSatisfy { parameter in
      if let isAccepted = wasAccepted(parameter) { return isAccepted }
      let isAccepted = parameter.accepts(path[path.startIndex + parameter.index])
      tried.append((parameter.id, parameter.index, isAccepted))
      return isAccepted
    }
  }

  private func wasAccepted(_ parameter: RouteTree.Group.Parameter) -> Bool? {
    let index = parameter.index
    for (leaf, accepted) in refusedPaths
    where index <= accepted && leaf.components[index].id === parameter.id {
      return index < accepted
    }
    return tried.first { $0.index == index && $0.id === parameter.id }?.isAccepted
  }
}
