// SPDX-License-Identifier: MIT

@usableFromInline
struct QueuedAction {
  @usableFromInline
  final class Details: Sendable {
    /// The scope of the effect that sent the value; `nil` if it was sent from outside or synchronously.
    @usableFromInline let source: EffectScope?
    /// The scope for the action's effects, if something already waits for them.
    @usableFromInline let effects: EffectScope?
    @usableFromInline let animation: StoreAnimation?
    @usableFromInline let sender: StoreTurn.Sender
    /// The child that sent the value, if its parent's children are distinguishable.
    @usableFromInline let place: SenderPlace?
    /// `nonisolated(unsafe)` because only stores send with a check, and their loop runs in their isolation.
    @usableFromInline nonisolated(unsafe) let check: PartCheck?
    /// The number of the turn in which the action was sent; zero outside a turn.
    let turn: Int
    /// Whether the action dismisses a child at the child's request.
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

    /// Creates the details of a value that an effect is sending from a held scope.
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
      // Actions sent before the first turn of a run are sent outside a turn.
      self.turn = turn.map { $0.depth < 0 ? 0 : $0.action } ?? 0
    }

    /// Returns the sender of a value whose scope is not a leaf: the leaf that caused the current job.
    ///
    /// If that leaf belongs to another action's effect, it cancelled the sender, which is then unknown.
    private static func senderWithoutLeaf(
      _ scope: EffectScope,
      of type: Any.Type
    ) -> StoreTurn.Sender {
      guard let leaf = scope.cause, leaf.origin.action == scope.origin.action,
        leaf.context === scope.context
      else { return StoreTurn.Sender(nil, of: scope.origin, in: type) }
      return StoreTurn.Sender(leaf.description, number: leaf.number, of: scope.origin, in: type)
    }

    @usableFromInline var start: ActionOrigin { source?.origin ?? .none }
  }

  /// The action whose effects sent this one, with a depth one less than this action's.
  @usableFromInline let origin: ActionOrigin
  /// `nil` if an effect sent the action synchronously.
  @usableFromInline let details: Details?

  @inlinable
  init(origin: ActionOrigin, details: Details?) {
    self.origin = origin
    self.details = details
  }

  /// The action whose sent values must not be lost silently; zero for a dismissal, which the child sends last.
  var sparedAction: Int {
    details?.isDismissal == true ? 0 : origin.action
  }

  /// The number of preceding actions in the chain since the last outside input.
  @inlinable var depth: Int { origin.depth + 1 }

  @usableFromInline
  init(_ details: Details, depth: Int) {
    let start = details.start
    origin = ActionOrigin(action: start.action, depth: depth, tag: start.tag)
    self.details = details
  }

  func sender(in type: Any.Type) -> StoreTurn.Sender {
    details?.sender ?? StoreTurn.Sender(nil, of: origin, in: type)
  }
}
