// SPDX-License-Identifier: MIT

internal import Synchronization

extension Effect where Failure == Never {
  /// Returns an effect that reports an action for a state that is not there.
  ///
  /// The store that starts the effect knows what has sent the action, and says so. An effect that is never
  /// started reports when it is released.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - problem: The reason: `its state was 'nil'`.
  ///   - position: How the reducer of the state was composed with its parent: `pulled back`.
  ///   - path: The path to the state; `nil` if there is none worth mentioning.
  ///   - location: The place of the composition.
  /// - Returns: The effect, which sends nothing.
  @usableFromInline
  static func unhandled(
    _ action: Output,
    _ problem: String,
    _ position: String,
    path: String? = nil,
    _ location: CodeLocation
  ) -> Self {
    Self(
      UnhandledActionNode(
        UnhandledAction(
          heading:
            "A reducer that was \(position) at \(location) received an action while \(problem).",
          place: UnhandledAction.Place(action, path),
          location: location
        ),
        action
      )
    )
  }
}

extension Effect {
  /// Whether the reducer that returned the effect, or one below it, has received an action for a state that is not there.
  @usableFromInline
  var hasUnhandledAction: Bool {
    guard let node = node?.unwrapped else { return false }
    switch node.kind {
    case .unhandledAction: return true
    case .merge:
      return unsafeDowncast(node, to: MergeNode<Output, Failure>.self).parts
        .contains { Self($0).hasUnhandledAction }
    default: return false
    }
  }
}

/// An action for a state that is not there; it is reported once.
final class UnhandledAction: Sendable {
  /// The action as the outermost parent that the effect has reached knows it, and the path from the state of
  /// that parent.
  struct Place: Sendable {
    let describe: @Sendable () -> String
    let path: String?

    init(_ action: some Sendable, _ path: String?) {
      describe = { Dump(action).text }
      self.path = path
    }
  }

  private let heading: String
  /// The last paragraph; `nil` for the list of usual causes.
  private let remedy: String?
  private let location: CodeLocation
  /// The place; `nil` once the action has been reported.
  private let place: Mutex<Place?>

  init(heading: String, place: Place, remedy: String? = nil, location: CodeLocation) {
    self.heading = heading
    self.remedy = remedy
    self.location = location
    self.place = Mutex(place)
  }

  deinit {
    report(sentBy: nil)
  }

  /// Notes that the effect has reached a parent.
  ///
  /// - Parameters:
  ///   - action: The action of the parent.
  ///   - path: The path from the parent's state to the child's; `nil` if there is none worth mentioning.
  func move(to action: some Sendable, at path: String?) {
    place.withLock { place in
      guard let inner = place else { return }
      let steps = [path, inner.path].compactMap { $0 }
      place = Place(action, steps.isEmpty ? nil : steps.joined(separator: " .. "))
    }
  }

  /// Reports the action, unless that has been done.
  ///
  /// - Parameter sender: The sender of the action, if it is known.
  func report(sentBy sender: StoreTurn.Sender?) {
    guard let place = place.withLock({ $0.take() }) else { return }
    let path = place.path.map { "\nPath: \($0)" } ?? ""
    let source = sender.map { "\nSent by: \($0)" } ?? ""
    let message = """
      \(heading)

      Action: \(place.describe())\(path)\(source)

      \(remedy ?? Self.causes(sentByEffect: sender?.isEffect))
      """
    IssueReporting.reportAtStep(message, else: location)
  }

  /// Returns the usual causes, without those that another kind of sender has.
  ///
  /// - Parameter isEffect: Whether an effect sent the action; `nil` if that is unknown.
  /// - Returns: The paragraph.
  private static func causes(sentByEffect isEffect: Bool?) -> String {
    let effects = """

      • The feature sent the action after it had asked to be dismissed. Send nothing after '.dismiss'.
      • An effect outlived the state, because of 'cancelsEffects: false', or because a reducer called this one directly.
      """
    let views = "\n• A view that should have been dismissed sent the action."
    return """
      The reducer of that state did not run. Usual causes:
      • A parent reducer changed the state before this reducer ran. Combine this reducer before it.
      • Another action that was sent in the same turn removed or replaced the state. Send that one last.\
      \(isEffect == false ? "" : effects)\(isEffect == true ? "" : views)
      """
  }
}

/// `@unchecked` like every node, see ``EffectNode``.
final class UnhandledActionNode<Output: Sendable>: EffectNode<Output, Never>, @unchecked Sendable {
  let unhandledAction: UnhandledAction
  private let action: Output

  init(_ unhandledAction: UnhandledAction, _ action: Output) {
    self.unhandledAction = unhandledAction
    self.action = action
    super.init(.unhandledAction)
  }

  /// Returns the same node for a parent.
  func embedded<NewOutput>(
    at site: ChildSite,
    _ embed: (Output) -> NewOutput
  ) -> UnhandledActionNode<NewOutput> {
    let action = embed(action)
    unhandledAction.move(to: action, at: site.path?())
    return UnhandledActionNode<NewOutput>(unhandledAction, action)
  }

  /// Reports the action where the store does not see the node itself: within the operators of a parent.
  override func run(
    _ subscriber: EffectSubscriber<Output, Never>,
    at place: EffectPlace
  ) -> EffectScope? {
    place.open { scope in
      unhandledAction.report(sentBy: scope.context.senderOfAction(of: scope))
      subscriber.send(end: nil, from: scope)
    }
  }
}
