// SPDX-License-Identifier: MIT

/// A child's environment and a pointer to the value that its parent shares, valid while the child runs.
@usableFromInline
struct SharedContext<Shared, Environment: Sendable>: Sendable {
  @usableFromInline let environment: Environment
  /// `nonisolated(unsafe)`: only the call that shares the value uses the pointer, in the isolation of the state.
  @usableFromInline nonisolated(unsafe) let shared: UnsafeMutablePointer<Shared>

  @inlinable
  init(_ shared: UnsafeMutablePointer<Shared>, _ environment: Environment) {
    self.shared = shared
    self.environment = environment
  }

  /// Calls a function with the child's state and the shared value, which are moved into a pair and back.
  @inlinable
  func pair<Local, Result>(
    with local: inout Local,
    _ body: (inout Sharing<Local, Shared>) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &local) { local in
      withUnsafeTemporaryAllocation(of: Sharing<Local, Shared>.self, capacity: 1) { memory in
        guard let pair = memory.baseAddress else {
          preconditionFailure("Memory for one value has an address.")
        }
        pair.initialize(to: Sharing(local.move(), shared.move()))
        let result = body(&pair.pointee)
        withUnsafeMutablePointer(to: &pair.pointee.local) {
          local.moveInitialize(from: $0, count: 1)
        }
        withUnsafeMutablePointer(to: &pair.pointee.shared) {
          shared.moveInitialize(from: $0, count: 1)
        }
        return result
      }
    }
  }
}

@usableFromInline
struct SharingEnvironment<
  ParentState,
  Local,
  Shared,
  ParentEnvironment: Sendable
>: ChildEnvironment {
  @usableFromInline typealias Context = SharedContext<Shared, ParentEnvironment>

  @usableFromInline let offset: Int

  /// Returns `nil` and reports the mistake if the shared value is not stored or overlaps the child's state.
  @usableFromInline
  init?<Part>(
    sharing toShared: any WritableKeyPath<ParentState, Shared> & Sendable,
    besides toLocal: any WritableKeyPath<ParentState, Part> & Sendable,
    in composition: String,
    _ location: CodeLocation
  ) {
    guard let offset = MemoryLayout<ParentState>.offset(of: toShared) else {
      reportSharing(
        "A shared value must be a stored property.",
        toLocal,
        toShared,
        "Share a stored property without observers.",
        composition,
        location
      )
      return nil
    }
    guard overlap(toLocal, toShared) == false else {
      reportSharing(
        "The child's state overlaps the value that its parent shares.",
        toLocal,
        toShared,
        "Use two separate stored properties.",
        composition,
        location
      )
      return nil
    }
    self.offset = offset
  }

  @inlinable
  func with<Result>(
    _ state: inout ParentState,
    _ environment: ParentEnvironment,
    _ body: (inout ParentState, Context) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &state) { state in
      // While the child runs, the composition accesses only the child's part of the state.
      let shared = (UnsafeMutableRawPointer(state) + offset).assumingMemoryBound(to: Shared.self)
      return body(&state.pointee, SharedContext(shared, environment))
    }
  }

  @usableFromInline var making: (@Sendable (ParentEnvironment) -> Context)? { nil }

  @usableFromInline
  func reducedType<Child>(of local: Child.Type) -> Any.Type { Sharing<Child, Shared>.self }

  @usableFromInline var pairing: ChildSite.Pairing? {
    { [offset] parent, local, body in
      var pair = Sharing(
        local.assumingMemoryBound(to: Local.self).pointee,
        (parent + offset).assumingMemoryBound(to: Shared.self).pointee
      )
      withUnsafeMutablePointer(to: &pair) { body(UnsafeMutableRawPointer($0)) }
    }
  }
}

/// Returns whether two parts of a state overlap, the second of which must be stored.
private func overlap<Root, First, Second>(
  _ first: any WritableKeyPath<Root, First> & Sendable,
  _ second: any WritableKeyPath<Root, Second> & Sendable
) -> Bool {
  guard let offset = MemoryLayout<Root>.offset(of: first) else {
    return first.text.hasPrefix("\(second.text).")
  }
  let start = MemoryLayout<Root>.offset(of: second) ?? 0
  return (offset..<offset + MemoryLayout<First>.size)
    .overlaps(start..<start + MemoryLayout<Second>.size)
}

private func reportSharing(
  _ problem: String,
  _ toLocal: AnyKeyPath,
  _ toShared: AnyKeyPath,
  _ remedy: String,
  _ composition: String,
  _ location: CodeLocation
) {
  let message = """
    \(problem)

    Composition: \(composition)
    State: \(toLocal.text)
    Shared: \(toShared.text)

    \(remedy) The reducer was not added.
    """
  IssueReporting.current.report(ReportedIssue(message, at: location))
}
