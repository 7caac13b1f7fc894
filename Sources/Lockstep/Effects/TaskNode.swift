// SPDX-License-Identifier: MIT

// An asynchronous leaf is a task. Each constructor has a node of its own, because each wrapper around the
// user's function would cost an asynchronous call, and memory for as long as the effect runs. The task checks
// the leaf first, because a task that is cancelled before it begins still begins.

/// A leaf that sends what an operation returns.
///
/// `@unchecked` like every node; see ``EffectNode``.
@usableFromInline
final class OperationNode<Output: Sendable, Failure: Error>: LeafNode<Output, Failure>,
  @unchecked Sendable
{
  @usableFromInline let operation: @Sendable () async throws(Failure) -> Output

  @inlinable
  init(
    _ description: EffectDescription,
    _ operation: @escaping @Sendable () async throws(Failure) -> Output
  ) {
    self.operation = operation
    super.init(description, sendsOnce: true)
  }

  override func begin(_ outlet: EffectOutlet<Output, Failure>) -> EffectWork {
    let task = outlet.leaf.context.spawn(for: outlet.leaf) { [operation] in
      guard outlet.leaf.isActive else { return }
      do throws(Failure) {
        outlet.sendLastFromTask(try await operation())
        outlet.leaveTask()
      } catch {
        outlet.finishTask(error)
      }
    }
    return .task(task)
  }
}

/// A leaf that lets an operation send.
///
/// `@unchecked` like every node; see ``EffectNode``.
@usableFromInline
final class SendingOperationNode<Output: Sendable, Failure: Error>: LeafNode<Output, Failure>,
  @unchecked Sendable
{
  @usableFromInline let operation: @Sendable (Send<Output>) async throws(Failure) -> Void

  @inlinable
  init(
    _ description: EffectDescription,
    _ operation: @escaping @Sendable (Send<Output>) async throws(Failure) -> Void
  ) {
    self.operation = operation
    super.init(description, sendsOnce: false)
  }

  override func begin(_ outlet: EffectOutlet<Output, Failure>) -> EffectWork {
    let task = outlet.leaf.context.spawn(for: outlet.leaf) { [operation] in
      guard outlet.leaf.isActive else { return }
      do throws(Failure) {
        try await operation(Send(outlet))
        outlet.finishTask(nil)
      } catch {
        outlet.finishTask(error)
      }
    }
    return .task(task)
  }
}

/// A leaf that sends what an operation returns and reports what it throws.
///
/// `@unchecked` like every node; see ``EffectNode``.
@usableFromInline
final class ThrowingOperationNode<Output: Sendable, Failure: Error>: LeafNode<Output, Failure>,
  @unchecked Sendable
{
  @usableFromInline let operation: @Sendable () async throws -> Output

  @inlinable
  init(
    _ description: EffectDescription,
    _ operation: @escaping @Sendable () async throws -> Output
  ) {
    self.operation = operation
    super.init(description, sendsOnce: true)
  }

  override func begin(_ outlet: EffectOutlet<Output, Failure>) -> EffectWork {
    let task = outlet.leaf.context.spawn(for: outlet.leaf) { [operation, description] in
      guard outlet.leaf.isActive else { return }
      do {
        outlet.sendLastFromTask(try await operation())
        outlet.leaveTask()
      } catch {
        description.report(thrown: error)
        outlet.finishTask(nil)
      }
    }
    return .task(task)
  }
}

/// A leaf that lets an operation send and reports what it throws.
///
/// `@unchecked` like every node; see ``EffectNode``.
@usableFromInline
final class ThrowingSendingOperationNode<Output: Sendable, Failure: Error>:
  LeafNode<Output, Failure>, @unchecked Sendable
{
  @usableFromInline let operation: @Sendable (Send<Output>) async throws -> Void

  @inlinable
  init(
    _ description: EffectDescription,
    _ operation: @escaping @Sendable (Send<Output>) async throws -> Void
  ) {
    self.operation = operation
    super.init(description, sendsOnce: false)
  }

  override func begin(_ outlet: EffectOutlet<Output, Failure>) -> EffectWork {
    let task = outlet.leaf.context.spawn(for: outlet.leaf) { [operation, description] in
      guard outlet.leaf.isActive else { return }
      do {
        try await operation(Send(outlet))
      } catch {
        description.report(thrown: error)
      }
      outlet.finishTask(nil)
    }
    return .task(task)
  }
}
