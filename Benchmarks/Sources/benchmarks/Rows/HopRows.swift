// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep

// Effects of a store on the main actor, one at a time: the action of each starts the next.

private enum HopAction: Sendable {
  case start(Int)
  case ask
  case answer
}

@MainActor private final class Relay {
  private let effect: @Sendable () -> Effect<HopAction, Never>
  private let hop: @Sendable (Relay) -> Void
  private nonisolated let end = DispatchSemaphore(value: 0)
  private var left = 0
  private lazy var store = Store<Int, HopAction>(
    initialState: 0,
    reducer: Reducer { [effect, end] left, action, _ in
      switch action {
      case .start(let times): left = times
      case .ask: return effect()
      case .answer: left -= 1
      }
      if left > 0 { return Effect(value: .ask) }
      end.signal()
      return .none
    },
    environment: ()
  )

  /// - Parameters:
  ///   - effect: Sends its action from elsewhere, or later.
  ///   - hop: Calls ``arrive()`` from there by hand.
  nonisolated init(
    effect: @escaping @Sendable () -> Effect<HopAction, Never>,
    hop: @escaping @Sendable (Relay) -> Void
  ) {
    self.effect = effect
    self.hop = hop
  }

  /// Sends the first action, and blocks the thread until the last has come.
  nonisolated func runStore(times: Int) {
    Task { @MainActor in store.send(.start(times)) }
    end.wait()
  }

  nonisolated func runHops(times: Int) {
    Task { @MainActor in
      left = times
      hop(self)
    }
    end.wait()
  }

  func arrive() {
    left -= 1
    if left > 0 { hop(self) } else { end.signal() }
  }
}

@BenchmarkActor private func oneAtATime(_ reference: String, times: Int, _ relay: Relay) -> Work {
  Work(
    reference: reference,
    operations: times,
    subject: { _ in relay.runStore(times: times) },
    bare: { _ in relay.runHops(times: times) }
  )
}

@BenchmarkActor func callbackOnMainQueue() -> Work {
  oneAtATime(
    "block on the main queue",
    times: 1_000,
    Relay {
      .future { callback in DispatchQueue.main.async { callback(.success(.answer)) } }
    } hop: { relay in
      DispatchQueue.main.async { relay.arrive() }
    }
  )
}

@BenchmarkActor func callbackOnBackgroundQueue() -> Work {
  let queue = DispatchQueue(label: "background")
  return oneAtATime(
    "block and a hop",
    times: 200,
    Relay {
      .future { callback in queue.async { callback(.success(.answer)) } }
    } hop: { relay in
      queue.async { Task { @MainActor in relay.arrive() } }
    }
  )
}

@BenchmarkActor func callbackOnMainActor() -> Work {
  onMainActor {
    .future { callback in Task { @MainActor in callback(.success(.answer)) } }
  }
}

@BenchmarkActor func taskOnMainActor() -> Work {
  onMainActor {
    .run { @MainActor send in send(.answer) }
  }
}

/// A task that returns at once, and a block on the main queue for its value.
@BenchmarkActor func taskReceivedOnMainQueue() -> Work {
  oneAtATime(
    "block on the main queue",
    times: 1_000,
    Relay {
      .task { .answer }.receive(on: DispatchQueue.main.eraseToAnyScheduler())
    } hop: { relay in
      DispatchQueue.main.async { relay.arrive() }
    }
  )
}

@BenchmarkActor private func onMainActor(
  _ effect: @escaping @Sendable () -> Effect<HopAction, Never>
) -> Work {
  oneAtATime(
    "task on the main actor",
    times: 1_000,
    Relay(effect: effect) { relay in
      Task { @MainActor in relay.arrive() }
    }
  )
}
