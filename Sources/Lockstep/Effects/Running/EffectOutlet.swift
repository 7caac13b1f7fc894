// SPDX-License-Identifier: MIT

/// The outlet through which a leaf sends its values and its end, until it has ended.
///
/// User code may keep an outlet longer than the effect runs: in a callback that is called late, or in a body
/// that ignores its cancellation. The scope then holds nothing of what the effect was made of.
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
  ///   - parent: The scope in which the leaf starts.
  ///   - id: The id that the leaf runs under.
  ///   - sendsOnce: Whether the leaf sends at most one value, together with its end.
  init?(
    _ description: EffectDescription,
    _ subscriber: EffectSubscriber<Output, Failure>,
    below parent: EffectScope,
    as id: EffectID?,
    sendsOnce: Bool = false
  ) {
    let isSingle = sendsOnce && parent.isShared == false
    let usesLane = subscriber.laneUse > (isSingle ? .forSeveralValues : .never)
    guard let leaf = parent.makeChild(description, subscriber: subscriber, usesLane: usesLane)
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
  ///   - goBack: How to get back here, where the value must be sent.
  ///   - make: A function that creates the value.
  func send(goBack: @escaping LaneEvent.GoBack, _ make: @escaping @Sendable () -> Output) {
    guard leaf.usesLane else { return leaf.send(make()) }
    leaf.inLane(goBack: goBack) { [leaf] in leaf.sendNow(make()) }
  }

  /// Sends a value and ends the leaf, unless it has ended.
  func sendLast(_ value: Output) {
    close(with: value, leaves: true)
  }

  /// Ends the leaf, unless it has ended.
  ///
  /// - Parameters:
  ///   - failure: The failure, or `nil` if the leaf has completed.
  ///   - isTail: See ``Lane/leave(isTail:)``.
  func finish(_ failure: Failure?, isTail: Bool) {
    guard leaf.usesLane else { return finishNow(failure) }
    let lane = leaf.lane
    if lane.enter() {
      finishNow(failure)
      lane.leave(isTail: isTail)
    } else if leaf.hold() {
      lane.wait(LaneEvent(of: leaf, in: leaf.context) { finishNow(failure) }, isTail: isTail)
    }
  }

  /// Sends the value that the leaf's task returns; ``leaveTask()`` follows.
  func sendLastFromTask(_ value: Output) {
    leaf.context.withoutMark {
      close(with: value, leaves: false)
    }
  }

  /// Ends the leaf at the end of its task.
  func finishTask(_ failure: Failure?) {
    leaf.context.taskReturned(from: leaf) { finish(failure, isTail: true) }
  }

  /// Notes that the leaf's task has returned, after its last value.
  func leaveTask() {
    leaf.context.taskReturned(from: leaf) { leaf.leave() }
  }

  /// Sends the last value, if the leaf has not ended.
  private func close(with value: Output, leaves: Bool) {
    guard leaf.usesLane else { return sendLastNow(value, leaves: leaves) }
    let lane = leaf.lane
    if lane.enter() {
      sendLastNow(value, leaves: leaves)
      lane.leave(isTail: true)
    } else if leaf.hold() {
      let event = LaneEvent(of: leaf, in: leaf.context) { sendLastNow(value, leaves: leaves) }
      lane.wait(event, isTail: true)
    }
  }

  private func sendLastNow(_ value: Output, leaves: Bool) {
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
  private func typed(_ subscriber: AnyObject) -> EffectSubscriber<Output, Failure> {
    unsafeDowncast(subscriber, to: EffectSubscriber<Output, Failure>.self)
  }
}

extension EffectScope {
  /// Sends a value of a leaf, unless it has ended; the leaf's outlet must be for the same output type.
  func send<Output: Sendable>(_ value: Output) {
    guard usesLane else { return sendNow(value) }
    let lane = lane
    if lane.enter() {
      sendNow(value)
      lane.leave(isTail: false)
    } else if let subscriber, hold() {
      let receiver = unsafeDowncast(subscriber, to: EffectReceiver<Output>.self)
      let event = LaneEvent(of: self, in: context) {
        // Another sender may have sent the end first.
        guard self.hasClosedOutlet == false else { return }
        receiver.receive(value, from: self, isLast: false)
      }
      lane.wait(event, isTail: false)
    }
  }

  fileprivate func sendNow<Output: Sendable>(_ value: Output) {
    guard let subscriber else { return }
    unsafeDowncast(subscriber, to: EffectReceiver<Output>.self)
      .receive(value, from: self, isLast: false)
  }
}
