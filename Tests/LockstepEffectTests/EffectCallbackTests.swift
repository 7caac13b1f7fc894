// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests callbacks from any thread before, during and after the cancellation of their effect.
@Suite struct EffectCallbackTests {
  typealias Numbers = Effect<Int, Never>

  private static let queue = DispatchQueue(label: "receive", attributes: .concurrent)

  private static func kinds(_ effect: Numbers) -> [(name: String, effect: Numbers)] {
    let now = SchedulerTime<Never>(nanoseconds: 0)
    return [
      ("callback", effect),
      ("merge", .merge(effect, effect)),
      ("concatenate", .concatenate(effect, Numbers(value: -1))),
      ("flatMap", effect.flatMap { Numbers(value: $0) }),
      ("flatMap of tasks", effect.flatMap { number in .task { number } }),
      ("prefix", effect.prefix(100_000)),
      ("removeDuplicates", effect.removeDuplicates()),
      ("tryMap", effect.tryMap { $0 }),
      ("catch", effect.setFailureType(to: Problem.self).replaceError(with: 0)),
      ("receive at once", effect.receive(on: TimelessScheduler.immediate(at: now))),
      ("receive", effect.receive(on: queue.eraseToAnyScheduler())),
      ("nested id", effect.cancellable(id: "inner")),
    ]
  }

  /// Waits until the queue has performed all work.
  ///
  /// A value that arrives while another value is delivered is enqueued again, so one barrier is not enough.
  private static func waitForQueue(until isDone: () -> Bool) {
    for _ in 0..<10_000 {
      queue.sync(flags: .barrier) {}
      if isDone() { return }
    }
  }

  private static func onEightThreads(_ subscribers: [Numbers.Subscriber]) {
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<50 {
        for subscriber in subscribers { subscriber.send(thread * 50 + number) }
      }
    }
  }

  private let given = Recorder<[Numbers.Subscriber]>([])

  private var effect: Numbers {
    .run { [given] subscriber in
      given.update { $0.append(subscriber) }
      return AnyCancellable {}
    }
  }

  @Test func `values that eight threads send before the cancellation are dropped`() {
    for (name, effect) in Self.kinds(effect) {
      given.set([])
      let run = EffectRun(effect.cancellable(id: 1))
      let subscribers = given.value
      // Both effects run in one turn, so the numbers still wait when the cancellation starts.
      run.start(.merge(.fireAndForget { Self.onEightThreads(subscribers) }, .cancel(id: 1)))
      Self.waitForQueue {
        run.settle()
        return run.picture.filter { $0 == "|" }.count == 2
      }
      #expect(subscribers.isEmpty == false && run.picture == "| |", "\(name)")
    }
  }

  @Test func `values that eight threads send after the cancellation are dropped`() {
    for (name, effect) in Self.kinds(effect) {
      given.set([])
      let run = EffectRun(effect.cancellable(id: 1))
      let subscribers = given.value
      run.start(.cancel(id: 1))
      Self.onEightThreads(subscribers)
      for subscriber in subscribers { subscriber.send(completion: .finished) }
      run.settle()
      #expect(subscribers.isEmpty == false && run.picture == "| |", "\(name)")
    }
  }

  @Test func `a store can be released while eight threads send values`() {
    for (name, effect) in Self.kinds(effect) {
      given.set([])
      let census = Census()
      let work = DispatchGroup()
      do {
        let member = census.makeMember()
        let run = EffectRun(
          effect.map { number in
            member.touch()
            return number
          }
        )
        let subscribers = given.value
        DispatchQueue.global().async(group: work) { Self.onEightThreads(subscribers) }
        run.settle()
      }
      work.wait()
      Self.waitForQueue { census.count == 0 }
      #expect(census.count == 0, "\(name)")
    }
  }

  @Test func `a callback that is kept after its effect ends retains nothing of the effect`() {
    enum End: CaseIterable { case cancellation, completion, release }
    for end in End.allCases {
      let given = Recorder<Numbers.Subscriber?>(nil)
      let census = Census()
      var run: EffectRun<Int, Never>? = EffectRun<Int, Never>()
      do {
        let member = census.makeMember()
        run?.start(
          Numbers.run { subscriber in
            given.set(subscriber)
            return AnyCancellable { subscriber.send(9) }
          }
          .map { number in
            member.touch()
            return number
          }
          .cancellable(id: 1)
        )
      }
      #expect(census.count == 1)
      switch end {
      case .cancellation: run?.start(.cancel(id: 1))
      case .completion: given.value?.send(completion: .finished)
      case .release: run = nil
      }
      run?.settle()
      #expect(census.count == 0, "\(end)")
      given.value?.send(1)
      given.value?.send(completion: .finished)
      run?.settle()
      #expect(run?.picture.contains { $0.isNumber } != true, "\(end)")
    }
  }

  @Test func `a body that ignores its cancellation retains nothing of the ended effect`() {
    let census = Census()
    let resume = Recorder<(@Sendable () -> Void)?>(nil)
    let run = EffectRun<Int, Never>()
    do {
      let member = census.makeMember()
      run.start(
        Numbers.run { send in
          await withCheckedContinuation { continuation in resume.set { continuation.resume() } }
          send(1)
        }
        .map { number in
          member.touch()
          return number
        }
        .cancellable(id: 1)
      )
    }
    run.start(.cancel(id: 1))
    #expect(census.count == 0)
    resume.value?()
    run.settle()
    #expect(run.picture == "| |")
  }

  @Test func `values that a cancellation handler sends are dropped`() {
    let run = EffectRun(
      Effect<Int, Problem>.run { subscriber in
        subscriber.send(1)
        subscriber.send(completion: .finished)
        return AnyCancellable {
          subscriber.send(2)
          subscriber.send(completion: .failure(Problem()))
        }
      }
    )
    #expect(run.picture == "1 |")
  }
}
