// SPDX-License-Identifier: MIT

extension StoreRuntime {
  /// Starts an effect, unless whoever has sent the action has cancelled its effects while it waited
  /// for its turn.
  @usableFromInline
  func start(
    _ node: EffectNode<Action, Never>,
    for action: borrowing Action,
    _ queued: QueuedAction?
  ) -> EffectScope? {
    guard let effects = queued?.details?.effects else {
      guard node.kind == .other || node.kind == .embedded else {
        var scope: EffectScope?
        startParts(node, for: action, &scope, queued)
        scope?.leave()
        return scope
      }
      stayAwake(for: action, queued, in: nil)
      if node.startsOneLeaf { return node.startAlone(sender, below: top) }
      var scope: EffectScope?
      context.starts.settling { scope = node.startAlone(sender, below: top) }
      return scope
    }
    if effects.isActive {
      var scope: EffectScope? = effects
      startParts(node, for: action, &scope, queued)
    }
    effects.leave()
    return effects
  }

  /// Starts the parts of an effect; what they need no task for happens here and now.
  private func startParts(
    _ node: EffectNode<Action, Never>,
    for action: borrowing Action,
    _ effects: inout EffectScope?,
    _ queued: QueuedAction?
  ) {
    switch node.kind {
    case .value:
      if let effects = queued?.details?.effects {
        sendAtOnce(node, for: action, from: effects)
      } else {
        sendAtOnce(node, for: action)
      }
    case .merge:
      for node in unsafeDowncast(node, to: MergeNode<Action, Never>.self).parts {
        startParts(node, for: action, &effects, queued)
      }
    case .fireAndForget:
      unsafeDowncast(node, to: FireAndForgetNode<Action, Never>.self).run(context)
    case .strayAction:
      unsafeDowncast(node, to: StrayActionNode<Action>.self).strayAction
        .report(sentBy: queued?.cause ?? .caller(lastCaller), in: Action.self)
    case .embedded, .other:
      stayAwake(for: action, queued, in: effects)
      guard let scope = effects ?? top.makeChild(isShared: true) else { return }
      effects = scope
      context.starts.settling { node.start(sender, in: scope) }
    }
  }

  /// Appends the value of an effect that somebody may cancel before the value is taken.
  private func sendAtOnce(
    _ node: EffectNode<Action, Never>,
    for action: borrowing Action,
    from effects: EffectScope
  ) {
    guard effects.hold() else { return }
    moveMail()
    let sender = origin(of: action)
    append(
      unsafeDowncast(node, to: ValueNode<Action, Never>.self).value,
      QueuedAction(
        sender: sender,
        details: QueuedAction.Details(source: effects, cause: .effect(nil, of: sender))
      )
    )
    lastOfRun = appended
  }

  /// Notes that an effect is started, which may send from elsewhere.
  private func stayAwake(
    for action: borrowing Action,
    _ queued: QueuedAction?,
    in effects: EffectScope?
  ) {
    noteTurn(origin(of: action))
    context.noteStart(
      for: queued?.cause ?? .caller(lastCaller),
      of: Action.self,
      in: effects
    )
    guard isHoldingMailboxAwake == false else { return }
    wakeUp.stayAwake()
    isHoldingMailboxAwake = true
  }
}
