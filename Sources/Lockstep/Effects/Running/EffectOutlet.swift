// SPDX-License-Identifier: MIT

/// The outlet through which a leaf sends its values and its end, until it has ended.
///
/// User code may keep an outlet longer than the effect runs: in a callback that is called late, or in a body
/// that ignores its cancellation. The scope then holds no part of the effect.
///
/// Isolation: any thread.
@usableFromInline
struct EffectOutlet<Output: Sendable, Failure: Error>: Sendable {
  let leaf: EffectScope

  /// Creates the outlet of a leaf that was created with an outlet of the same types.
  init(leaf: EffectScope) {
    self.leaf = leaf
  }

  /// Creates the scope of a leaf, with its outlet.
  ///
  /// Returns `nil` if nothing can be started in the parent any more.
  ///
  /// - Parameters:
  ///   - description: The description of the leaf in messages.
  ///   - subscriber: The subscriber that the leaf sends to.
  ///   - place: The place where the leaf starts, always in a scope of its own.
  ///   - sendsOnce: Whether the leaf sends at most one value, together with its end.
  init?(
    _ description: EffectDescription,
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace,
    sendsOnce: Bool = false
  ) {
    let (parent, id) = place.parent
    let isSingle = sendsOnce && parent.isShared == false
    let usesQueue = subscriber.queueUse > (isSingle ? .forSeveralValues : .never)
    let flags: EffectScope.Flags = usesQueue ? .usesQueue : []
    guard let leaf = parent.makeChild(description, subscriber: subscriber, as: flags)
    else { return nil }
    self.leaf = leaf
    leaf.accountForLeaf()
    leaf.take(id)
  }

  /// Sends a value, unless the leaf has ended.
  func send(_ value: Output) {
    leaf.send(value)
  }

  /// Sends a value that is created when it is delivered, unless the leaf has ended.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler on which this method is called, and the value must be sent.
  ///   - make: A function that creates the value.
  func send(on scheduler: QueueScheduler, _ make: @escaping @Sendable () -> Output) {
    guard leaf.sendsStraight == false else { return QueueLoop.last { leaf.sendNow(make()) } }
    leaf.inQueue(on: scheduler) { [leaf] in leaf.sendNow(make()) }
  }

  /// Sends a value and ends the leaf, unless it has ended.
  @usableFromInline
  func sendLast(_ value: Output) {
    QueueLoop.last { sendLast(value, leaves: true) }
  }

  private func sendLast(_ value: Output, leaves: Bool) {
    guard leaf.sendsStraight == false else { return sendLastNow(value, leaves) }
    leaf.queue.deliver(from: leaf) {
      sendLastNow(value, leaves)
    } later: {
      leaf.hold() ? QueueJob(.value, leaf) { sendLastNow(value, leaves) } : nil
    }
  }

  /// Ends the leaf, unless it has ended.
  ///
  /// - Parameter failure: The failure, or `nil` if the leaf has completed.
  @usableFromInline
  func finish(_ failure: Failure?) {
    QueueLoop.last {
      guard leaf.sendsStraight == false else { return finishNow(failure) }
      leaf.queue.deliver(from: leaf) {
        finishNow(failure)
      } later: {
        leaf.hold() ? QueueJob(.value, leaf) { finishNow(failure) } : nil
      }
    }
  }

  private func sendLastNow(_ value: Output, _ leaves: Bool) {
    guard let subscriber = leaf.closeOutlet() else { return }
    typed(subscriber).receive(value, from: leaf, isLast: true)
    if leaves { leaf.leave() }
  }

  private func finishNow(_ failure: Failure?) {
    guard let subscriber = leaf.closeOutlet() else { return }
    typed(subscriber).finish(failure, from: leaf)
    leaf.leave()
  }

  /// Returns the subscriber that `init` was passed, with its type.
  private func typed(_ subscriber: EffectTarget) -> EffectSubscriber<Output, Failure> {
    unsafeDowncast(subscriber, to: EffectSubscriber<Output, Failure>.self)
  }

  /// Sends the value that the leaf's task returns, and ends the leaf.
  func finishTask(returning value: Output) {
    QueueLoop.last {
      leaf.context.withoutMark { sendLast(value, leaves: false) }
      leaf.context.taskReturned(from: leaf) { leaf.leave() }
    }
  }

  /// Ends the leaf at the end of its task.
  func finishTask(_ failure: Failure?) {
    leaf.context.taskReturned(from: leaf) { finish(failure) }
  }
}

extension EffectScope {
  /// Sends a value of a leaf, unless it has ended; the leaf's outlet must be for the same output type.
  func send<Output: Sendable>(_ value: Output) {
    guard sendsStraight == false else { return sendNow(value) }
    queue.deliver(from: self) {
      sendNow(value)
    } later: {
      guard let subscriber, hold() else { return nil }
      let receiver = unsafeDowncast(subscriber, to: EffectReceiver<Output>.self)
      return QueueJob(.value, self) {
        // Another sender may have sent the end first.
        guard self.hasClosedOutlet == false else { return }
        receiver.receive(value, from: self, isLast: false)
      }
    }
  }

  fileprivate func sendNow<Output: Sendable>(_ value: Output) {
    guard let subscriber else { return }
    unsafeDowncast(subscriber, to: EffectReceiver<Output>.self)
      .receive(value, from: self, isLast: false)
  }
}
