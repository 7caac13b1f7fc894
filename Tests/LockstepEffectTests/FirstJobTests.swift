// SPDX-License-Identifier: MIT

import Dispatch
import LockstepTesting
import Testing

@testable import Lockstep

/// Tasks that begin in the call that starts them, without using `Task.immediate`.
@Suite struct FirstJobTests {
  @TaskLocal private static var color = "none"

  fileprivate actor Counter {
    private var count = 0

    func next() -> Int {
      count += 1
      return count
    }
  }

  private func start<Success: Sendable>(
    _ body: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    FirstJob.start(on: FirstJobExecutor.shared, body)
  }

  @Test func `a body runs in the call until it first suspends`() async {
    let log = Recorder<[String]>([])
    let thread = currentThread()
    let counter = Counter()
    let task = start {
      log.update { $0.append(currentThread() == thread ? "begins here" : "begins elsewhere") }
      let count = await counter.next()
      log.update { $0.append("count \(count)") }
      await Task.yield()
      try? await Task.sleep(nanoseconds: 1_000)
      log.update { $0.append("ends") }
      return count
    }
    log.update { $0.append("returned") }
    #expect(log.value.first == "begins here")
    #expect(await task.value == 1)
    #expect(Set(log.value) == ["begins here", "returned", "count 1", "ends"])
    #expect(log.value.count == 4)
  }

  @Test func `a body that does not suspend has ended when the call returns`() async {
    let log = Recorder<[Int]>([])
    let tasks = (1...100).map { number in start { log.update { $0.append(number) } } }
    #expect(log.value == Array(1...100))
    for task in tasks { await task.value }
  }

  @Test func `a task may start another task, and each begins in its own call`() async {
    let log = Recorder<[String]>([])
    let outer = start {
      log.update { $0.append("outer") }
      let inner = FirstJob.start(on: FirstJobExecutor.shared) {
        log.update { $0.append("inner") }
        await Task.yield()
      }
      log.update { $0.append("outer again") }
      await inner.value
    }
    log.update { $0.append("returned") }
    #expect(log.value == ["outer", "inner", "outer again", "returned"])
    await outer.value
  }

  @Test func `child tasks of a body run`() async {
    let task = start {
      async let first = Counter().next()
      let rest = await withTaskGroup(of: Int.self) { group in
        for number in 1...10 { group.addTask { number } }
        return await group.reduce(0, +)
      }
      return await first + rest
    }
    #expect(await task.value == 56)
  }

  @Test func `a body that is isolated to the main actor runs there`() async {
    let isOnMain = Recorder(false)
    let task = start { @MainActor in
      MainActor.assertIsolated()
      isOnMain.update { $0 = isOnMainQueue }
      return await Counter().next()
    }
    #expect(await task.value == 1)
    #expect(isOnMain.value)
  }

  @Test func `a body that is isolated to an actor runs on that actor`() async {
    let task = Counter().startCounting()
    #expect(await task.value == 2)
  }

  @Test func `the caller keeps its task-local values, and the body inherits them`() async {
    await Self.$color.withValue("red") {
      let priority = Task.currentPriority
      let task = start {
        let first = Self.color
        await Task.yield()
        return [first, Self.color]
      }
      #expect(Self.color == "red")
      #expect(Task.currentPriority == priority)
      #expect(await task.value == ["red", "red"])
    }
  }

  @Test func `a cancelled task sees its cancellation`() async {
    let task = start {
      while Task.isCancelled == false { try? await Task.sleep(nanoseconds: 1_000) }
      return true
    }
    task.cancel()
    #expect(await task.value)
  }

  @Test func `many threads start tasks at the same time`() async {
    let log = Recorder<Set<Int>>([])
    DispatchQueue.concurrentPerform(iterations: 1_000) { number in
      let thread = currentThread()
      _ = FirstJob.start(on: FirstJobExecutor.shared) {
        #expect(currentThread() == thread)
        log.update { _ = $0.insert(number) }
        await Task.yield()
      }
    }
    #expect(log.value.count == 1_000)
  }

  @Test func `a task on the executor of a test store begins in the call`() {
    let log = Recorder<[String]>([])
    let executor = ManualExecutor {}
    let task = FirstJob.start(on: executor) {
      log.update { $0.append("begins") }
      await Task.yield()
      log.update { $0.append("ends") }
    }
    #expect(log.value == ["begins"])
    while executor.runNext() {}
    #expect(log.value == ["begins", "ends"])
    withExtendedLifetime(task) {}
  }
}

extension FirstJobTests.Counter {
  fileprivate nonisolated func startCounting() -> Task<Int, Never> {
    FirstJob.start(on: FirstJobExecutor.shared) { await self.countTwice() }
  }

  private func countTwice() -> Int {
    _ = next()
    return next()
  }
}
