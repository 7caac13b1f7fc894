// SPDX-License-Identifier: MIT

internal import Synchronization

/// A part of a running effect that lives and dies as one: everything that an action started, a
/// cancellable part of it, or one leaf.
///
/// Scopes form a tree. A scope is finished when its bodies have returned, the values that it sent
/// have been taken from the queue, and its children have finished. Stopping or cancelling a scope
/// stops or cancels the tree below it.
///
/// Isolation: any thread. No lock is held while anything else is called.
@usableFromInline
package final class EffectScope: Sendable {
  package let host: EffectHost
  package let description: EffectDescription?
  /// The fire-and-forget operator that it is under.
  private let fireAndForget: EffectDescription?
  private let parent: EffectScope?
  /// What started the effect that it is a part of.
  let origin: ActionOrigin
  /// Tells scopes of a host apart, in the order in which they were made.
  let number: UInt64
  private let state: Mutex<State>

  private enum Phase {
    /// Sends values; next: stopped, cancelled or finished.
    case active
    /// Sends nothing more, while what it sent is still on its way; next: cancelled or finished.
    case stopped
    /// Sends nothing more, and what it sent is void; the end.
    case cancelled
    /// Completed by itself; the end.
    case finished
  }

  private struct State {
    var phase = Phase.active
    var bodies: Int32 = 1
    var queued: Int32 = 0
    var children: [UInt64: EffectScope] = [:]
    var onStop: (any EffectStopping)?
    var onCancel: (any EffectStopping)?
    var onEnd = EffectEndings()

    /// The children in the order in which they were made.
    var orderedChildren: [EffectScope] {
      children.count < 2 ? Array(children.values) : children.values.sorted { $0.number < $1.number }
    }

    var isIdle: Bool { bodies == 0 && queued == 0 && children.isEmpty }

    mutating func takeEndings() -> EffectEndings {
      defer {
        onStop = nil
        onCancel = nil
        onEnd = EffectEndings()
      }
      return onEnd
    }
  }

  /// The scope above all others of a host; it never finishes, but can be cancelled.
  @usableFromInline
  package init(topOf host: EffectHost) {
    self.host = host
    number = host.makeNumber()
    description = nil
    fireAndForget = nil
    parent = nil
    origin = ActionOrigin(run: 0, depth: 0)
    state = Mutex(State())
  }

  private init(
    parent: EffectScope,
    description: EffectDescription?,
    fireAndForget: EffectDescription?
  ) {
    host = parent.host
    number = parent.host.makeNumber()
    self.description = description
    self.fireAndForget = fireAndForget
    self.parent = parent
    origin = parent.parent == nil ? parent.host.origin : parent.origin
    state = Mutex(State())
  }

  /// Makes a child that has one body, which the caller ends with ``leave()``.
  ///
  /// Returns `nil` if this scope is no longer active, so that nothing new starts in it.
  package func makeChild(
    _ description: EffectDescription? = nil,
    fireAndForget: EffectDescription? = nil
  ) -> EffectScope? {
    let child = EffectScope(
      parent: self,
      description: description,
      fireAndForget: fireAndForget ?? self.fireAndForget
    )
    let isActive = state.withLock { state in
      guard state.phase == .active else { return false }
      state.children[child.number] = child
      if parent == nil { host.runningFlag.isUp = true }
      return true
    }
    return isActive ? child : nil
  }

  /// Whether it may still send values.
  package var isActive: Bool {
    state.withLock { $0.phase == .active }
  }

  /// Whether its own body may still send values: it has not returned, nor been ended from outside.
  var isSending: Bool {
    state.withLock { $0.phase == .active && $0.bodies > 0 }
  }

  /// Whether its values are void.
  @usableFromInline
  package var isCancelled: Bool {
    state.withLock { $0.phase == .cancelled }
  }

  /// Whether it counts as running.
  package var isRunning: Bool {
    state.withLock { $0.phase != .cancelled && $0.phase != .finished }
  }

  /// Calls back when the scope is stopped or cancelled, at once if it has been.
  func onStop(_ stopping: some EffectStopping) {
    let isActive = state.withLock { state in
      guard state.phase == .active else { return false }
      state.onStop = stopping
      return true
    }
    if isActive == false { stopping.effectStopped() }
  }

  /// Calls back when the scope is stopped or cancelled, at once if it has been.
  func onStop(_ action: @escaping @Sendable () -> Void) {
    onStop(EffectStop(action))
  }

  /// Calls back when this very scope, and not one above it, is cancelled.
  func onCancel(_ stopping: some EffectStopping) {
    state.withLock { $0.onCancel = stopping }
  }

  /// Calls back when the scope ends in whatever way, at once if it has.
  package func onEnd(_ action: @escaping @Sendable () -> Void) {
    onEnd(EffectEnd(action))
  }

  /// Calls back when the scope ends in whatever way, at once if it has.
  func onEnd(_ ending: some EffectEnding) {
    let isRunning = state.withLock { state in
      guard state.phase == .active || state.phase == .stopped else { return false }
      state.onEnd.append(ending)
      return true
    }
    if isRunning == false { ending.effectEnded() }
  }

  // MARK: Accounting

  /// Notes that a leaf that produces values has been started in this scope of its own.
  func accountForLeaf() {
    guard fireAndForget != nil, let description else { return }
    host.accountForFireAndForget(description, in: self)
  }

  /// Notes that a leaf that sends its values at once has been started somewhere in this scope.
  func accountForValue() {
    guard let fireAndForget else { return }
    host.accountForFireAndForget(fireAndForget, in: nil)
  }

  // MARK: What keeps it running

  /// Notes that a body has returned; does nothing more if it has been ended from outside.
  @usableFromInline
  package func leave() {
    settle { $0.bodies = max(0, $0.bodies - 1) }
  }

  /// Notes that a value goes on its way; returns false if the value is void.
  func hold() -> Bool {
    state.withLock { state in
      guard state.phase == .active || state.phase == .stopped else { return false }
      state.queued += 1
      return true
    }
  }

  /// Notes that a value has arrived; returns false if the value has become void on the way.
  @usableFromInline
  @discardableResult
  func release() -> Bool {
    settle { $0.queued -= 1 } != .cancelled
  }

  @discardableResult
  private func settle(_ update: (inout State) -> Void) -> Phase {
    let (phase, onEnd): (Phase, EffectEndings?) = state.withLock { state in
      let phase = state.phase
      guard phase == .active || phase == .stopped else { return (phase, nil) }
      update(&state)
      guard state.isIdle else { return (phase, nil) }
      state.phase = .finished
      return (phase, state.takeEndings())
    }
    if let onEnd { end(onEnd) }
    return phase
  }

  private func childEnded(_ child: EffectScope) {
    settle { state in
      state.children[child.number] = nil
      if parent == nil, state.children.isEmpty { host.runningFlag.isUp = false }
    }
  }

  private func end(_ endings: EffectEndings) {
    endings.first?.effectEnded()
    for ending in endings.others { ending.effectEnded() }
    parent?.childEnded(self)
  }

  // MARK: Ending it from outside

  /// Ends its bodies and those below it; the values that they have sent stay valid.
  func stop() {
    let (onStop, children): ((any EffectStopping)?, [EffectScope]) = state.withLock { state in
      guard state.phase == .active else { return (nil, []) }
      state.phase = .stopped
      defer { state.onStop = nil }
      return (state.onStop, state.orderedChildren)
    }
    for child in children { child.stop() }
    onStop?.effectStopped()
    settle { $0.bodies = 0 }
  }

  /// Ends its bodies and those below it, and makes the values void that they have sent.
  package func cancel() {
    cancel(isOrigin: true)
  }

  private func cancel(isOrigin: Bool) {
    struct Ended {
      var onStop: (any EffectStopping)?
      var onCancel: (any EffectStopping)?
      var onEnd: EffectEndings
      var children: [EffectScope]
    }
    let ended: Ended? = state.withLock { state in
      guard state.phase == .active || state.phase == .stopped else { return nil }
      state.phase = .cancelled
      defer { state.children = [:] }
      let (onStop, onCancel) = (state.onStop, state.onCancel)
      return Ended(
        onStop: onStop,
        onCancel: isOrigin ? onCancel : nil,
        onEnd: state.takeEndings(),
        children: state.orderedChildren
      )
    }
    guard let ended else { return }
    for child in ended.children { child.cancel(isOrigin: false) }
    ended.onStop?.effectStopped()
    // What follows this part starts before the part counts as ended, so that the whole does not
    // end in between.
    ended.onCancel?.effectStopped()
    end(ended.onEnd)
  }

  // MARK: Looking at it

  /// What is running at or below this scope and waits for nothing below it, in the order in which
  /// it was started.
  ///
  /// A scope whose bodies have returned, and whose values somebody above holds up, does not count:
  /// the one who holds them up does.
  package var runningLeaves: [EffectScope] {
    let (hasBody, children) = state.withLock { ($0.bodies > 0, $0.orderedChildren) }
    let below = children.flatMap(\.runningLeaves)
    guard below.isEmpty, hasBody, isRunning, description != nil else { return below }
    return [self]
  }
}

/// What has to be told when an effect has ended.
protocol EffectEnding: AnyObject, Sendable {
  func effectEnded()
}

/// Those who have to be told when an effect has ended; mostly one.
private struct EffectEndings {
  var first: (any EffectEnding)?
  var others: [any EffectEnding] = []

  mutating func append(_ ending: any EffectEnding) {
    if first == nil { first = ending } else { others.append(ending) }
  }
}

/// Calls a function when an effect has ended.
private final class EffectEnd: EffectEnding {
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) {
    self.action = action
  }

  func effectEnded() {
    action()
  }
}

/// What has to be told when an effect is ended from outside.
protocol EffectStopping: AnyObject, Sendable {
  func effectStopped()
}

/// Calls a function when an effect is ended from outside.
private final class EffectStop: EffectStopping {
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) {
    self.action = action
  }

  func effectStopped() {
    action()
  }
}
