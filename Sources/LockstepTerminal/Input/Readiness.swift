// SPDX-License-Identifier: MIT

internal import Foundation
internal import Synchronization

enum ReadinessEvent: Sendable {
  case readable
  case timeout
  case cancelled
}

/// Waits until a descriptor is readable, without blocking a thread.
///
/// The caller has tried to read and found no data. Files and devices that are always ready, which not every system can
/// watch, therefore never reach this function.
func readiness(of descriptor: Int32, timeout: Duration?) async -> ReadinessEvent {
  let wait = ReadinessWait()
  return await withTaskCancellationHandler {
    await withCheckedContinuation { continuation in
      wait.start(descriptor: descriptor, timeout: timeout, continuation: continuation)
    }
  } onCancel: {
    wait.end(.cancelled)
  }
}

private final class ReadinessWait: Sendable {
  private enum State {
    case new
    case waiting(CheckedContinuation<ReadinessEvent, Never>, any DispatchSourceRead)
    case ended
  }

  private let state = Mutex(State.new)

  func start(
    descriptor: Int32,
    timeout: Duration?,
    continuation: CheckedContinuation<ReadinessEvent, Never>
  ) {
    let isNew = state.withLock { state in
      guard case .new = state else { return false }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
      source.setEventHandler { self.end(.readable) }
      source.activate()
      state = .waiting(continuation, source)
      return true
    }
    guard isNew else {
      continuation.resume(returning: .cancelled)
      return
    }
    if let timeout {
      let (seconds, attoseconds) = timeout.components
      let delay = Double(seconds) + Double(attoseconds) / 1e18
      DispatchQueue.global().asyncAfter(deadline: .now() + delay) { self.end(.timeout) }
    }
  }

  func end(_ event: ReadinessEvent) {
    let ended = state.withLock { state in
      defer { state = .ended }
      return state
    }
    if case .waiting(let continuation, let source) = ended {
      source.cancel()
      continuation.resume(returning: event)
    }
  }
}
