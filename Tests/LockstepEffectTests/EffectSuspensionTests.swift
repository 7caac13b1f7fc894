// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Cancellation at each point where an effect suspends.
@Suite struct EffectSuspensionTests {
  typealias Numbers = Effect<Int, Never>

  private enum Action: Sendable {
    case start
    case cancel
    case value(Int)
    case ended
  }

  /// A store whose jobs a test runs one by one.
  private struct Stepper {
    let runtime: StoreRuntime<[String], Action>
    let executor = ManualExecutor {}

    init(_ effect: Numbers) {
      runtime = StoreRuntime(
        initialState: [],
        context: EffectContext(executor: executor),
        actionLimit: 10_000
      ) { state, action in
        switch action {
        case .start:
          let values = effect.map(Action.value).cancellable(id: "id")
          return .concatenate(values, Effect(value: .ended))
        case .cancel:
          return .cancel(id: "id")
        case .value(let number):
          state.append("\(number)")
        case .ended:
          state.append("|")
        }
        return .none
      }
    }

    func send(_ action: Action) {
      _ = runtime.send(action, from: CodeLocation())
      runtime.processMail()
    }

    /// Runs a job and receives the values that it sent.
    ///
    /// Returns false if no job is waiting.
    func step() -> Bool {
      defer { runtime.processMail() }
      return executor.runNext()
    }
  }

  /// Bodies that suspend in every way that Swift offers, and send their progress.
  private static let bodies: [(name: String, body: @Sendable (Send<Int>) async -> Void)] = [
    (
      "yields",
      { send in
        for number in 1...5 {
          send(number)
          await Task.yield()
        }
        send(6)
      }
    ),
    (
      "calls",
      { send in
        func call(_ number: Int) async -> Int {
          await Task.yield()
          return number
        }
        for number in 1...3 { send(await call(number)) }
      }
    ),
    (
      "async let",
      { send in
        async let first = number(1)
        async let second = number(2)
        send(await first)
        send(await second)
      }
    ),
    (
      "task group",
      { send in
        await withTaskGroup(of: Int.self) { group in
          for number in 1...3 {
            group.addTask {
              send(number)
              await Task.yield()
              return number * 10
            }
          }
          for await number in group { send(number) }
        }
      }
    ),
    (
      "stream",
      { send in
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        async let done: Void = {
          for number in 1...3 {
            continuation.yield(number)
            await Task.yield()
          }
          continuation.finish()
        }()
        for await number in stream { send(number) }
        await done
      }
    ),
    (
      "actor",
      { send in
        let counter = Counter()
        for _ in 1...3 { send(await counter.next()) }
      }
    ),
    (
      "continuation",
      { send in
        for number in 1...3 {
          send(await withCheckedContinuation { $0.resume(returning: number) })
          await Task.yield()
        }
      }
    ),
  ]

  private static func number(_ number: Int) async -> Int {
    await Task.yield()
    return number
  }

  private actor Counter {
    private var count = 0

    func next() async -> Int {
      await Task.yield()
      count += 1
      return count
    }
  }

  @Test func `an effect that is cancelled after any of its jobs sends nothing more`() {
    for (name, body) in Self.bodies {
      let whole = Stepper(.run { send in await body(send) })
      whole.send(.start)
      var states = [whole.runtime.state]
      while whole.step() { states.append(whole.runtime.state) }
      #expect(states.count > 4 && states.last?.last == "|", "\(name)")

      for (jobs, state) in states.enumerated() {
        let hasReturned = Recorder(false)
        let stepper = Stepper(
          .run { send in
            await body(send)
            hasReturned.set(true)
          }
        )
        stepper.send(.start)
        for _ in 0..<jobs { _ = stepper.step() }
        #expect(stepper.runtime.state == state, "\(name), \(jobs) jobs")
        stepper.send(.cancel)
        let expected = state.last == "|" ? state : state + ["|"]
        #expect(stepper.runtime.state == expected, "\(name), cancelled after \(jobs) jobs")
        while stepper.step() {}
        #expect(stepper.runtime.state == expected, "\(name), cancelled after \(jobs) jobs")
        // The body began in the call that started the effect, and runs to its end.
        #expect(hasReturned.value, "\(name), \(jobs) jobs")
      }
    }
  }

