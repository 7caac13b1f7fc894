// SPDX-License-Identifier: MIT

/// When the events of an effect must be delivered one at a time, through its ``SerialQueue``.
enum QueueUse: UInt8, Comparable {
  /// Never: values may arrive on any thread, and nothing follows the end.
  case never
  /// When several values may arrive.
  case forSeveralValues
  /// Always, because there are several senders.
  case always

  static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

/// An object that a running effect sends to, whatever its output and failure types.
///
/// A class and not a protocol, so that finding its methods needs no lookup for generic types.
///
/// `@unchecked` because a nonfinal class cannot be checked; the properties of all subclasses are constants of
/// `Sendable` types, or belong to the thread on the effect's serial queue.
@usableFromInline
package class EffectTarget: @unchecked Sendable {
  /// When the target must be called on the serial queue.
  let queueUse: QueueUse
  /// How many targets a call passes at most from here on, within itself.
  let depth: UInt8

  /// - Parameters:
  ///   - queueUse: When the target must be called on the serial queue, besides when `downstream` must.
  ///   - downstream: The target that this one sends to, if any.
  ///   - maxDepth: The greatest depth, for a target whose calls are not all nested.
  init(_ queueUse: QueueUse, to downstream: EffectTarget? = nil, maxDepth: UInt8 = .max) {
    self.queueUse = max(queueUse, downstream?.queueUse ?? .never)
    depth = downstream.map { min($0.depth + 1, maxDepth) } ?? 0
  }

  /// Whether a ``DeepSubscriber`` has to follow.
  final var isDeep: Bool { depth >= 40 }

  /// The target that this one sends to; `nil` for the last one.
  var next: EffectTarget? { nil }

  /// The position of the state of the reducer that returned the effect; `nil` outside of stores.
  var statePosition: StatePosition? { next?.statePosition }

  /// The place of the target in a chain of shared embedders; `nil` if it is in none.
  var embedderLink: EmbedderLink? { nil }

  /// Whether the target passes all requests to be dismissed on to the next one.
  var passesOutputs: Bool { false }

  /// Receives a request to be dismissed, which goes on to the presentation or the stack that it is for.
  ///
  /// - Parameters:
  ///   - output: The request.
  ///   - scope: The innermost scope that it comes from.
  func receive(_ output: SentOutput, from scope: EffectScope) {
    guard let next else { return output.reportUnhandled(in: scope.origin, of: nil) }
    next.receive(output, from: scope)
  }

  /// Receives the end of an effect that has not failed.
  func complete(from scope: EffectScope) {
    preconditionFailure("A subclass of EffectTarget does not override complete(from:).")
  }

  /// Notes that the scope that the target is the gate of was itself cancelled.
  ///
  /// - Parameter isRestart: See ``EffectScope/cancel(isRestart:)``.
  func effectCancelled(isRestart: Bool) {}
}

/// An object that receives the values of a running effect, whatever its failure type.
///
/// `@unchecked` for the same reason as its superclass.
@usableFromInline
package class EffectReceiver<Output: Sendable>: EffectTarget, @unchecked Sendable {
  /// Receives a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - scope: The innermost scope that it comes from.
  ///   - isLast: Whether the value is also the end, in which case nothing else follows.
  @usableFromInline
  func receive(_ value: Output, from scope: EffectScope, isLast: Bool) {
    preconditionFailure("A subclass of EffectReceiver does not override receive(_:from:isLast:).")
  }

  /// Receives a value and returns the next step of its delivery, which the caller runs; `nil` if there is none.
  func receiveSteps(_ value: Output, from scope: EffectScope, isLast: Bool) -> EffectHop? {
    receive(value, from: scope, isLast: isLast)
    return nil
  }
}

/// An object that receives the values and the end of a running effect.
///
/// `@unchecked` for the same reason as its superclass.
@usableFromInline
package class EffectSubscriber<Output: Sendable, Failure: Error>: EffectReceiver<Output>,
  @unchecked Sendable
{
  /// Receives the end: a failure, or `nil` for completion, and the innermost scope that it comes from.
  @usableFromInline
  func finish(_ failure: Failure?, from scope: EffectScope) {
    preconditionFailure("A subclass of EffectSubscriber does not override finish(_:from:).")
  }

  override final func complete(from scope: EffectScope) { finish(nil, from: scope) }

  private final func needsQueue(in scope: EffectScope) -> Bool {
    queueUse > (scope.isShared ? .never : .forSeveralValues)
  }

  /// Sends the only value of the effect that is started in a scope.
  final func send(only value: Output, from scope: EffectScope) {
    guard needsQueue(in: scope) else { return receive(value, from: scope, isLast: true) }
    scope.queue.deliver {
      receive(value, from: scope, isLast: true)
    } later: {
      scope.hold()
        ? QueueJob(.value, scope) { self.receive(value, from: scope, isLast: true) } : nil
    }
  }

  /// Sends a request to be dismissed.
  final func send(_ output: SentOutput, from scope: EffectScope) {
    guard needsQueue(in: scope) else { return receive(output, from: scope) }
    scope.queue.deliver {
      receive(output, from: scope)
    } later: {
      scope.hold() ? QueueJob(.value, scope) { self.receive(output, from: scope) } : nil
    }
  }

  /// Sends the end of the effect that is started in a scope.
  final func send(end failure: Failure?, from scope: EffectScope) {
    guard needsQueue(in: scope) else { return finish(failure, from: scope) }
    scope.queue.deliver {
      finish(failure, from: scope)
    } later: {
      QueueJob(.always, scope.hold() ? scope : nil) { self.finish(failure, from: scope) }
    }
  }
}

/// A subscriber of an operator, which sends to the next one in its own time.
///
/// `@unchecked` like every subscriber; see ``EffectReceiver``.
class StageSubscriber<Output: Sendable, Failure: Error>: EffectSubscriber<Output, Failure>,
  @unchecked Sendable
{
  final let downstream: EffectSubscriber<Output, Failure>
  /// The scope of the operator.
  final let scope: EffectScope

  init(to downstream: EffectSubscriber<Output, Failure>, in scope: EffectScope) {
    self.downstream = downstream
    self.scope = scope
    super.init(.always, to: downstream)
  }

  override final var next: EffectTarget? { downstream }
}

/// A subscriber that handles received values in a job of its own: on the same serial queue, so that effects may be
/// nested to any depth, or on another one.
///
/// `@unchecked` like every subscriber; see ``EffectReceiver``. Only `deinit` changes the downstream subscriber.
final class DeepSubscriber<Output: Sendable, Failure: Error>: EffectSubscriber<Output, Failure>,
  @unchecked Sendable
{
  private var downstream: EffectSubscriber<Output, Failure>?
  private let scope: EffectScope
  /// The line on the other serial queue.
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
        // The end may come from a scope whose values are discarded.
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
