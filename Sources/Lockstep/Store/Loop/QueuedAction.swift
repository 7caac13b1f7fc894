// SPDX-License-Identifier: MIT

/// Information about an action in the queue.
@usableFromInline
struct QueuedAction {
  /// Details that only a few actions have.
  @usableFromInline
  final class Details: Sendable {
    /// The scope of the effect that sent the value, unless the value was sent from outside or synchronously.
    @usableFromInline let source: EffectScope?
    /// The scope in which the action's effects are to run, if something waits for them already.
    @usableFromInline let effects: EffectScope?
    @usableFromInline let animation: StoreAnimation?
    @usableFromInline let sender: StoreTurn.Sender
    /// The child that has sent the action as a value, if children of its parent can be told apart.
    @usableFromInline let place: SenderPlace?
    /// A check when the turn comes, if a store has sent the action that shows a part whose place another one can take.
    ///
    /// `nonisolated(unsafe)` because only stores send with a check, and their loop runs where they live.
    @usableFromInline nonisolated(unsafe) let check: PartCheck?
    /// The number of the turn in which the action was sent; zero if it was sent outside of any turn.
    let turn: Int
    /// Whether the action dismisses a child that has asked for it.
    let isDismissal: Bool

    init(
      source: EffectScope? = nil,
      effects: EffectScope? = nil,
      animation: StoreAnimation? = nil,
      sender: StoreTurn.Sender,
      place: SenderPlace? = nil,
      check: PartCheck? = nil,
      turn: Int,
      isDismissal: Bool = false
    ) {
      self.source = source
      self.effects = effects
      self.animation = animation
      self.sender = sender
      self.place = place
      self.check = check
      self.turn = turn
      self.isDismissal = isDismissal
    }

    /// Creates the details of a value that an effect sends now, in a turn if one is in progress on this thread;
    /// the scope has been held.
    init(from scope: EffectScope, in turn: ActionOrigin?, of type: Any.Type) {
      source = scope
      effects = nil
      animation = StoreAnimation.current
      if let effect = scope.description {
        sender = StoreTurn.Sender(effect, number: scope.number, of: scope.origin, in: type)
      } else {
        sender = Self.senderWithoutLeaf(scope, of: type)
      }
      place = nil
      check = nil
      isDismissal = scope.isDismissal
      // Actions that are sent before the first turn of a run are sent outside of any turn.
      self.turn = turn.map { $0.depth < 0 ? 0 : $0.action } ?? 0
    }

    /// Returns the sender of a value that does not come from the scope of a leaf: the leaf that the current job follows
    /// from.
    ///
    /// If that leaf belongs to the effect of another action, it cancelled the sender, which is then unknown.
    private static func senderWithoutLeaf(
      _ scope: EffectScope,
      of type: Any.Type
    ) -> StoreTurn.Sender {
      guard let leaf = scope.cause, leaf.origin.action == scope.origin.action,
        leaf.context === scope.context
      else { return StoreTurn.Sender(nil, of: scope.origin, in: type) }
      return StoreTurn.Sender(leaf.description, number: leaf.number, of: scope.origin, in: type)
    }

    /// The action that started the effect that sent the value.
    @usableFromInline var start: ActionOrigin { source?.origin ?? .none }
  }

  /// The action whose effects sent this one, at the depth before this one's.
  @usableFromInline let origin: ActionOrigin
  /// The details; `nil` if an effect sent the action synchronously.
  @usableFromInline let details: Details?

  @inlinable
  init(origin: ActionOrigin, details: Details?) {
    self.origin = origin
    self.details = details
  }

  /// The action whose effects must not silently lose the other values that they have sent, if this action takes their
  /// state away; zero if they may: a child that asks to be dismissed sends that last.
  var sparedAction: Int {
    details?.isDismissal == true ? 0 : origin.action
  }

  /// The number of actions that this one follows from without input from outside.
  @inlinable var depth: Int { origin.depth + 1 }

  /// Creates the information about a value, which follows from its effect's action, at a depth.
  @usableFromInline
  init(_ details: Details, depth: Int) {
    let start = details.start
    origin = ActionOrigin(action: start.action, depth: depth, tag: start.tag)
    self.details = details
  }

  /// Returns the sender, for a type of actions.
  func sender(in type: Any.Type) -> StoreTurn.Sender {
    details?.sender ?? StoreTurn.Sender(nil, of: origin, in: type)
  }
}
