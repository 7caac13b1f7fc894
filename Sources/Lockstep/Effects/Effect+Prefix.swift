// SPDX-License-Identifier: MIT

internal import Synchronization

extension Effect {
  /// An effect that sends only the first values, and then ends this one.
  ///
  /// - Parameter count: How many values; with none or fewer nothing is started.
  /// - Returns: The shortened effect.
  public func prefix(_ count: Int) -> Self {
    count > 0 ? Self(node.map { PrefixNode($0, count) }) : .none
  }
}

private final class PrefixNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  private let upstream: EffectNode<Output, Failure>
  private let count: Int

  init(_ upstream: EffectNode<Output, Failure>, _ count: Int) {
    self.upstream = upstream
    self.count = count
    super.init()
  }

  override func start(
    _ subscriber: any EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) {
    _ = startAlone(subscriber, below: scope)
  }

  override func startAlone(
    _ subscriber: any EffectSubscriber<Output, Failure>,
    below parent: EffectScope
  ) -> EffectScope? {
    guard let child = parent.makeChild() else { return nil }
    upstream.start(Counter(subscriber, child, count), in: child)
    return child
  }

  private final class Counter: EffectSubscriber {
    private let downstream: any EffectSubscriber<Output, Failure>
    private let scope: EffectScope
    private let remaining: Mutex<Int>

    init(_ downstream: any EffectSubscriber<Output, Failure>, _ scope: EffectScope, _ count: Int) {
      self.downstream = downstream
      self.scope = scope
      remaining = Mutex(count)
    }

    var presence: Presence? { downstream.presence }

    func receive(_ value: Output, from source: EffectScope) {
      let left = remaining.withLock { remaining in
        remaining -= 1
        return remaining
      }
      guard left >= 0 else { return }
      downstream.receive(value, from: source)
      guard left == 0 else { return }
      downstream.finish(nil, from: source)
      scope.stop()
    }

    func finish(_ failure: Failure?, from source: EffectScope) {
      let isFirst = remaining.withLock { remaining in
        defer { remaining = 0 }
        return remaining > 0
      }
      guard isFirst else { return }
      downstream.finish(failure, from: source)
      scope.leave()
    }
  }
}
