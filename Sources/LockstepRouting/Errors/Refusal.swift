// SPDX-License-Identifier: MIT

/// An error on its way to the code that throws it: an error is large, and this reference avoids copying
/// it.
final class Failure {
  var error: RoutingError

  init(_ error: consuming RoutingError) {
    self.error = error
  }
}

/// The reason why a request is not a route.
struct Refusal {
  /// The most informative error.
  private var best: Failure?

  /// The leaves that refuse a component of the path, and how many components before it they have read.
  private var refusedPaths: [(leaf: RouteLeaf, accepted: Int)] = []

  /// The components that other leaves would or would not read, as far as that was tried.
  private var tried: [(id: PartID, index: Int, isAccepted: Bool)] = []

  /// Adds the failure of a leaf that was tried.
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

  /// Returns the error to throw when no route fits.
  mutating func error(
    for request: URLRequestData,
    _ path: ArraySlice<String>,
    _ lookup: RouteTree.Lookup,
    _ tree: RouteTree
  ) -> RoutingError {
    // A route that has the path has already said all there is to say.
    if let best, best.error.kind != .notFound || refusedPaths.isEmpty { return best.error }
    let allowed = allowedMethods(for: request, path, lookup, tree)
    guard allowed.isEmpty else { return RoutingError(.methodNotAllowed(allowed: allowed)) }
    return best?.error ?? RoutingError(.notFound)
  }

  /// Returns the methods of the routes with this path that were not tried.
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

  /// Returns whether leaves that read the path in the same way do read it, and were not tried.
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

  /// Returns whether a component was read as this part of a leaf; nil if that was not tried.
  private func wasAccepted(_ parameter: RouteTree.Group.Parameter) -> Bool? {
    let index = parameter.index
    for (leaf, accepted) in refusedPaths
    where index <= accepted && leaf.components[index].id === parameter.id {
      return index < accepted
    }
    return tried.first { $0.index == index && $0.id === parameter.id }?.isAccepted
  }
}
