// SPDX-License-Identifier: MIT

internal import Synchronization

/// The effects of a feature that run one after another under an id.
///
/// `@unchecked` because of its properties, which are protected by the lock of the registry.
final class EffectQueue: @unchecked Sendable {
  /// The turn of the last one.
  var last: EffectTurn
  /// How many have not ended.
  var count = 1

  init(_ first: EffectTurn) {
    last = first
  }
}

/// The turn of an effect that waits until others have ended.
///
/// It begins when all of them have, and is over when it has begun and its own effect has ended: one that is cancelled
/// while it waits lets nothing pass that has to wait for the others.
///
/// Isolation: any thread. No lock is held while anything else is called.
final class EffectTurn: Sendable {
  private struct State {
    /// How many others have not ended.
    var remaining: Int
    var hasEnded = false
    var start: (@Sendable () -> Void)?
    /// The turn that begins when this one is over.
    var next: EffectTurn?

    var isFinished: Bool { hasEnded && remaining == 0 }

    /// Takes out what is to be done now.
    mutating func take() -> (start: (@Sendable () -> Void)?, next: EffectTurn?) {
      (remaining == 0 ? start.take() : nil, isFinished ? next.take() : nil)
    }
  }

  private let state: Mutex<State>

  init(after count: Int) {
    state = Mutex(State(remaining: count))
  }

  /// Calls a function when the turn begins, now or later.
  func onBegin(_ start: @escaping @Sendable () -> Void) {
    update { $0.start = start }
  }

  /// Notes that one of the others has ended.
  func noteEnd() {
    update { $0.remaining -= 1 }
  }

  /// Notes that the effect has ended, and lets go of what would start it.
  func end() {
    var start: (@Sendable () -> Void)?
    update { state in
      state.hasEnded = true
      start = state.start.take()
    }
    // Released when the lock is free.
    withExtendedLifetime(start) {}
  }

  /// Lets another turn begin when this one is over, as far as that one waits for this.
  func onEnd(begin next: EffectTurn) {
    update { $0.next = next }
  }

  /// Makes a change, and does what follows from it, in a loop: any number of turns may be over at once.
  private func update(_ change: (inout State) -> Void) {
    var (start, next) = state.withLock { state in
      change(&state)
      return state.take()
    }
    start?()
    while let turn = next {
      (start, next) = turn.state.withLock { state in
        state.remaining -= 1
        return state.take()
      }
      start?()
    }
  }
}
