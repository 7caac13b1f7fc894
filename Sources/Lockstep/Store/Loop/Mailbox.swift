// SPDX-License-Identifier: MIT

public import Synchronization

/// Where actions arrive that effects send from other threads, or from the middle of something else.
///
/// How many letters wait is bounded by nothing but what the effects send; a store that is awake takes
/// them in its next turn.
@usableFromInline
final class Mailbox<Action: Sendable>: Sendable {
  @usableFromInline
  struct Letter: Sendable {
    @usableFromInline let action: Action
    @usableFromInline let postmark: Postmark

    @inlinable
    init(_ action: Action, _ postmark: Postmark) {
      self.action = action
      self.postmark = postmark
    }
  }

  @usableFromInline let letters = Mutex<[Letter]>([])
  @usableFromInline let wakeUp: WakeUp

  @inlinable
  init(_ wakeUp: WakeUp) {
    self.wakeUp = wakeUp
  }

  @inlinable
  func append(_ letter: Letter) {
    letters.withLock { $0.append(letter) }
    wakeUp.signal()
  }

  @inlinable
  func takeLetters() -> [Letter] {
    wakeUp.reset()
    return letters.withLock { letters in
      defer { letters = [] }
      return letters
    }
  }
}

/// What is known of an action in the mailbox besides the action.
///
/// It is made where the action is put in, and has one type for all stores.
@usableFromInline
struct Postmark: Sendable {
  let scope: EffectScope
  let animation: StoreAnimation?
  /// The effect that it follows from, if that is described.
  let effect: EffectDescription?
  let origin: ActionOrigin
  /// Whether it was sent from within a turn.
  let isOfTurn: Bool

  @usableFromInline
  init(_ scope: EffectScope) {
    self.scope = scope
    animation = StoreAnimation.current
    effect = scope.description ?? scope.context.starts.cause
    let originOfTurn = scope.context.originOfTurn
    origin = originOfTurn ?? scope.origin
    isOfTurn = originOfTurn != nil
  }
}

/// Puts what the effects of a store send into its mailbox.
///
/// `@unchecked` like every subscriber, see ``EffectReceiver``.
@usableFromInline
final class MailSender<Action: Sendable>: EffectSubscriber<Action, Never>, @unchecked Sendable {
  private let position: StatePosition?
  private let deliver: @Sendable (Action, Postmark) -> Void

  @usableFromInline
  init(_ position: StatePosition?, _ deliver: @escaping @Sendable (Action, Postmark) -> Void) {
    self.position = position
    self.deliver = deliver
    // The mailbox puts letters in order, and the end is no letter.
    super.init(.never)
  }

  override var statePosition: StatePosition? { position }

  override func receive(_ action: Action, from scope: EffectScope, isLast: Bool) {
    if scope.hold() { deliver(action, Postmark(scope)) }
  }

  override func finish(_ failure: Never?, from scope: EffectScope) {}
}
