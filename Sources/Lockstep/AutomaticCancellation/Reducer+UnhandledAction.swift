// SPDX-License-Identifier: MIT

internal import Synchronization

extension Effect where Failure == Never {
  /// Returns an effect that reports an action for a missing state.
  ///
  /// The store that starts the effect adds the action's sender to the report. An effect that is never started reports
  /// when it is released. The `problem` is a clause such as `its state was 'nil'`, and the `position` a participle such
  /// as `pulled back`.
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
  /// Whether the effect reports an unhandled action, directly or as part of a merge.
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

/// An action for a missing state, reported once.
final class UnhandledAction: Sendable {
  /// The action of the outermost parent that the effect has reached so far, and the path from that parent's state.
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
  /// The place; `nil` after the action is reported.
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

  /// Records that the effect has reached a parent, with the parent's action and the path to the child's state.
  func move(to action: some Sendable, at path: String?) {
    place.withLock { place in
      guard let inner = place else { return }
      let steps = [path, inner.path].compactMap { $0 }
      place = Place(action, steps.isEmpty ? nil : steps.joined(separator: " .. "))
    }
  }

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

  /// Returns the usual causes that fit the sender; `isEffect` is `nil` if the sender is unknown.
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

final class UnhandledActionNode<Output: Sendable>: EffectNode<Output, Never>, @unchecked Sendable {
  let unhandledAction: UnhandledAction
  private let action: Output

  init(_ unhandledAction: UnhandledAction, _ action: Output) {
    self.unhandledAction = unhandledAction
    self.action = action
    super.init(.unhandledAction)
  }

  func embedded<NewOutput>(
    at site: ChildSite,
    _ embed: (Output) -> NewOutput
  ) -> UnhandledActionNode<NewOutput> {
    let action = embed(action)
    unhandledAction.move(to: action, at: site.path?())
    return UnhandledActionNode<NewOutput>(unhandledAction, action)
  }

  /// Reports the action if an operator of a parent hides this node from the store.
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
