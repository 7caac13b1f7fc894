// SPDX-License-Identifier: MIT

/// An asynchronous leaf.
///
/// Each constructor has a node of its own, since each function around the one of the user would cost
/// an asynchronous call, and room for as long as the effect runs.
///
/// `@unchecked` like every node, see ``EffectNode``.
@usableFromInline
class TaskNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  @usableFromInline let description: EffectDescription

  @inlinable
  init(_ description: EffectDescription) {
    self.description = description
    super.init(.other)
  }

  /// Whether it sends one value at most, with its end.
  fileprivate var sendsOnce: Bool { false }

  /// Starts the task.
  ///
  /// The task looks at the leaf first, because one that is cancelled before it begins still begins.
  fileprivate func spawn(_ outlet: EffectOutlet<Output, Failure>) -> Task<Void, Never> {
    preconditionFailure("A subclass of TaskNode does not override spawn(_:).")
  }

  override var firstDescription: EffectDescription? { description }

  @usableFromInline
  override var isLeaf: Bool { true }

  @usableFromInline
  override func startLeaf(
    _ subscriber: EffectSubscriber<Output, Failure>,
    below parent: EffectScope,
    as id: EffectID?
  ) -> EffectScope? {
    guard
      let outlet = EffectOutlet(
        description,
        subscriber,
        below: parent,
        as: id,
        sendsOnce: sendsOnce
      )
    else { return nil }
    outlet.leaf.hold(.task(outlet.leaf.attributed { spawn(outlet) }))
    return outlet.leaf
  }
}

/// Sends what an operation returns.
///
/// `@unchecked` like every node, see ``EffectNode``.
@usableFromInline
final class OperationNode<Output: Sendable, Failure: Error>: TaskNode<Output, Failure>,
  @unchecked Sendable
{
  @usableFromInline let operation: @Sendable () async throws(Failure) -> Output

  @inlinable
  init(
    _ description: EffectDescription,
    _ operation: @escaping @Sendable () async throws(Failure) -> Output
  ) {
    self.operation = operation
    super.init(description)
  }

  override fileprivate var sendsOnce: Bool { true }

  override fileprivate func spawn(_ outlet: EffectOutlet<Output, Failure>) -> Task<Void, Never> {
    outlet.leaf.context.spawn(for: outlet.leaf) { [operation] in
      guard outlet.leaf.isActive else { return }
      do throws(Failure) {
        outlet.sendLastFromTask(try await operation())
        outlet.leaveTask()
      } catch {
        outlet.finishTask(error)
      }
    }
  }
}

/// Lets an operation send.
///
/// `@unchecked` like every node, see ``EffectNode``.
@usableFromInline
final class SendingOperationNode<Output: Sendable, Failure: Error>: TaskNode<Output, Failure>,
  @unchecked Sendable
{
  @usableFromInline let operation: @Sendable (Send<Output>) async throws(Failure) -> Void

  @inlinable
  init(
    _ description: EffectDescription,
    _ operation: @escaping @Sendable (Send<Output>) async throws(Failure) -> Void
  ) {
    self.operation = operation
    super.init(description)
  }

  override fileprivate func spawn(_ outlet: EffectOutlet<Output, Failure>) -> Task<Void, Never> {
    outlet.leaf.context.spawn(for: outlet.leaf) { [operation] in
      guard outlet.leaf.isActive else { return }
      do throws(Failure) {
        try await operation(Send(outlet))
        outlet.finishTask(nil)
      } catch {
        outlet.finishTask(error)
      }
    }
  }
}

/// Sends what an operation returns, and reports what it throws.
///
/// `@unchecked` like every node, see ``EffectNode``.
@usableFromInline
final class ThrowingOperationNode<Output: Sendable, Failure: Error>: TaskNode<Output, Failure>,
  @unchecked Sendable
{
  @usableFromInline let operation: @Sendable () async throws -> Output

  @inlinable
  init(
    _ description: EffectDescription,
    _ operation: @escaping @Sendable () async throws -> Output
  ) {
    self.operation = operation
    super.init(description)
  }

  override fileprivate var sendsOnce: Bool { true }

  override fileprivate func spawn(_ outlet: EffectOutlet<Output, Failure>) -> Task<Void, Never> {
    outlet.leaf.context.spawn(for: outlet.leaf) { [operation, description] in
      guard outlet.leaf.isActive else { return }
      do {
        outlet.sendLastFromTask(try await operation())
        outlet.leaveTask()
      } catch {
        description.report(thrown: error)
        outlet.finishTask(nil)
      }
    }
  }
}

/// Lets an operation send, and reports what it throws.
///
/// `@unchecked` like every node, see ``EffectNode``.
@usableFromInline
final class ThrowingSendingOperationNode<Output: Sendable, Failure: Error>:
  TaskNode<Output, Failure>, @unchecked Sendable
{
  @usableFromInline let operation: @Sendable (Send<Output>) async throws -> Void

  @inlinable
  init(
    _ description: EffectDescription,
    _ operation: @escaping @Sendable (Send<Output>) async throws -> Void
  ) {
    self.operation = operation
    super.init(description)
  }

  override fileprivate func spawn(_ outlet: EffectOutlet<Output, Failure>) -> Task<Void, Never> {
    outlet.leaf.context.spawn(for: outlet.leaf) { [operation, description] in
      guard outlet.leaf.isActive else { return }
      do {
        try await operation(Send(outlet))
      } catch {
        description.report(thrown: error)
      }
      outlet.finishTask(nil)
    }
  }
}
