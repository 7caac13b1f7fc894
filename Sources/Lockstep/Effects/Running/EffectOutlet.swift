// SPDX-License-Identifier: MIT

/// The outlet through which a leaf sends its values and its end.
///
/// User code may retain an outlet after the effect has ended, in a late callback or in a body that ignores its
/// cancellation. The scope then retains no part of the effect.
@usableFromInline
struct EffectOutlet<Output: Sendable, Failure: Error>: Sendable {
  let leaf: EffectScope

  /// Creates another outlet of a leaf whose first outlet had the same types.
  init(leaf: EffectScope) {
    self.leaf = leaf
  }

  /// Creates a leaf in its own scope, or returns `nil` if the scope above is no longer active.
  ///
  /// If `sendsOnce` is true, the leaf sends at most one value, together with its end.
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

  func send(_ value: Output) {
    leaf.send(value)
  }

  /// Sends a value on the scheduler that calls this method, and creates the value at its delivery.
  func send(on scheduler: QueueScheduler, _ make: @escaping @Sendable () -> Output) {
    guard leaf.sendsStraight == false else { return QueueLoop.last { leaf.sendNow(make()) } }
    leaf.inQueue(on: scheduler) { [leaf] in leaf.sendNow(make()) }
  }

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

  private func typed(_ subscriber: EffectTarget) -> EffectSubscriber<Output, Failure> {
    unsafeDowncast(subscriber, to: EffectSubscriber<Output, Failure>.self)
  }

  func finishTask(returning value: Output) {
    QueueLoop.last {
      leaf.context.withoutMark { sendLast(value, leaves: false) }
      leaf.context.taskReturned(from: leaf) { leaf.leave() }
    }
  }

  func finishTask(_ failure: Failure?) {
    leaf.context.taskReturned(from: leaf) { finish(failure) }
  }
}

extension EffectScope {
  /// Sends a value of a leaf whose outlet has the same output type.
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
