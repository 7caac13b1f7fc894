// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@Suite struct TestSchedulerTests {
  private let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
  private let log = Recorder<[String]>([])

  private func note(_ name: String) -> @Sendable () -> Void {
    { [log, clock] in log.update { $0.append("\(name) at \(clock.now.nanoseconds)") } }
  }

  private func instant(_ nanoseconds: Int64) -> SchedulerTime<Never> {
    SchedulerTime(nanoseconds: nanoseconds)
  }

  @Test func `immediate work waits for the next move, which may be zero`() {
    clock.schedule(note("a"))
    clock.schedule(note("b"))
    #expect(log.value == [])
    clock.advance()
    #expect(log.value == ["a at 0", "b at 0"])
    clock.advance()
    #expect(log.value.count == 2)
  }

  @Test func `work runs when it is due, and ties run in scheduling order`() {
    clock.schedule(after: instant(5), note("late"))
    clock.schedule(after: instant(3), note("first"))
    clock.schedule(after: instant(3), note("second"))
    clock.schedule(after: instant(3), note("third"))
    clock.advance(by: .nanoseconds(2))
    #expect(log.value == [])
    clock.advance(by: .nanoseconds(1))
    #expect(log.value == ["first at 3", "second at 3", "third at 3"])
    clock.advance(to: instant(4))
    #expect(log.value.count == 3)
    clock.advance(to: instant(100))
    #expect(log.value.last == "late at 5")
    #expect(clock.now == instant(100))
  }

  @Test func `work schedules work, which runs in the same move if it is due`() {
    let (clock, noteInner, noteLate) = (clock, note("inner"), note("too late"))
    let noteOuter = note("outer")
    clock.schedule(after: instant(2)) {
      noteOuter()
      clock.schedule(after: clock.now.advanced(by: .nanoseconds(3)), noteInner)
      clock.schedule(after: clock.now.advanced(by: .nanoseconds(9)), noteLate)
    }
    clock.schedule(after: instant(3), note("other"))
    clock.advance(to: instant(10))
    #expect(log.value == ["outer at 2", "other at 3", "inner at 5"])
    #expect(clock.now == instant(10))
    clock.run()
    #expect(log.value.last == "too late at 11")
    #expect(clock.now == instant(11))
  }

  @Test func `immediate work that other work schedules runs after the waiting work`() {
    let (clock, noteInner, noteFirst) = (clock, note("inner"), note("first"))
    clock.schedule {
      noteFirst()
      clock.schedule(noteInner)
    }
    clock.schedule(note("second"))
    clock.advance()
    #expect(log.value == ["first at 0", "second at 0", "inner at 0"])
  }

  @Test func `work for a past instant is due at once`() {
    clock.advance(to: instant(10))
    clock.schedule(after: instant(3), note("past"))
    clock.schedule(after: instant(-5), note("far past"))
    #expect(log.value == [])
    clock.advance()
    #expect(Set(log.value) == ["past at 10", "far past at 10"])
    clock.advance(to: instant(4))
    clock.advance(by: .nanoseconds(-7))
    #expect(clock.now == instant(10))
  }

  @Test func `cancelled work does not run, even if work of the same move cancels it`() {
    let kept = clock.schedule(after: instant(1), note("kept"))
    let cancelled = clock.schedule(after: instant(1), note("cancelled"))
    cancelled.cancel()
    cancelled.cancel()
    let victim = clock.schedule(after: instant(4), note("victim"))
    let twin = Recorder<ScheduledWork?>(nil)
    clock.schedule(after: instant(2)) {
      victim.cancel()
      twin.value?.cancel()
    }
    twin.set(clock.schedule(after: instant(2), note("twin")))
    clock.advance(to: instant(10))
    kept.cancel()
    #expect(log.value == ["kept at 1"])
  }

  @Test func `distant work that is taken back again and again takes no more room`() {
    for number in 1...3 { clock.schedule(after: instant(Int64(number)), note("kept \(number)")) }
    for _ in 0..<100 {
      clock.schedule(after: instant(1_000), note("taken back")).cancel()
      #expect(clock.waitingCount == 3)
      #expect(clock.placeCount <= 6)
    }
    clock.run()
    #expect(log.value == ["kept 1 at 1", "kept 2 at 2", "kept 3 at 3"])
    #expect(clock.placeCount == 0)
  }

  @Test func `releasing the returned work does not cancel it`() {
    _ = clock.schedule(after: instant(1), note("kept"))
    clock.run()
    #expect(log.value == ["kept at 1"])
  }

  @Test func `repeating work`() {
    let work = clock.schedule(
      after: instant(2),
      interval: .nanoseconds(3),
      note("tick")
    )
    clock.schedule(after: instant(5), note("tie"))
    clock.advance(to: instant(9))
    #expect(log.value == ["tick at 2", "tick at 5", "tie at 5", "tick at 8"])
    work.cancel()
    clock.advance(to: instant(100))
    #expect(log.value.count == 4)
  }

  @Test func `repeating work keeps its position in the scheduling order`() {
    let values = Recorder<[Int]>([])
    let works = [(1, 1), (2, 42)].map { interval, value in
      clock.schedule(after: clock.now, interval: .seconds(interval)) {
        values.update { $0.append(value) }
      }
    }
    clock.advance(by: 2)
    #expect(values.value == [1, 42, 1, 1, 42])
    clock.advance(by: 4)
    #expect(values.value == [1, 42, 1, 1, 42, 1, 1, 42, 1, 1, 42])
    for work in works { work.cancel() }
  }

  @Test func `repeating work runs before work that was scheduled later for the same instant`() {
    let tick = clock.schedule(after: instant(5), interval: .nanoseconds(5), note("tick"))
    clock.schedule(after: instant(10), note("delay"))
    clock.advance(to: instant(7))
    clock.schedule(after: instant(15), note("late delay"))
    clock.advance(to: instant(15))
    tick.cancel()
    #expect(
      log.value == ["tick at 5", "tick at 10", "delay at 10", "tick at 15", "late delay at 15"]
    )
  }

  @Test func `repeating work ends at the last instant`() {
    let end = Int64.max
    let first = instant(end - 3)
    clock.schedule(after: first, interval: .nanoseconds(2), note("tick"))
    clock.schedule(after: instant(end), note("last"))
    clock.run()
    #expect(log.value == ["tick at \(end - 3)", "tick at \(end - 1)", "last at \(end)"])
    #expect(clock.waitingCount == 0)
  }

  @Test func `repeating work may cancel itself`() {
    let work = Recorder<ScheduledWork?>(nil)
    let count = Recorder(0)
    work.set(
      clock.schedule(after: instant(1), interval: .nanoseconds(1)) {
        count.update { $0 += 1 }
        if count.value == 3 { work.value?.cancel() }
      }
    )
    clock.run()
    #expect(count.value == 3)
    #expect(clock.now == instant(3))
  }

  @Test func `an interval that is not positive becomes a nanosecond`() {
    let count = Recorder(0)
    let zero = clock.schedule(after: instant(1), interval: 0) { count.update { $0 += 1 } }
    let negative = clock.schedule(after: instant(1), interval: -1) { count.update { $0 += 1 } }
    clock.advance(to: instant(5))
    zero.cancel()
    negative.cancel()
    clock.run()
    #expect(count.value == 10)
  }

  @Test func `a scheduler runs ten thousand pieces of work`() {
    let count = Recorder(0)
    for number in 0..<10_000 {
      clock.schedule(after: instant(Int64((number * 7_919) % 10_000))) {
        count.update { $0 += 1 }
      }
    }
    clock.run()
    #expect(count.value == 10_000)
    #expect(clock.now == instant(9_999))
  }

  @Test func `cancelled work is released at once, and waiting work with its scheduler`() {
    let weak: (cancelled: WeakToken, waiting: WeakToken)
    do {
      let clock = TestScheduler<Never>(now: instant(0))
      let (cancelled, waiting) = (Token(), Token())
      weak = (WeakToken(token: cancelled), WeakToken(token: waiting))
      clock.schedule(after: instant(1)) { _ = waiting }
      let work = Self.schedule(holding: cancelled, on: clock)
      work.cancel()
    }
    #expect(weak.cancelled.isDeallocated)
    #expect(weak.waiting.isDeallocated)
  }

  private static func schedule(
    holding token: Token,
    on clock: TestScheduler<Never>
  ) -> ScheduledWork {
    clock.schedule(after: SchedulerTime(nanoseconds: 1)) { _ = token }
  }

  @Test func `a test scheduler starts at the origin of its time line`() {
    #expect(DispatchQueue.test.now == SchedulerTime(nanoseconds: 1))
    #expect(RunLoop.test.now.date == Date(timeIntervalSince1970: 0))
    #expect(OperationQueue.test.now.date == Date(timeIntervalSince1970: 0))
    let clock = RunLoop.test
    clock.advance(by: 1.5)
    #expect(clock.now.date == Date(timeIntervalSince1970: 1.5))
    #expect(SchedulerTime<RunLoop>(Date(timeIntervalSince1970: 1.5)) == clock.now)
  }

  // MARK: A model

  /// Runs random calls on the scheduler and on a naive model, and compares the work that ran and its instants.
  @Test(arguments: 0..<200) func `it does what a naive model does`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let clock = TestScheduler<Never>(now: instant(0))
    let ran = Recorder<[Ran]>([])
    let model = Model()
    var works: [ScheduledWork] = []
    for number in 0..<60 {
      switch Int.random(in: 0...9, using: &random) {
      case 0...3:
        let due = clock.now.nanoseconds + Int64.random(in: -2...6, using: &random)
        works.append(
          clock.schedule(after: instant(due)) {
            ran.update { $0.append(Ran(number: number, instant: clock.now.nanoseconds)) }
          }
        )
        model.add(number, due: due)
      case 4:
        let due = clock.now.nanoseconds + Int64.random(in: 0...6, using: &random)
        let interval = Int64.random(in: 1...4, using: &random)
        works.append(
          clock.schedule(after: instant(due), interval: .nanoseconds(interval)) {
            ran.update { $0.append(Ran(number: number, instant: clock.now.nanoseconds)) }
          }
        )
        model.add(number, due: due, interval: interval)
      case 5:
        clock.schedule {
          ran.update { $0.append(Ran(number: number, instant: clock.now.nanoseconds)) }
        }
        model.add(number, due: clock.now.nanoseconds, isCancellable: false)
        works.append(.done)
      case 6 where works.isEmpty == false:
        let index = Int.random(in: works.indices, using: &random)
        works[index].cancel()
        model.remove(index)
      default:
        let stride = Int64.random(in: 0...5, using: &random)
        clock.advance(by: .nanoseconds(stride))
        model.advance(by: stride)
      }
      #expect(ran.value == model.ran, "seed \(seed), step \(number)")
      #expect(clock.now.nanoseconds == model.now)
      #expect(clock.placeCount <= 2 * clock.waitingCount, "seed \(seed), step \(number)")
    }
  }

  private struct Ran: Equatable {
    var number: Int
    var instant: Int64
  }

  private final class Model {
    private struct Work {
      var index: Int
      var number: Int
      var due: Int64
      var order: Int
      var interval: Int64?
      /// Immediate work cannot be cancelled.
      var isCancellable = true
    }

    private(set) var now: Int64 = 0
    private(set) var ran: [Ran] = []
    private var waiting: [Work] = []
    private var lastIndex = -1
    private var lastOrder = 0

    func add(_ number: Int, due: Int64, interval: Int64? = nil, isCancellable: Bool = true) {
      lastIndex += 1
      lastOrder += 1
      waiting.append(
        Work(
          index: lastIndex,
          number: number,
          due: max(due, now),
          order: lastOrder,
          interval: interval,
          isCancellable: isCancellable
        )
      )
    }

    func remove(_ index: Int) {
      waiting.removeAll { $0.index == index && $0.isCancellable }
    }

    func advance(by stride: Int64) {
      let end = now + stride
      while let next = waiting.min(by: { ($0.due, $0.order) < ($1.due, $1.order) }),
        next.due <= end
      {
        waiting.removeAll { $0.index == next.index }
        now = max(now, next.due)
        ran.append(Ran(number: next.number, instant: now))
        if let interval = next.interval {
          waiting.append(
            Work(
              index: next.index,
              number: next.number,
              due: next.due + interval,
              order: next.order,
              interval: interval
            )
          )
        }
      }
      now = end
    }
  }
}
