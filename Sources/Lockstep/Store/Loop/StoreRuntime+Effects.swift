// SPDX-License-Identifier: MIT

extension StoreRuntime {
  /// Starts an effect, unless whoever has sent the action has cancelled its effects while it waited
  /// for its turn.
  @usableFromInline
  func start(_ node: EffectNode<Action, Never>, _ ticket: Ticket?) -> EffectScope? {
    guard let effects = ticket?.details?.effects else {
      guard node.kind == .other || node.kind == .embedded else {
        var scope: EffectScope?
        startParts(node, &scope, ticket)
        scope?.leave()
        return scope
      }
      stayAwake(for: ticket, in: nil)
      if node.startsOneLeaf { return node.startAlone(sender, below: top) }
      var scope: EffectScope?
      host.starts.settling { scope = node.startAlone(sender, below: top) }
      return scope
    }
    if effects.isActive {
      var scope: EffectScope? = effects
      startParts(node, &scope, ticket)
    }
    effects.leave()
    return effects
  }

  /// Starts the parts of an effect; what they need no task for happens here and now.
  private func startParts(
    _ node: EffectNode<Action, Never>,
    _ effects: inout EffectScope?,
    _ ticket: Ticket?
  ) {
    switch node.kind {
    case .value:
      if let effects = ticket?.details?.effects {
        sendAtOnce(node, from: effects)
      } else {
        sendAtOnce(node)
      }
    case .merge:
      for node in unsafeDowncast(node, to: MergeNode<Action, Never>.self).parts {
        startParts(node, &effects, ticket)
      }
    case .fireAndForget:
      unsafeDowncast(node, to: FireAndForgetNode<Action, Never>.self).run(host)
    case .strayAction:
      unsafeDowncast(node, to: StrayActionNode<Action>.self).strayAction
        .report(sentBy: ticket?.cause ?? .caller(lastCaller))
    case .embedded, .other:
      stayAwake(for: ticket, in: effects)
      guard let scope = effects ?? top.makeChild(isShared: true) else { return }
      effects = scope
      host.starts.settling { node.start(sender, in: scope) }
    }
  }

  /// Appends the value of an effect that somebody may cancel before the value is taken.
  private func sendAtOnce(_ node: EffectNode<Action, Never>, from effects: EffectScope) {
    guard effects.hold() else { return }
    moveMail()
    append(
      unsafeDowncast(node, to: ValueNode<Action, Never>.self).value,
      Ticket(
        depth: depth + 1,
        sender: taken,
        details: Ticket.Details(source: effects, cause: .effect(nil))
      )
    )
    lastOfRun = appended
  }

  /// Notes that an effect is started, which may send from elsewhere.
  private func stayAwake(for ticket: Ticket?, in effects: EffectScope?) {
    noteTurn(of: taken)
    host.noteStart(for: ticket?.cause ?? .caller(lastCaller), in: effects)
    guard isHoldingMailboxAwake == false else { return }
    bell.stayAwake()
    isHoldingMailboxAwake = true
  }
}
