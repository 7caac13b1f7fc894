// SPDX-License-Identifier: MIT

/// The environment of a child that borrows a value from its parent, with the place of the value while the child runs.
@usableFromInline
struct Lent<Shared, Environment: Sendable>: Sendable {
  @usableFromInline let environment: Environment
  /// `nonisolated(unsafe)` because it is used only within the call that lends the value, where the state is.
  @usableFromInline nonisolated(unsafe) let shared: UnsafeMutablePointer<Shared>

  @inlinable
  init(_ shared: UnsafeMutablePointer<Shared>, _ environment: Environment) {
    self.shared = shared
    self.environment = environment
  }

  /// Calls a function with the state of the child and the borrowed value, which are moved into it and back.
  @inlinable
  func pair<Own, Result>(
    with own: inout Own,
    _ body: (inout Sharing<Own, Shared>) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &own) { own in
      withUnsafeTemporaryAllocation(of: Sharing<Own, Shared>.self, capacity: 1) { memory in
        guard let pair = memory.baseAddress else {
          preconditionFailure("Memory for one value has an address.")
        }
        pair.initialize(to: Sharing(own.move(), shared.move()))
        let result = body(&pair.pointee)
        withUnsafeMutablePointer(to: &pair.pointee.own) { own.moveInitialize(from: $0, count: 1) }
        withUnsafeMutablePointer(to: &pair.pointee.shared) {
          shared.moveInitialize(from: $0, count: 1)
        }
        return result
      }
    }
  }
}

/// The environment of the parent, together with a value of its state that the child borrows.
@usableFromInline
struct LendingEnvironment<
  ParentState,
  Own,
  Shared,
  ParentEnvironment: Sendable
>: ChildEnvironment {
  /// The offset of the shared value in the memory of the parent's state.
  @usableFromInline let offset: Int

  /// Creates the way to an environment; returns `nil`, and reports why, if a child cannot have both parts of the state at
  /// the same time.
  ///
  /// - Parameters:
  ///   - toShared: The key path to the value.
  ///   - toOwn: The key path to the child's own state, or to what contains it.
  ///   - composition: The name of the composition in messages.
  ///   - location: The place of the composition.
  @usableFromInline
  init?<Part>(
    lending toShared: any WritableKeyPath<ParentState, Shared> & Sendable,
    besides toOwn: any WritableKeyPath<ParentState, Part> & Sendable,
    in composition: String,
    _ location: CodeLocation
  ) {
    guard let offset = MemoryLayout<ParentState>.offset(of: toShared) else {
      reportLoan(
        "A value to be shared is not a stored property, so it would be copied in each turn.",
        toOwn,
        toShared,
        "Share a stored property without observers.",
        composition,
        location
      )
      return nil
    }
    guard overlap(toOwn, toShared) == false else {
      reportLoan(
        "The state of a child and the value that it shares overlap, so it cannot have both.",
        toOwn,
        toShared,
        "Name two stored properties, neither of which is a part of the other.",
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
    _ body: (inout ParentState, Lent<Shared, ParentEnvironment>) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &state) { state in
      // The composition touches nothing but the child's own state while the value is lent.
      let shared = (UnsafeMutableRawPointer(state) + offset).assumingMemoryBound(to: Shared.self)
      return body(&state.pointee, Lent(shared, environment))
    }
  }

  @usableFromInline var making: (@Sendable (ParentEnvironment) -> Lent<Shared, ParentEnvironment>)?
  {
    nil
  }

  @usableFromInline var pairing: ChildSite.Pairing? {
    { [offset] parent, own, body in
      var pair = Sharing(
        own.assumingMemoryBound(to: Own.self).pointee,
        (parent + offset).assumingMemoryBound(to: Shared.self).pointee
      )
      withUnsafeMutablePointer(to: &pair) { body(UnsafeMutableRawPointer($0)) }
    }
  }
}

/// Returns whether two parts of a state overlap, the second of which is stored in its memory.
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

private func reportLoan(
  _ problem: String,
  _ toOwn: AnyKeyPath,
  _ toShared: AnyKeyPath,
  _ remedy: String,
  _ composition: String,
  _ location: CodeLocation
) {
  let message = """
    \(problem)

    Composition: \(composition)
    State: \(toOwn.text)
    Shared: \(toShared.text)

    \(remedy) The reducer was left out.
    """
  IssueReporting.current.report(ReportedIssue(message, at: location))
}
