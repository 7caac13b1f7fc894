// SPDX-License-Identifier: MIT

/// The rule for starting an effect while others run under the same id.
public enum EffectPolicy: Hashable, Sendable, CaseIterable {
  /// The new effect cancels the running ones.
  case cancelPrevious

  /// The new effect does not start while another one runs.
  case ignoreNew

  /// The new effect waits until all earlier ones have ended.
  case queue
}

extension Effect {
  /// Returns an effect that can be cancelled by an id and follows a rule while others run under the id.
  ///
  /// ```swift
  /// case .saveButtonTapped:
  ///   // A second tap does nothing while the draft is being saved.
  ///   return environment.save(state.draft)
  ///     .map(Editor.Action.saved)
  ///     .cancellable(id: SaveID(), whenRunning: .ignoreNew)
  /// ```
  ///
  /// - `.cancelPrevious` cancels the effects that run under the id, as `cancelInFlight: true` does in
  ///   ``cancellable(id:cancelInFlight:fileID:line:)``.
  /// - `.ignoreNew` completes immediately, without starting the effect, if another one runs under the id.
  /// - `.queue` starts the effect when all earlier effects under the id have ended. Cancelling a waiting effect does
  ///   not let later ones start early.
  ///
  /// An effect runs until the store has taken its last value from the queue. In the turn of that value, it no longer
  /// counts, so its feature can start the next effect. Effects that run under the id without a rule also count.
  ///
  /// The id belongs to the feature that uses it, so rows can use the same id. ``cancel(id:fileID:line:)`` cancels the
  /// running and waiting effects of the feature and of the features below it.
  ///
  /// Isolation: a waiting effect starts on the thread where the previous one ends.
  ///
  /// - Parameters:
  ///   - id: The id that the effects share.
  ///   - policy: The rule.
  ///   - fileID: The file named in messages if no part of the effect has its own location.
  ///   - line: The line named in messages if no part of the effect has its own location.
  /// - Returns: The cancellable effect that follows the rule.
  /// - Complexity: O(*d*) on average to start it and to end it, in the number of features around this one. For
  ///   `.ignoreNew`, also O(*n*) in the number of parts of the effects that run under the id.
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

/// A node that starts an effect only if no other runs under its id, or as soon as none does.
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
      // Tests list a waiting effect as running, by its own name.
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
