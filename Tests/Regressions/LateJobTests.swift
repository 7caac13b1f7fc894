// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// Tasks that resume after their store is deallocated.
///
/// Their jobs went to an executor that no thread ran. The tasks never ended and leaked their captured values.
@Suite(.timeLimit(.minutes(60))) struct LateJobTests {
  /// An object that a task captures.
  private final class Capture: Sendable {
    let signal: AsyncStream<String>.Continuation

    init(_ signal: AsyncStream<String>.Continuation) {
      self.signal = signal
    }

    deinit {
      signal.yield("released")
      signal.finish()
    }
  }

  @Test(arguments: [Schedule.fifo, .random(seed: 1), .random(seed: 2)])
  func `an effect that resumes after the deallocation of its test store finishes`(
    _ schedule: Schedule
  ) async {
    let (signals, signal) = AsyncStream.makeStream(of: String.self)
    let resumption = Recorder<CheckedContinuation<Void, Never>?>(nil)
    do {
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, Int, Void> { [capture = Capture(signal)] _, _, _ in
          .fireAndForget { [capture] in
            defer { capture.signal.yield("deferred") }
            // Cancellation does not end this suspension.
            await withCheckedContinuation { resumption.set($0) }
            await Task.yield()
          }
        },
        environment: (),
        schedule: schedule
      )
      store.send(0)
      store.skipRunning()
    }
    resumption.value?.resume()
    var received: [String] = []
    for await signal in signals { received.append(signal) }
    #expect(received == ["deferred", "released"])
  }

  @Test func `an effect that resumes after the deallocation of its manual store finishes`() async {
    let (signals, signal) = AsyncStream.makeStream(of: String.self)
    let resumption = Recorder<CheckedContinuation<Void, Never>?>(nil)
    do {
      let store = ManualStore(
        initialState: 0,
        reducer: Reducer<Int, Int, Void> { [capture = Capture(signal)] _, _, _ in
          .fireAndForget { [capture] in
            defer { capture.signal.yield("deferred") }
            await withCheckedContinuation { resumption.set($0) }
            await Task.yield()
          }
        },
        environment: ()
      )
      store.send(0)
    }
    resumption.value?.resume()
    var received: [String] = []
    for await signal in signals { received.append(signal) }
    #expect(received == ["deferred", "released"])
  }

  @Test(arguments: [nil, 1, 2] as [UInt64?])
  func `a closed executor hands its jobs and later jobs to the global executor`(
    _ seed: UInt64?
  ) async {
    let driver = ManualDriver(
      at: CodeLocation(),
      IssueReporting.current,
      schedule: seed.map { RandomSchedule(seed: $0) }
    )
    let executor = driver.executor
    let waiting = (1...10).map { number in
      Task(executorPreference: executor) {
        await Task.yield()
        return number
      }
    }
    executor.close()
    let late = Task(executorPreference: executor) { 11 }
    var values: [Int] = []
    for task in waiting + [late] { values.append(await task.value) }
    #expect(values == Array(1...11))
    #expect(driver.drain(isNewRun: true))
  }
}
