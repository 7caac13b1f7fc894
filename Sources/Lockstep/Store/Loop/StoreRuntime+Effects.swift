// SPDX-License-Identifier: MIT

extension StoreRuntime {
  /// Starts an effect, unless whoever has sent the action has cancelled its effects while it waited
  /// for its turn.
  @usableFromInline
  func start(_ node: EffectNode<Action, Never>, _ queued: QueuedAction?) -> EffectScope? {
    guard let effects = queued?.details?.effects else {
      guard node.kind == .other || node.kind == .embedded else {
        var scope: EffectScope?
        startParts(node, &scope, queued)
        scope?.leave()
        return scope
      }
      stayAwake(for: queued, in: nil)
      if node.startsOneLeaf { return node.startAlone(sender, below: top) }
      var scope: EffectScope?
      context.starts.settling { scope = node.startAlone(sender, below: top) }
      return scope
    }
    if effects.isActive {
      var scope: EffectScope? = effects
      startParts(node, &scope, queued)
    }
    effects.leave()
    return effects
  }

  /// Starts the parts of an effect; what they need no task for happens here and now.
  private func startParts(
    _ node: EffectNode<Action, Never>,
    _ effects: inout EffectScope?,
    _ queued: QueuedAction?
  ) {
    switch node.kind {
    case .value:
      if let effects = queued?.details?.effects {
        sendAtOnce(node, from: effects)
      } else {
        sendAtOnce(node)
      }
    case .merge:
      for node in unsafeDowncast(node, to: MergeNode<Action, Never>.self).parts {
        startParts(node, &effects, queued)
      }
    case .fireAndForget:
      unsafeDowncast(node, to: FireAndForgetNode<Action, Never>.self).run(context)
    case .strayAction:
      unsafeDowncast(node, to: StrayActionNode<Action>.self).strayAction
        .report(sentBy: queued?.cause ?? .caller(lastCaller))
    case .embedded, .other:
      stayAwake(for: queued, in: effects)
      guard let scope = effects ?? top.makeChild(isShared: true) else { return }
      effects = scope
      context.starts.settling { node.start(sender, in: scope) }
    }
  }

  /// Appends the value of an effect that somebody may cancel before the value is taken.
  private func sendAtOnce(_ node: EffectNode<Action, Never>, from effects: EffectScope) {
    guard effects.hold() else { return }
    moveMail()
    append(
      unsafeDowncast(node, to: ValueNode<Action, Never>.self).value,
      QueuedAction(
        depth: depth + 1,
        sender: taken,
        details: QueuedAction.Details(source: effects, cause: .effect(nil))
      )
    )
    lastOfRun = appended
  }

  /// Notes that an effect is started, which may send from elsewhere.
  private func stayAwake(for queued: QueuedAction?, in effects: EffectScope?) {
    noteTurn(of: taken)
    context.noteStart(for: queued?.cause ?? .caller(lastCaller), in: effects)
    guard isHoldingMailboxAwake == false else { return }
    wakeUp.stayAwake()
    isHoldingMailboxAwake = true
  }
}
