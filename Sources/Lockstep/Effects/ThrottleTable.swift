// SPDX-License-Identifier: MIT

internal import Synchronization

/// The open windows of the throttled effects of one store, by id and feature.
///
/// A window opens when a value passes, and holds back at most one value until the window ends. That value
/// then passes and opens the next window; without such a value, nothing remains of the window.
final class ThrottleTable: Sendable {
  /// A value that waits for the end of a window.
  struct Held: Sendable {
    let value: any Sendable
    /// The source of the value, which is kept running.
    let source: EffectScope
    /// The scope of the operator that holds the value back.
    let scope: EffectScope
    /// Sends the value, unless it is discarded, and arranges for the window that it opens to end.
    let send: @Sendable (_ window: UInt64) -> Void
    /// Releases the value.
    let drop: @Sendable () -> Void

    /// Whether the value's own source was cancelled while the value waited.
    var isCancelled: Bool { source.isCancelled }
  }

  /// The outcome for a value that arrives.
  enum Arrival {
    /// The value passes, and the caller arranges for the window with this number to end.
    case passes(window: UInt64)
    /// The value waits, in place of another one, if any.
    case waits(insteadOf: Held?)
    /// The value is dropped, because a value that arrived earlier is waiting.
    case isDropped
  }

  private struct Window {
    var number: UInt64
    var end: ScheduledWork?
    /// A description of the wait until the window ends.
    var wait: (@Sendable () -> String)?
    var held: Held?
  }

  private struct State {
    var windows: [PlacedID: Window] = [:]
    var lastNumber: UInt64 = 0

    mutating func open(_ id: PlacedID) -> UInt64 {
      lastNumber += 1
      windows[id] = Window(number: lastNumber)
      return lastNumber
    }
  }

  private let state = Mutex(State())

  func add(_ value: Held, to id: PlacedID, latest: Bool) -> Arrival {
    state.withLock { state in
      guard let held = state.windows[id].map(\.held) else { return .passes(window: state.open(id)) }
      if latest == false, held?.isCancelled == false { return .isDropped }
      state.windows[id]?.held = value
      return .waits(insteadOf: held)
    }
  }

  /// Notes how the end of a window is scheduled.
  func setEnd(
    _ work: ScheduledWork,
    of id: PlacedID,
    window number: UInt64,
    wait: @escaping @Sendable () -> String
  ) {
    state.withLock { state in
      // An immediate scheduler has already ended the window.
      guard state.windows[id]?.number == number else { return }
      state.windows[id]?.end = work
      state.windows[id]?.wait = wait
    }
  }

  /// Ends a window and has the value that waited for its end sent, which opens the next window.
  func sendNext(_ id: PlacedID, after window: UInt64) {
    guard let next = end(id, window: window) else { return }
    next.held.send(next.window)
  }

  /// Ends a window; returns the value that waited for its end and the number of the window that the value
  /// opens.
  private func end(_ id: PlacedID, window number: UInt64) -> (held: Held, window: UInt64)? {
    // The window is released outside of the lock: what it holds may end something that calls this table.
    let (ended, next) = state.withLock { state -> (Window?, UInt64?) in
      guard let window = state.windows[id], window.number == number else { return (nil, nil) }
      if window.held != nil { return (window, state.open(id)) }
      state.windows[id] = nil
      return (window, nil)
    }
    guard let held = ended?.held, let next else { return nil }
    return (held, next)
  }

  /// Removes and returns the value that waits, of one operator or of any.
  func takeHeld(of id: PlacedID, by scope: EffectScope? = nil) -> Held? {
    state.withLock { state in
      guard let held = state.windows[id]?.held, scope == nil || held.scope === scope else {
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
      state.windows.values.first { $0.held?.scope.isWithin(effect) == true }
    }
    return window?.wait.map { "waits on \($0())" }
  }
}