  @Test func `a body sees its cancellation when it resumes`() {
    for stop in 0...4 {
      let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
      let seen = Recorder<[Bool]>([])
      let run = EffectRun(
        Numbers.run { send in
          for number in 1...4 {
            await clock.pause(for: 1)
            seen.update { $0.append(Task.isCancelled) }
            if Task.isCancelled { return }
            send(number)
          }
        }
        .cancellable(id: 1)
      )
      clock.advance(by: .seconds(stop))
      run.start(.cancel(id: 1))
      clock.advance(by: 9)
      let sent = (1...4).prefix(stop).map { "\($0) " }.joined()
      #expect(run.picture == sent + "| |")
      #expect(seen.value == Array(repeating: false, count: stop) + (stop < 4 ? [true] : []))
    }
  }

  // MARK: Parts of combinations

  @Test func `cancelling a concatenation between its halves skips the second half`() {
    let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    let started = Recorder<[String]>([])
    func half(_ name: String) -> Numbers {
      .concatenate(
        .fireAndForget { started.update { $0.append(name) } },
        Numbers(value: 1).delay(for: 1, scheduler: clock)
      )
    }
    let run = EffectRun(
      Numbers.concatenate(half("first"), .cancel(id: 1), half("second")).cancellable(id: 1)
    )
    clock.advance(by: 9)
    #expect(started.value == ["first"])
    #expect(run.picture == "1 |")
  }

  @Test func `cancelling an inner effect affects only that part of each combination`() {
    let subject = Subject<Int, Problem>()
    let inner = subject.effect.cancellable(id: "inner")
    typealias Failing = Effect<Int, Problem>
    let combinations: [(name: String, effect: Failing, after: String)] = [
      ("merge", .merge(inner, subject.effect.map { $0 * 10 }), "1 10 | 20"),
      ("concatenate", .concatenate(inner, subject.effect.map { $0 * 10 }), "1 | 20"),
      ("flatMap", Failing(value: 0).flatMap { _ in inner }, "1 | |"),
      (
        "flatMap of several",
        Failing.merge(Failing(value: 1), Failing(value: 2)).flatMap { number in
          number == 1 ? inner : subject.effect.map { $0 * 10 }
        }, "1 10 | 20"
      ),
      ("catch", Failing(error: Problem()).catch { _ in inner }, "1 | |"),
      ("caught", inner.catch { _ in Failing(value: 7) }, "1 | |"),
      ("prefix", inner.prefix(2), "1 | |"),
      ("removeDuplicates", inner.removeDuplicates(), "1 | |"),
      ("tryMap", inner.tryMap { $0 }, "1 | |"),
      ("deferred", .lazy { inner }, "1 | |"),
      ("fireAndForget", inner.fireAndForget(), "| |"),
      ("nested id", inner.cancellable(id: "outer"), "1 | |"),
    ]
    for (name, effect, after) in combinations {
      let run = EffectRun(effect)
      subject.send(1)
      run.start(.cancel(id: "inner"))
      subject.send(2)
      run.settle()
      #expect(run.picture == after, "\(name)")
    }
  }

  @Test func `only the last of a thousand effects that replace each other sends its value`() {
    let census = Census()
    let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    let run = EffectRun<Int, Never>()
    for number in 1...1_000 {
      let member = census.makeMember()
      run.start(
        .run { send in
          await clock.pause(for: 1)
          member.touch()
          send(number)
        }
        .cancellable(id: "search", cancelInFlight: true)
      )
      if number % 100 == 0 { #expect(census.count <= 2) }
    }
    clock.advance(by: 1)
    #expect(run.picture.filter { $0 != "|" && $0 != " " } == "1000")
    #expect(run.picture.filter { $0 == "|" }.count == 1_000)

    let inOneTurn = EffectRun<Int, Never>()
    inOneTurn.start(
      .merge(
        (1...1_000).map { number in
          .task { number }.cancellable(id: "search", cancelInFlight: true)
        }
      )
    )
    #expect(inOneTurn.picture == "1000 |")
  }
}
