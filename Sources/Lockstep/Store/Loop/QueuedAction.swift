// SPDX-License-Identifier: MIT

/// What is known of an action in the queue.
@usableFromInline
struct QueuedAction {
  /// What only few actions have.
  @usableFromInline
  final class Details {
    /// Whose value it is, unless it was sent from outside or at once.
    @usableFromInline let source: EffectScope?
    /// What its effects are to run in, if somebody waits for them already.
    @usableFromInline let effects: EffectScope?
    @usableFromInline let animation: StoreAnimation?
    @usableFromInline let cause: ActionCause
    /// Whether the run in which it arrived is to take it.
    @usableFromInline let extendsRun: Bool

    init(
      source: EffectScope? = nil,
      effects: EffectScope? = nil,
      animation: StoreAnimation? = nil,
      cause: ActionCause,
      extendsRun: Bool = false
    ) {
      self.extendsRun = extendsRun
      self.source = source
      self.effects = effects
      self.animation = animation
      self.cause = cause
    }
  }

  /// The action whose effects have sent it, at the depth before its own.
  @usableFromInline let sender: ActionOrigin
  /// `nil` if an effect has sent it at once.
  @usableFromInline let details: Details?

  @inlinable
  init(sender: ActionOrigin, details: Details?) {
    self.sender = sender
    self.details = details
  }

  /// How many actions it follows from without anything from outside.
  @inlinable var depth: Int { sender.depth + 1 }

  /// What is known of an action from the mailbox.
  ///
  /// What an effect goes on sending from elsewhere follows from the run that has started the effect, but
  /// the run takes only what has come by the time of the next turn: it would have no end otherwise.
  ///
  /// - Parameters:
  ///   - postmark: Where it comes from.
  ///   - firstOfRun: The number of the first action of the run under way, if there is one.
  ///   - lastDepth: How many actions the one followed from that had its turn last.
  @usableFromInline
  init(_ postmark: Postmark, inRunFrom firstOfRun: Int?, after lastDepth: Int) {
    let isOfThisRun = firstOfRun.map { postmark.origin.action >= $0 } ?? false
    let sender = postmark.scope.origin
    self.sender = ActionOrigin(
      action: sender.action,
      depth: isOfThisRun ? postmark.origin.depth : -1,
      tag: sender.tag
    )
    details = Details(
      source: postmark.scope,
      animation: postmark.animation,
      cause: .effect(postmark.effect, of: sender),
      extendsRun: isOfThisRun && (postmark.isOfTurn || postmark.origin.depth == lastDepth)
    )
  }

  @usableFromInline
  var cause: ActionCause { details?.cause ?? .effect(nil, of: sender) }
}

/// How the action of a turn came about.
@usableFromInline
package struct Turn: Sendable {
  @usableFromInline package var cause: ActionCause
  @usableFromInline package var animation: StoreAnimation?
  /// Whose value the action is, unless it was sent from outside or at once.
  @usableFromInline package var source: EffectScope?

  @usableFromInline
  init(cause: ActionCause, animation: StoreAnimation?, source: EffectScope?) {
    self.cause = cause
    self.animation = animation
    self.source = source
  }
}

/// Who sent an action.
@usableFromInline
package enum ActionCause: Sendable {
  /// A call of `send`.
  case caller(CodeLocation)
  /// An effect, if it is described, and the action that has started it, of the same store.
  case effect(EffectDescription?, of: ActionOrigin)

  /// Who it is, for messages, with the action of the store that has started it.
  ///
  /// - Parameter type: The type of the store's actions.
  /// - Returns: The text.
  package func description(in type: Any.Type) -> String {
    switch self {
    case .caller(let location):
      return "'send' at \(location)"
    case .effect(let description, let action):
      let effect = description.map { "effect \($0)" } ?? "an effect that sends its value at once"
      return action.name(in: type).map { "\(effect), started by \($0)" } ?? effect
    }
  }
}
