// SPDX-License-Identifier: MIT

extension StoreRuntime {
  /// Starts an effect, unless the action's sender cancelled it before the action's turn.
  @usableFromInline
  func start(
    _ node: EffectNode<Action, Never>,
    of origin: ActionOrigin,
    _ queued: QueuedAction?
  ) -> EffectScope? {
    noteStart()
    queued?.details?.source?.noteTurn()
    let effects = queued?.details?.effects
    if effects == nil, node.kind == .other || node.kind == .embedded {
      noteStart(of: origin, queued)
      return node.start(mailbox, at: .below(top, as: nil))
    }
    var scope = effects
    if effects?.isActive != false {
      if notedTurn != origin.action { noteTurn(origin) }
      var hasDismissals = false
      QueueLoop.run { loop in startParts(node, of: origin, &scope, loop, queued, &hasDismissals) }
      if hasDismissals { sendDismissals(node, of: origin, from: effects) }
    }
    scope?.leave()
    return scope
  }

  /// Starts the parts of an effect, except dismissals, which follow everything else that the turn sends.
  private func startParts(
    _ node: EffectNode<Action, Never>,
    of origin: ActionOrigin,
    _ effects: inout EffectScope?,
    _ loop: QueueLoop,
    _ queued: QueuedAction?,
    _ hasDismissals: inout Bool
  ) {
    switch node.kind {
    case .value:
      if let effects = queued?.details?.effects {
        sendAtOnce(node, of: origin, from: effects)
      } else {
        sendAtOnce(node, of: origin)
      }
    case .childValue:
      let node = unsafeDowncast(node, to: ChildValueNode<Action, Never>.self)
      guard node.isDismissal == false else {
        hasDismissals = true
        return
      }
      sendAtOnce(node, of: origin, from: queued?.details?.effects, node)
    case .merge:
      for node in unsafeDowncast(node, to: MergeNode<Action, Never>.self).parts {
        startParts(node, of: origin, &effects, loop, queued, &hasDismissals)
      }
    case .fireAndForget:
      loop.startPart {
        unsafeDowncast(node, to: FireAndForgetNode<Action, Never>.self)
          .run(context, of: origin)
      }
    case .unhandledAction:
      unsafeDowncast(node, to: UnhandledActionNode<Action>.self).unhandledAction
        .report(sentBy: sender(of: queued))
    case .output:
      handle(unsafeDowncast(node, to: OutputNode<Action, Never>.self).output, of: origin)
    case .lasting, .independent, .independentEmbedded:
      noteStart(of: origin, queued)
      loop.startPart { _ = node.start(mailbox, at: .below(top, as: nil)) }
    case .embedded, .deep, .other:
      noteStart(of: origin, queued)
      guard let scope = effects ?? top.makeChild(as: .isShared) else { return }
      effects = scope
      scope.queue.start(with: loop) { node.start(mailbox, in: scope) }
    }
  }

  private func sendDismissals(
    _ node: EffectNode<Action, Never>,
    of origin: ActionOrigin,
    from effects: EffectScope?
  ) {
    if node.kind == .merge {
      for node in unsafeDowncast(node, to: MergeNode<Action, Never>.self).parts {
        sendDismissals(node, of: origin, from: effects)
      }
    } else if node.kind == .childValue {
      let node = unsafeDowncast(node, to: ChildValueNode<Action, Never>.self)
      if node.isDismissal { sendDismissal(node, of: origin, from: effects) }
    }
  }

  /// Appends a dismissal, which is discarded if the child or its container is removed or replaced before the turn.
  private func sendDismissal(
    _ node: ChildValueNode<Action, Never>,
    of origin: ActionOrigin,
    from effects: EffectScope?
  ) {
    guard let scope = (effects ?? top).makeChild(as: .isDismissal) else { return }
    scope.endWithState(at: node.position(below: mailbox.statePosition))
    sendAtOnce(node, of: origin, from: scope, node)
    scope.leave()
  }

  private func sendAtOnce(
    _ node: EffectNode<Action, Never>,
    of origin: ActionOrigin,
    from effects: EffectScope?,
    _ child: ChildValueNode<Action, Never>? = nil
  ) {
    guard effects?.hold() != false else { return }
    moveMail()
    append(
      unsafeDowncast(node, to: ValueNode<Action, Never>.self).value,
      QueuedAction(
        origin: origin,
        details: QueuedAction.Details(
          source: effects,
          sender: StoreTurn.Sender(nil, of: origin, in: Action.self),
          place: child?.sender,
          turn: origin.action,
          isDismissal: child?.isDismissal ?? false
        )
      )
    )
    lastOfRun = appended
  }

  private func handle(_ output: SentOutput, of origin: ActionOrigin) {
    recorders?.note(output)
    if let accountant = context.accountant {
      accountant.outputSent(output)
    } else {
      output.reportUnhandled(in: origin, of: Action.self)
    }
  }

  private func noteStart(of origin: ActionOrigin, _ queued: QueuedAction?) {
    noteTurn(origin)
    context.noteStart(of: origin.action, sentBy: sender(of: queued))
  }
}
