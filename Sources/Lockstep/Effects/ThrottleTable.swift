// SPDX-License-Identifier: MIT

internal import Synchronization

/// The open windows (intervals) of a store's throttled effects, by id and feature.
///
/// A value that passes opens a window, which holds back at most one value. When the window ends, the held value passes
/// and opens the next window. A window without a held value is removed.
final class ThrottleTable: Sendable {
  struct Held: Sendable {
    let value: any Sendable
    /// The source of the value, which keeps running until the value is sent or dropped.
    let source: EffectScope
    let scope: EffectScope
    /// Sends the value, unless it is discarded, and schedules the end of the window that it opens.
    let send: @Sendable (_ window: UInt64) -> Void
    let drop: @Sendable () -> Void

    var isCancelled: Bool { source.isCancelled }
  }

  enum Arrival {
    /// The value passes, and the caller schedules the end of its window.
    case passes(window: UInt64)
    case waits(insteadOf: Held?)
    case isDropped
  }

  private struct Window {
    var number: UInt64
    var end: ScheduledWork?
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

  func sendNext(_ id: PlacedID, after window: UInt64) {
    guard let next = end(id, window: window) else { return }
    next.held.send(next.window)
  }

  private func end(_ id: PlacedID, window number: UInt64) -> (held: Held, window: UInt64)? {
    // Release the window outside the lock, because releasing its contents may call this table.
    let (ended, next) = state.withLock { state -> (Window?, UInt64?) in
      guard let window = state.windows[id], window.number == number else { return (nil, nil) }
      if window.held != nil { return (window, state.open(id)) }
      state.windows[id] = nil
      return (window, nil)
    }
    guard let held = ended?.held, let next else { return nil }
    return (held, next)
  }

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
