// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Synchronization
import Testing

/// Effects outside of a store that are cancelled while another thread sends their value or their end.
///
/// The functions could still be called after the cancel had returned.
@Suite struct SinkCancelTests {
  typealias Numbers = Effect<Int, Never>

  enum Event: CaseIterable, Sendable {
    case value, end, valueAndEnd

    func send(to subscriber: Numbers.Subscriber) {
      if self != .end { subscriber.send(1) }
      if self != .value { subscriber.send(completion: .finished) }
    }
  }

  /// Lets two threads run at the same moment.
  private final class StartingLine: Sendable {
    private let arrivals = Atomic(0)

    /// Waits for the other thread in the given round, counted from 1.
    func meet(in round: Int) {
      arrivals.add(1, ordering: .sequentiallyConsistent)
      while arrivals.load(ordering: .sequentiallyConsistent) < 2 * round { sched_yield() }
    }
  }

  /// The moment at which a cancel has returned, and the number of calls that have begun after it.
  private final class Cancel: Sendable {
    private let hasReturned = Atomic(false)
    private let late = Atomic(0)

    var lateCount: Int { late.load(ordering: .sequentiallyConsistent) }

    func begin() { hasReturned.store(false, ordering: .sequentiallyConsistent) }

    func end() { hasReturned.store(true, ordering: .sequentiallyConsistent) }

    func noteCall() {
      if hasReturned.load(ordering: .sequentiallyConsistent) {
        late.add(1, ordering: .sequentiallyConsistent)
      }
    }
  }

  @Test(arguments: Event.allCases)
  func `no function begins to be called once the cancel has returned`(event: Event) {
    #expect(Self.lateCalls(of: event, rounds: 20_000) == 0)
  }

  /// Cancels effects while another thread sends their event; returns the number of calls that have begun after
  /// the cancel had returned.
  private static func lateCalls(of event: Event, rounds: Int) -> Int {
    let (begin, end, cancel) = (StartingLine(), StartingLine(), Cancel())
    let subscriber = Recorder<Numbers.Subscriber?>(nil)
    let numbers = Numbers.run {
      subscriber.set($0)
      return AnyCancellable {}
    }
    Thread.detachNewThread {
      for round in 1...rounds {
        begin.meet(in: round)
        if let subscriber = subscriber.value { event.send(to: subscriber) }
        end.meet(in: round)
      }
    }
    for round in 1...rounds {
      cancel.begin()
      let cancellable = numbers.sink(
        receiveCompletion: { _ in cancel.noteCall() },
        receiveValue: { _ in cancel.noteCall() }
      )
      begin.meet(in: round)
      // A little later in each round, so that the cancel meets each moment of the delivery.
      for _ in 0..<round % 100 { _ = cancel.lateCount }
      cancellable.cancel()
      cancel.end()
      end.meet(in: round)
    }
    return cancel.lateCount
  }
}
