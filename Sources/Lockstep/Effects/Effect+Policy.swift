// SPDX-License-Identifier: MIT

/// The rule for an effect while others of its kind run.
public enum EffectPolicy: Hashable, Sendable, CaseIterable {
  /// The new effect replaces those that run: they are cancelled.
  case cancelPrevious

  /// The new effect is not started while another one runs.
  case ignoreNew

  /// The new effect waits until all that came before it have ended.
  case queue
}

extension Effect {
  /// Returns an effect that can be cancelled by an id, and runs together with others of its kind by a rule.
  ///
  /// ```swift
  /// case .saveButtonTapped:
  ///   // A second tap does nothing while the draft is being saved.
  ///   return environment.save(state.draft)
  ///     .map(Editor.Action.saved)
  ///     .cancellable(id: SaveID(), whenRunning: .ignoreNew)
  /// ```
  ///
  /// - `.cancelPrevious` cancels what runs under the id, as `cancelInFlight: true` does in
  ///   ``cancellable(id:cancelInFlight:fileID:line:)``.
  /// - `.ignoreNew` completes at once if another effect runs under the id, without being started.
  /// - `.queue` starts the effect when all that ran or waited under the id before it have ended. One that is cancelled
  ///   while it waits is never started, and those behind it still wait for those before it.
  ///
  /// An effect runs until its last value has been taken from the store's queue; in the turn of that value it no longer
  /// counts, so that its feature can start the next one. Effects that run under the id without a rule count, too.
  ///
  /// The id belongs to the feature that uses it: rows need no id of their own in theirs.
  /// ``cancel(id:fileID:line:)`` ends the effects that run and those that wait, of the feature and of those below it.
  ///
  /// Isolation: an effect that has waited is started on the thread where the one before it has ended.
  ///
  /// - Parameters:
  ///   - id: The id that the effects share.
  ///   - policy: The rule.
  ///   - fileID: The file named in messages, if nothing in the effect has a place of its own.
  ///   - line: The line named in messages, likewise.
  /// - Returns: The effect that can be cancelled and follows the rule.
  /// - Complexity: O(*d*) on average to start it and to end it, in the number of features around this one, and for
  ///   `.ignoreNew` also O(*n*) in the number of parts of the effects that run under the id.
  public func cancellable(
    id: some Hashable & Sendable,
    whenRunning policy: EffectPolicy,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    guard policy != .cancelPrevious else {
      return cancellable(id: id, cancelInFlight: true, fileID: fileID, line: line)
    }
    return Self(
      node.map { node in
        PolicyNode(
          node,
          id: CancellationID(id),
          isQueued: policy == .queue,
          node.firstDescription ?? EffectDescription(.cancellable, fileID: fileID, line: line)
        )
      }
    )
  }
}

/// A node that starts another one if nothing else runs under an id, or when nothing does any more.
///
/// `@unchecked` like every node; see ``EffectNode``.
private final class PolicyNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  private let upstream: EffectNode<Output, Failure>
  private let id: CancellationID
  private let isQueued: Bool
  private let description: EffectDescription

  init(
    _ upstream: EffectNode<Output, Failure>,
    id: CancellationID,
    isQueued: Bool,
    _ description: EffectDescription
  ) {
    self.upstream = upstream.bounded
    self.id = id
    self.isQueued = isQueued
    self.description = description
    super.init(depth: self.upstream.depth + 1)
  }

  override var firstDescription: EffectDescription? { description }

  override func run(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace
  ) -> EffectScope? {
    let id = EffectID(PlacedID(id, at: subscriber.statePosition))
    return place.open { scope in
      // A waiting effect is shown as running in tests, by its own name.
      guard let child = scope.makeChild(isQueued ? description : nil) else { return }
      if isQueued {
        let gate = CancellationGate(subscriber, child, in: scope)
        child.context.ids.enqueue(child, id) { [upstream] in
          guard child.isActiveWithin else { return }
          child.startPart { upstream.start(gate, in: child) }
        }
      } else if child.context.ids.registerIfFirst(child, id) {
        upstream.start(CancellationGate(subscriber, child, in: scope), in: child)
      } else {
        child.leave()
        subscriber.send(end: nil, from: scope)
      }
    }
  }
}
