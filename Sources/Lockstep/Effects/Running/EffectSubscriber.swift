// SPDX-License-Identifier: MIT

/// The conditions under which an effect must deliver its events through its ``SerialQueue``.
enum QueueUse: UInt8, Comparable {
  /// Values may arrive on any thread, and nothing follows the end.
  case never
  /// The queue is required if several values may arrive.
  case forSeveralValues
  /// The queue is always required, because several senders exist.
  case always

  static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

/// The type-erased receiver of a running effect's events.
///
/// This is a class instead of a protocol, because calling its methods requires no witness lookup for generic types.
///
/// `@unchecked` because the class is not final. The properties of all subclasses are constants of `Sendable` types, or
/// are accessed only by the thread on the effect's serial queue.
@usableFromInline
package class EffectTarget: @unchecked Sendable {
  let queueUse: QueueUse
  /// The maximum number of targets that a call to this one passes through, nested within one another.
  let depth: UInt8

  init(_ queueUse: QueueUse, to downstream: EffectTarget? = nil, maxDepth: UInt8 = .max) {
    self.queueUse = max(queueUse, downstream?.queueUse ?? .never)
    depth = downstream.map { min($0.depth + 1, maxDepth) } ?? 0
  }

  /// Whether a ``DeepSubscriber`` must follow.
  final var isDeep: Bool { depth >= 40 }

  var next: EffectTarget? { nil }

  /// The position of the state of the reducer that returned the effect, or `nil` outside a store.
  var statePosition: StatePosition? { next?.statePosition }

  /// The target's link in a chain of shared embedders, or `nil` if it belongs to none.
  var embedderLink: EmbedderLink? { nil }

  var passesOutputs: Bool { false }

  /// Forwards a request to be dismissed to the presentation or stack that handles it.
  func receive(_ output: SentOutput, from scope: EffectScope) {
    guard let next else { return output.reportUnhandled(in: scope.origin, of: nil) }
    next.receive(output, from: scope)
  }

  /// Receives the end of an effect that did not fail.
  func complete(from scope: EffectScope) {
    preconditionFailure("A subclass of EffectTarget does not override complete(from:).")
  }

  /// Notifies a gate that its own scope was cancelled; see ``EffectScope/cancel(isRestart:)``.
  func effectCancelled(isRestart: Bool) {}
}

/// A receiver of a running effect's values, with any failure type.
@usableFromInline
package class EffectReceiver<Output: Sendable>: EffectTarget, @unchecked Sendable {
  /// Receives a value from the innermost scope that sent it; if `isLast` is true, the value also ends the effect.
  @usableFromInline
  func receive(_ value: Output, from scope: EffectScope, isLast: Bool) {
    preconditionFailure("A subclass of EffectReceiver does not override receive(_:from:isLast:).")
  }

  /// Receives a value and returns the next step of its delivery, if any, for the caller to run.
  func receiveSteps(_ value: Output, from scope: EffectScope, isLast: Bool) -> EffectHop? {
    receive(value, from: scope, isLast: isLast)
    return nil
  }
}

@usableFromInline
package class EffectSubscriber<Output: Sendable, Failure: Error>: EffectReceiver<Output>,
  @unchecked Sendable
{
  /// Receives a failure, or `nil` for completion, from the innermost scope that sent it.
  @usableFromInline
  func finish(_ failure: Failure?, from scope: EffectScope) {
    preconditionFailure("A subclass of EffectSubscriber does not override finish(_:from:).")
  }

  override final func complete(from scope: EffectScope) { finish(nil, from: scope) }

  private final func needsQueue(in scope: EffectScope) -> Bool {
    queueUse > (scope.isShared ? .never : .forSeveralValues)
  }

  final func send(only value: Output, from scope: EffectScope) {
    guard needsQueue(in: scope) else { return receive(value, from: scope, isLast: true) }
    scope.queue.deliver {
      receive(value, from: scope, isLast: true)
    } later: {
      scope.hold()
        ? QueueJob(.value, scope) { self.receive(value, from: scope, isLast: true) } : nil
    }
  }

  final func send(_ output: SentOutput, from scope: EffectScope) {
    guard needsQueue(in: scope) else { return receive(output, from: scope) }
    scope.queue.deliver {
      receive(output, from: scope)
    } later: {
      scope.hold() ? QueueJob(.value, scope) { self.receive(output, from: scope) } : nil
    }
  }

  final func send(end failure: Failure?, from scope: EffectScope) {
    guard needsQueue(in: scope) else { return finish(failure, from: scope) }
    scope.queue.deliver {
      finish(failure, from: scope)
    } later: {
      QueueJob(.always, scope.hold() ? scope : nil) { self.finish(failure, from: scope) }
    }
  }
}

/// The subscriber of an operator that decides when to send values downstream.
class StageSubscriber<Output: Sendable, Failure: Error>: EffectSubscriber<Output, Failure>,
  @unchecked Sendable
{
  final let downstream: EffectSubscriber<Output, Failure>
  final let scope: EffectScope

  init(to downstream: EffectSubscriber<Output, Failure>, in scope: EffectScope) {
    self.downstream = downstream
    self.scope = scope
    super.init(.always, to: downstream)
  }

  override final var next: EffectTarget? { downstream }
}

/// A subscriber that handles each event in a separate job, either on the same serial queue, to support effects nested
/// to any depth, or on another queue.
///
/// `@unchecked` like its superclass. Only `deinit` changes the downstream subscriber.
final class DeepSubscriber<Output: Sendable, Failure: Error>: EffectSubscriber<Output, Failure>,
  @unchecked Sendable
{
  private var downstream: EffectSubscriber<Output, Failure>?
  private let scope: EffectScope
  private let line: QueueLine?
  private let position: StatePosition?

  init(
    _ downstream: EffectSubscriber<Output, Failure>,
    in scope: EffectScope,
    _ line: QueueLine? = nil
  ) {
    self.downstream = downstream
    self.scope = scope
    self.line = line
    position = downstream.statePosition
    super.init(.always)
  }

  override var statePosition: StatePosition? { position }

  override func receive(_ output: SentOutput, from source: EffectScope) {
    guard let downstream, source.hold() else { return }
    add(
      QueueJob(.value, source, after: source.cause) { downstream.receive(output, from: source) }
    )
  }

  override func receive(_ value: Output, from source: EffectScope, isLast: Bool) {
    if let downstream, source.hold() {
      add(
        QueueJob(.value, source, after: source.cause) {
          downstream.receive(value, from: source, isLast: false)
        }
      )
    }
    if isLast { finish(nil, from: source) }
  }

  override func finish(_ failure: Failure?, from source: EffectScope) {
    guard let downstream else { return }
    let held = source.hold() ? source : scope.hold() ? scope : nil
    add(
      QueueJob(.always, held, after: source.cause) { [scope] in
        // The end may come from a scope whose values the store discards.
        downstream.finish(failure, from: held?.isCancelled == false ? held ?? scope : scope)
      }
    )
  }

  private func add(_ job: QueueJob) {
    if let line { line.add(job) } else { QueueLoop.current.addNext(job) }
  }

  deinit {
    var released: AnyObject? = downstream.take()
    QueueLoop.release(&released)
  }
}
