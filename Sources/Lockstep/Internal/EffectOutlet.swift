// SPDX-License-Identifier: MIT

/// Where a leaf sends its values and its end, until it has ended.
///
/// Code of the user may keep it for longer than the effect runs: a callback that comes late, a body
/// that ignores its cancellation. Its scope then holds nothing of what the effect was made of.
///
/// Isolation: any thread.
@usableFromInline
struct EffectOutlet<Output: Sendable, Failure: Error>: Sendable {
  let leaf: EffectScope

  /// Makes the scope of a leaf, with its outlet.
  ///
  /// Returns `nil` if nothing can be started in the parent any more.
  init?(
    _ description: EffectDescription,
    _ subscriber: EffectSubscriber<Output, Failure>,
    below parent: EffectScope,
    as id: EffectID?
  ) {
    guard let leaf = parent.makeChild(description, subscriber: subscriber) else { return nil }
    self.leaf = leaf
    leaf.accountForLeaf()
    leaf.take(id)
  }

  /// Sends a value, unless the leaf has ended.
  func send(_ value: Output) {
    guard let subscriber = leaf.subscriber else { return }
    typed(subscriber).receive(value, from: leaf)
  }

  /// Sends a value and ends the leaf, unless it has ended.
  func sendLast(_ value: Output) {
    guard let subscriber = leaf.closeOutlet() else { return }
    typed(subscriber).announceLast()
    typed(subscriber).receive(value, from: leaf)
    typed(subscriber).finish(nil, from: leaf)
    leaf.leave()
  }

  /// Ends the leaf, unless it has ended.
  ///
  /// - Parameter failure: Why it failed, or `nil` if it has completed.
  func finish(_ failure: Failure?) {
    guard let subscriber = leaf.closeOutlet() else { return }
    // An operator may make a value of a failure.
    if failure != nil { typed(subscriber).announceLast() }
    typed(subscriber).finish(failure, from: leaf)
    leaf.leave()
  }

  /// Sends the value that the leaf's task returns.
  func sendLastFromTask(_ value: Output) {
    guard let subscriber = leaf.subscriber else { return }
    leaf.host.withoutMark {
      typed(subscriber).announceLast()
      typed(subscriber).receive(value, from: leaf)
    }
  }

  /// Ends the leaf at the end of its task.
  func finishTask(_ failure: Failure?) {
    leaf.host.taskReturned(from: leaf) { finish(failure) }
  }

  /// The subscriber that `init` was passed.
  private func typed(_ subscriber: AnyObject) -> EffectSubscriber<Output, Failure> {
    unsafeDowncast(subscriber, to: EffectSubscriber<Output, Failure>.self)
  }
}
