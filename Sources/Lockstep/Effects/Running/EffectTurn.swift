// SPDX-License-Identifier: MIT

internal import Synchronization

/// A feature's effects that run in sequence under one id.
///
/// `@unchecked` because the registry's lock protects the properties.
final class EffectQueue: @unchecked Sendable {
  var last: EffectTurn
  /// The number of effects that have not ended.
  var count = 1

  init(_ first: EffectTurn) {
    last = first
  }
}

/// The turn of an effect that waits for other effects to end.
///
/// The turn begins when all of the others have ended, and is finished when its own effect has ended as well. Cancelling
/// a waiting effect therefore does not let later ones start early.
///
/// No lock is held while other code is called.
final class EffectTurn: Sendable {
  private struct State {
    /// The number of awaited effects that have not ended.
    var remaining: Int
    var hasEnded = false
    var start: (@Sendable () -> Void)?
    var next: EffectTurn?

    var isFinished: Bool { hasEnded && remaining == 0 }

    mutating func take() -> (start: (@Sendable () -> Void)?, next: EffectTurn?) {
      (remaining == 0 ? start.take() : nil, isFinished ? next.take() : nil)
    }
  }

  private let state: Mutex<State>

  init(after count: Int) {
    state = Mutex(State(remaining: count))
  }

  /// Calls a function when the turn begins, or at once if it already has.
  func onBegin(_ start: @escaping @Sendable () -> Void) {
    update { $0.start = start }
  }

  func noteEnd() {
    update { $0.remaining -= 1 }
  }

  /// Marks the effect as ended and releases the function that starts it.
  func end() {
    var start: (@Sendable () -> Void)?
    update { state in
      state.hasEnded = true
      start = state.start.take()
    }
    // Release the function after unlocking.
    withExtendedLifetime(start) {}
  }

  /// Marks a turn as waiting for this one.
  func onEnd(begin next: EffectTurn) {
    update { $0.next = next }
  }

  // A loop instead of recursion, because any number of turns may finish at once.
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
