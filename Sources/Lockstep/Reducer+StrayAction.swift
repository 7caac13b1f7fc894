// SPDX-License-Identifier: MIT

internal import Synchronization

extension Effect where Failure == Never {
  /// An effect that reports an action for a state that is not there.
  ///
  /// The store that starts it knows who has sent the action, and says so. One that nobody starts
  /// reports when it is released.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - problem: What was there instead: `its state was 'nil'`.
  ///   - position: How the reducer of the state was put together with its parent: `pulled back`.
  ///   - path: The path to the state; `nil` if there is none to speak of.
  ///   - location: Where they were put together.
  /// - Returns: The effect, which sends nothing.
  @usableFromInline
  static func stray(
    _ action: some Sendable,
    _ problem: String,
    _ position: String,
    path: String? = nil,
    _ location: SourceLocation
  ) -> Self {
    Self(
      StrayActionNode(
        StrayAction(
          heading:
            "A reducer that was \(position) at \(location) received an action while \(problem).",
          action: Dump(action).text,
          path: path,
          location: location
        )
      )
    )
  }
}

/// An action for a state that is not there; it is reported once.
final class StrayAction: Sendable {
  private let heading: String
  private let action: String
  private let path: String?
  private let location: SourceLocation
  private let hasReported = Atomic(false)

  init(heading: String, action: String, path: String?, location: SourceLocation) {
    self.heading = heading
    self.action = action
    self.path = path
    self.location = location
  }

  deinit {
    report(sentBy: nil)
  }

  /// Reports it, unless that has been done.
  ///
  /// - Parameter sender: Who has sent the action, if that is known.
  func report(sentBy sender: String?) {
    guard hasReported.exchange(true, ordering: .relaxed) == false else { return }
    let path = path.map { "\nPath: \($0)" } ?? ""
    let sender = sender.map { "\nSent by: \($0)" } ?? ""
    let message = """
      \(heading)

      Action: \(action)\(path)\(sender)

      The action was ignored. Usual causes:
      • A parent reducer changed the state before this reducer ran. Combine this reducer before it.
      • An effect outlived the state, by 'cancelsEffects: false' or in a reducer that is run by hand.
      • A view sent the action when it should have been gone.
      """
    IssueReporting.reportAtStep(message, else: location)
  }
}

/// `@unchecked` like every node, see ``EffectNode``.
final class StrayActionNode<Output: Sendable>: EffectNode<Output, Never>, @unchecked Sendable {
  let strayAction: StrayAction

  init(_ strayAction: StrayAction) {
    self.strayAction = strayAction
    super.init(.strayAction)
  }

  override func start(
    _ subscriber: EffectSubscriber<Output, Never>,
    in scope: EffectScope
  ) {
    strayAction.report(sentBy: nil)
    subscriber.finish(nil, from: scope)
  }
}
