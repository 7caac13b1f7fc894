// SPDX-License-Identifier: MIT

package import Lockstep
import LockstepTesting

extension TestScheduler {
  /// Waits until the time has come, or the task is cancelled; then it is up to the caller to look.
  package func pause(for stride: SchedulerStride) async {
    let waiting = Recorder<Pause>(.begun)
    let end: @Sendable () -> Void = {
      if case .waiting(let continuation) = waiting.replace(with: .over) { continuation.resume() }
    }
    let work = Recorder<ScheduledWork?>(nil)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if case .over = waiting.replace(with: .waiting(continuation)) {
          waiting.set(.over)
          return continuation.resume()
        }
        work.set(schedule(after: now.advanced(by: stride), end))
      }
    } onCancel: {
      end()
      work.value?.cancel()
    }
  }
}

private enum Pause {
  case begun
  case over
  case waiting(CheckedContinuation<Void, Never>)
}

extension Recorder {
  /// Replaces the value, and returns the one before.
  fileprivate func replace(with value: Value) -> Value {
    var value = value
    update { swap(&$0, &value) }
    return value
  }
}
