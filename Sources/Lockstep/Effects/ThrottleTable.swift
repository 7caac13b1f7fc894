// SPDX-License-Identifier: MIT

internal import Synchronization

/// The open windows of the throttled effects of one store, by their ids.
///
/// A window opens when a value passes, and holds at most one value up until it ends. Then the value
/// passes and opens the next window; without one, nothing is left of the window.
final class ThrottleTable: Sendable {
  /// A value that waits for the end of a window.
  struct Held: Sendable {
    /// Only the holder knows the type.
    var value: any ThrottledValue
    var holder: any ThrottleHolder

    /// Its own source was cancelled while it waited.
    var isVoid: Bool { value.source.isCancelled }
  }

  /// What becomes of a value that arrives.
  enum Arrival {
    /// It passes, and the one who asks lets the window with this number end.
    case passes(window: UInt64)
    /// It waits, in place of another one.
    case waits(insteadOf: Held?)
    /// Another one waits that came first.
    case isDropped
  }

  private struct Window {
    var number: UInt64
    var end: ScheduledWork?
    /// What is waited for until then, in words.
    var wait: (@Sendable () -> String)?
    var held: Held?
  }

  private struct State {
    var windows: [CancellationID: Window] = [:]
    var lastNumber: UInt64 = 0

    mutating func open(_ id: CancellationID) -> UInt64 {
      lastNumber += 1
      windows[id] = Window(number: lastNumber)
      return lastNumber
    }
  }

  private let state = Mutex(State())

  func add(_ value: Held, to id: CancellationID, latest: Bool) -> Arrival {
    state.withLock { state in
      guard let held = state.windows[id].map(\.held) else { return .passes(window: state.open(id)) }
      if latest == false, held?.isVoid == false { return .isDropped }
      state.windows[id]?.held = value
      return .waits(insteadOf: held)
    }
  }

  /// Notes how the end of a window is scheduled.
  func setEnd(
    _ work: ScheduledWork,
    of id: CancellationID,
    window number: UInt64,
    wait: @escaping @Sendable () -> String
  ) {
    state.withLock { state in
      // An immediate scheduler has ended it already.
      guard state.windows[id]?.number == number else { return }
      state.windows[id]?.end = work
      state.windows[id]?.wait = wait
    }
  }

  /// Ends a window, and lets what has waited for it be sent, which opens the next one.
  func sendNext(_ id: CancellationID, after window: UInt64) {
    guard let next = end(id, window: window) else { return }
    next.held.holder.send(next.held.value, opening: next.window)
  }

  /// Ends a window; returns what has waited for it, and the number of the window that it opens.
  private func end(_ id: CancellationID, window number: UInt64) -> (held: Held, window: UInt64)? {
    // The window is let go of outside of the lock: what it holds may end something that asks here.
    let (ended, next) = state.withLock { state -> (Window?, UInt64?) in
      guard let window = state.windows[id], window.number == number else { return (nil, nil) }
      if window.held != nil { return (window, state.open(id)) }
      state.windows[id] = nil
      return (window, nil)
    }
    guard let held = ended?.held, let next else { return nil }
    return (held, next)
  }

  /// Takes out what waits, of one holder or of any.
  func takeHeld(of id: CancellationID, by holder: (any ThrottleHolder)? = nil) -> Held? {
    state.withLock { state in
      guard let held = state.windows[id]?.held, holder == nil || held.holder === holder else {
        return nil
      }
      state.windows[id]?.held = nil
      return held
    }
  }

  deinit {
    for window in state.withLock({ $0.windows }).values { window.end?.cancel() }
  }
}

extension ThrottleTable: EffectWaitSource {
  package func wait(of effect: EffectScope) -> String? {
    let window = state.withLock { state in
      state.windows.values.first { $0.held?.holder.scope.isWithin(effect) == true }
    }
    return window?.wait.map { "waits on \($0())" }
  }
}

/// Whose value may wait for the end of a window.
protocol ThrottleHolder: AnyObject, Sendable {
  /// What the holder runs in.
  var scope: EffectScope { get }

  /// Sends the value on, unless it is void, and lets the window end that it opens.
  func send(_ value: any ThrottledValue, opening window: UInt64)

  /// Lets go of the value.
  func drop(_ value: any ThrottledValue)
}

/// A value that may wait, with where it comes from, which is kept running.
protocol ThrottledValue: Sendable {
  var source: EffectScope { get }
}
