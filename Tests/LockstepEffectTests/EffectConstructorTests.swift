// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@Suite struct EffectConstructorTests {
  typealias Numbers = Effect<Int, Problem>

  @Test func `synchronous effects`() {
    #expect(picture(Numbers.none) == "|")
    #expect(picture(Numbers(value: 1)) == "1 |")
    #expect(picture(Numbers(error: Problem())) == "x(problem 1) |")
    #expect(picture(Numbers.sync { 2 }) == "2 |")
    #expect(picture(Numbers.sync { () throws(Problem) in throw Problem() }) == "x(problem 1) |")
    #expect(picture(Effect<Int, any Error>.sync { 3 }) == "3 |")
    #expect(picture(Effect<Int, any Error>.sync { throw Problem() }) == "x(problem 1) |")
  }

  @Test func `sync computes its result each time the effect starts`() {
    let count = Recorder(0)
    let effect = Effect<Int, Never>.sync {
      count.update { $0 += 1 }
      return count.value
    }
    #expect(count.value == 0)
    let run = EffectRun(effect)
    run.start(effect)
    #expect(run.picture == "1 | 2 |")
  }

  @Test func `a task sends its result or its error`() {
    #expect(picture(Effect<Int, Never>.task { 1 }) == "1 |")
    let yielding = Numbers.task { () async throws(Problem) in
      await Task.yield()
      return 2
    }
    #expect(picture(yielding) == "2 |")
    let failing = Numbers.task { () async throws(Problem) in
      await Task.yield()
      throw Problem(code: 2)
    }
    #expect(picture(failing) == "x(problem 2) |")
    let anyError = Effect<Int, any Error>.task { throw Problem(code: 3) }
    #expect(picture(anyError) == "x(problem 3) |")
  }

  @Test func `an asynchronous run sends values until its body returns or throws`() {
    let numbers = Effect<Int, Never>.run { send in
      for number in 1...3 {
        send(number)
        await Task.yield()
      }
    }
    #expect(picture(numbers) == "1 2 3 |")
    let failing = Numbers.run { (send) async throws(Problem) in
      send(1)
      throw Problem()
    }
    #expect(picture(failing) == "1 x(problem 1) |")
    #expect(picture(Effect<Int, Never>.run { _ in await Task.yield() }) == "|")
  }

  @Test func `an asynchronous run calls its termination handlers when it ends or is cancelled`() {
    let log = Recorder<[String]>([])
    let note: @Sendable (String) -> Void = { text in log.update { $0.append(text) } }
    let sends = Recorder<Send<Int>?>(nil)
    let (gates, gate) = AsyncStream<Void>.makeStream()
    let effect = Effect<Int, Never>.run { send in
      sends.set(send)
      send.onTermination { note("first") }
      send.onTermination { note("second") }
      send(1)
      for await _ in gates {}
      note("body")
    }
    let cancelled = EffectRun(effect.cancellable(id: 1))
    #expect(log.value == [])
    cancelled.start(.cancel(id: 1))
    #expect(log.value == ["first", "second", "body"])
    sends.value?.onTermination { note("late") }
    #expect(log.value.last == "late")
    log.set([])
    gate.finish()
    #expect(picture(effect) == "1 |")
    #expect(log.value == ["body", "first", "second"])
  }

  @Test func `a callback effect sends values until it completes or fails`() {
    let numbers = Numbers.run { subscriber in
      for number in 1...3 { subscriber.send(number) }
      subscriber.send(completion: .finished)
      return AnyCancellable {}
    }
    #expect(picture(numbers) == "1 2 3 |")
    let failing = Numbers.run { subscriber in
      subscriber.send(1)
      subscriber.send(completion: .failure(Problem()))
      return AnyCancellable {}
    }
    #expect(picture(failing) == "1 x(problem 1) |")
    #expect(picture(Numbers.run { _ in AnyCancellable {} }) == "")
  }

  @Test func `a future sends only its first result`() {
    #expect(picture(Numbers.future { $0(.success(1)) }) == "1 |")
    #expect(picture(Numbers.future { $0(.failure(Problem())) }) == "x(problem 1) |")
    #expect(picture(Numbers.future { _ in }) == "")
    let twice = Numbers.future { callback in
      callback(.success(1))
      callback(.success(2))
      callback(.failure(Problem()))
    }
    #expect(picture(twice) == "1 |")
  }

  @Test func `a future sends a result that arrives after the effect starts`() {
    let callback = Recorder<(@Sendable (Result<Int, Problem>) -> Void)?>(nil)
    let run = EffectRun(Numbers.future { callback.set($0) })
    #expect(run.picture == "")
    callback.value?(.success(1))
    run.settle()
    #expect(run.picture == "1 |")
    callback.value?(.success(2))
    run.settle()
    #expect(run.picture == "1 |")
  }

  @Test func `fireAndForget runs its work and sends nothing`() {
    let done = Recorder<[String]>([])
    let synchronous = Numbers.fireAndForget { done.update { $0.append("synchronous") } }
    #expect(done.value == [])
    #expect(picture(synchronous) == "|")
    #expect(done.value == ["synchronous"])
    let asynchronous = Numbers.fireAndForget(name: "name") {
      await Task.yield()
      done.update { $0.append("asynchronous") }
    }
    #expect(picture(asynchronous) == "|")
    #expect(done.value == ["synchronous", "asynchronous"])
  }

  @Test func `a timer`() {
    let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    let instants = Effect.timer(id: 1, every: 2, on: clock).map { $0.nanoseconds / 1_000_000_000 }
    #expect(timeline(instants, clock, seconds: 7) == "-2-4-6-")
  }

  @Test func `a timer completes when another timer with its id starts or when its id is cancelled`()
  {
    let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    let run = EffectRun(Effect.timer(id: 1, every: 1, on: clock).map { _ in "a" })
    clock.advance(by: 2)
    run.start(Effect.timer(id: 1, every: 1, on: clock).map { _ in "b" })
    clock.advance(by: 2)
    run.start(.cancel(id: 1))
    clock.advance(by: 2)
    #expect(run.picture == "a a | b b | |")
  }

  @Test func `every constructor that takes 'name:' uses it as the name of the effect`() {
    let (stream, _) = AsyncStream.makeStream(of: Int.self)
    let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    let wait: @Sendable () async -> Void = { try? await clock.sleep(for: 1) }
    let effects: [Effect<Int, Never>] = [
      .fireAndForget(name: "a") { await wait() },
      .future(name: "b") { _ in },
      .run(name: "c") { _ in AnyCancellable {} },
      .run(name: "d") { _ in await wait() },
      .task(name: "e") {
        await wait()
        return 1
      },
      Effect(stream, name: "f"),
      Subject(name: "g").effect,
    ]
    let reducer = Reducer<Int, Int, Void> { _, action, _ in action == 0 ? .merge(effects) : .none }
    let issues = withReportedIssues {
      let store = TestStore(initialState: 0, reducer: reducer, environment: ())
      store.send(0)
    }
    let message = issues.first?.message ?? ""
    #expect(
      message.matches(of: /• (\w+ "\w"), made at/).map(\.output.1) == [
        #"fireAndForget "a""#, #"future "b""#, #"run "c""#, #"run "d""#, #"task "e""#,
        #"sequence "f""#, #"subject "g""#,
      ]
    )
  }

  @Test func `failing reports an issue and completes`() {
    let issues = withReportedIssues {
      #expect(picture(Numbers.failing("ApiClient.play is unimplemented")) == "|")
    }
    #expect(
      issues.map(\.message) == ["ApiClient.play is unimplemented - A failing effect ran."]
    )
  }

  @Test func `a run sends each value with its own animation`() {
    let reducer = Reducer<Int, Int, Void> { state, action, _ in
      state = action
      guard action == 0 else { return .none }
      return .run { send in
        send(1, animation: .easeIn)
        await Task.yield()
        send(2)
        send(3, animation: nil)
        send(4, animation: .linear)
      }
    }
    let store = ManualStore(initialState: 0, reducer: reducer, environment: ())
    let animations = Recorder<[Int: StoreAnimation]>([:])
    let observation = store.store.observe { state, change in
      animations.update { $0[state] = change.animation }
    }
    store.send(0)
    #expect(store.store.state == 4)
    #expect(animations.value == [1: .easeIn, 4: .linear])
    observation.cancel()
  }
}
