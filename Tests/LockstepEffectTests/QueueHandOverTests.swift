// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import LockstepTestSupport
import LockstepTesting
import Testing

@testable import Lockstep

/// A thread that delivers values of other threads stops at a limit, and another thread continues.
@Suite struct QueueHandOverTests {
  typealias Numbers = Effect<Int, Never>

  /// An operator that passes on all values.
  enum Operator: CaseIterable, Sendable {
    case flatMap
    case handleEvents
  }

  /// An effect whose other sources send during the delivery of the first number of its own source.
  private final class Flood: Sendable {
    private struct Delivery: Sendable {
      let number: Int
      let thread: UInt
    }

    /// The number of values that each of the other sources sends.
    private static let share = 100
    /// The number of values of the other sources.
    static let count = 3 * share

    /// The source whose first number is 0.
    let own = CallbackSource()
    private let others = (1...3).map { _ in CallbackSource() }
    private let deliveries = Recorder<[Delivery]>([])

    /// Returns the effect, which the caller starts once.
    ///
    /// - Parameters:
    ///   - operator: The operator that passes on all values.
    ///   - first: Called during the delivery of the first number, after the other sources have sent.
    ///   - delivered: Called in each delivery, with the number of deliveries.
    /// - Returns: The effect.
    func numbers(
      through operator: Operator = .handleEvents,
      first: @escaping @Sendable () -> Void = {},
      delivered: @escaping @Sendable (_ count: Int) -> Void = { _ in }
    ) -> Numbers {
      let pass: @Sendable (Int) -> Void = { [self] number in
        guard number == 0 else { return }
        letOthersSend()
        first()
      }
      let numbers = Numbers.merge(([own] + others).map(\.numbers))
      let passed =
        switch `operator` {
        case .flatMap:
          numbers.flatMap { number in
            pass(number)
            return Numbers(value: number)
          }
        case .handleEvents: numbers.handleEvents(receiveOutput: pass)
        }
      return passed.handleEvents(receiveOutput: { [deliveries] number in
        let delivery = Delivery(number: number, thread: currentThread())
        delivered(
          deliveries.update {
            $0.append(delivery)
            return $0.count
          }
        )
      })
    }

    /// Makes each other source send on its own thread, and returns when all have sent.
    private func letOthersSend() {
      let isSent = DispatchSemaphore(value: 0)
      for (index, source) in others.enumerated() {
        Thread.detachNewThread {
          for number in Self.numbers(of: index + 1) { source.send(number) }
          isSent.signal()
        }
      }
      for _ in others { _ = isSent.isSignalled() }
    }

    private static func numbers(of source: Int) -> [Int] {
      Array(1_000 * source..<1_000 * source + share)
    }

    var deliveryCount: Int { deliveries.value.count }

    func deliveryCount(on thread: UInt) -> Int {
      deliveries.value.count { $0.thread == thread }
    }

    /// Expects that every value was delivered once, and in the order of its source.
    func expectAll(
      ofOwn own: [Int] = [0],
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let numbers = deliveries.value.map(\.number)
      #expect(numbers.count == own.count + Self.count, sourceLocation: sourceLocation)
      for source in 0...others.count {
        let expected = source == 0 ? own : Self.numbers(of: source)
        #expect(numbers.filter { $0 / 1_000 == source } == expected, sourceLocation: sourceLocation)
      }
    }
  }

  /// Makes a delivery on another thread wait until a call on this thread returns.
  private struct Gate: Sendable {
    let thread = currentThread()
    private let hasReturned = DispatchSemaphore(value: 0)

    /// Waits, unless the current thread is the one that opens the gate.
    func wait() {
      if currentThread() != thread { _ = hasReturned.isSignalled() }
    }

    func open() { hasReturned.signal() }
  }

  @Test(arguments: Operator.allCases)
  func `a thread stops delivering the values of other threads at a limit`(
    through operator: Operator
  ) {
    // The second round checks that the limit applies to each call.
    for _ in 1...2 {
      let (flood, gate, isFinished) = (Flood(), Gate(), DispatchSemaphore(value: 0))
      let cancellable = flood.numbers(
        through: `operator`,
        delivered: { count in
          if count == 150 { gate.wait() }
          if count == Flood.count + 2 { isFinished.signal() }
        }
      )
      .sink { _ in }
      flood.own.send(0)
      let count = flood.deliveryCount
      // This value waits behind the values of the other sources, and does not make this thread deliver again.
      flood.own.send(1)
      gate.open()
      #expect(isFinished.isSignalled())
      #expect(count < Flood.count)
      #expect(flood.deliveryCount(on: gate.thread) == 1 + QueueLoop.limit)
      flood.expectAll(ofOwn: [0, 1])
      cancellable.cancel()
    }
  }

  @Test(arguments: [true, false])
  func `a thread stops delivering for a live effect at a limit, but not for a manual store`(
    isLiveOneFirst: Bool
  ) {
    let (live, manual, gate) = (Flood(), Flood(), Gate())
    let isFinished = DispatchSemaphore(value: 0)
    let cancellable = live.numbers(
      // The queue that was entered last is emptied first.
      first: { if isLiveOneFirst { manual.own.send(0) } },
      delivered: { count in
        if count == 150 { gate.wait() }
        if count == Flood.count + 1 { isFinished.signal() }
      }
    )
    .sink { _ in }
    let store = ManualStore(
      initialState: 0,
      reducer: Reducer<Int, Int, Void> { _, _, _ in
        manual.numbers(first: { if isLiveOneFirst == false { live.own.send(0) } })
          .filter { _ in false }
      },
      environment: ()
    )
    store.send(0)
    (isLiveOneFirst ? live : manual).own.send(0)
    let (liveCount, manualCount) = (live.deliveryCount, manual.deliveryCount)
    gate.open()
    #expect(isFinished.isSignalled())
    #expect(liveCount < Flood.count)
    // The limit includes the values of the other queue.
    #expect(live.deliveryCount(on: gate.thread) == (isLiveOneFirst ? 1 : 1 + QueueLoop.limit))
    #expect(manualCount == 1 + Flood.count)
    #expect(manual.deliveryCount(on: gate.thread) == 1 + Flood.count)
    live.expectAll()
    manual.expectAll()
    cancellable.cancel()
    withExtendedLifetime(store) {}
  }

  @Test(arguments: Operator.allCases)
  func `a thread delivers all values of other threads in a test store and in a manual store`(
    through operator: Operator
  ) {
    func expectAll(on thread: UInt, of flood: Flood) {
      #expect(flood.deliveryCount(on: thread) == 1 + Flood.count)
      flood.expectAll()
    }
    func reducer(_ flood: Flood) -> Reducer<Int, Int, Void> {
      Reducer { _, _, _ in flood.numbers(through: `operator`).filter { _ in false } }
    }
    let floods = (Flood(), Flood())
    let testStore = TestStore(initialState: 0, reducer: reducer(floods.0), environment: ())
    testStore.send(0)
    floods.0.own.send(0)
    expectAll(on: currentThread(), of: floods.0)
    testStore.skipRunning()
    let manualStore = ManualStore(initialState: 0, reducer: reducer(floods.1), environment: ())
    manualStore.send(0)
    floods.1.own.send(0)
    expectAll(on: currentThread(), of: floods.1)
    withExtendedLifetime(manualStore) {}
  }
}
