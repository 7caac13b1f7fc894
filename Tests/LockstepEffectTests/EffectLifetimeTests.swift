// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@Suite struct EffectLifetimeTests {
  typealias Numbers = Effect<Int, Never>

  private let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))

  // MARK: Captures

  /// Effects that retain a token and end within one second of the clock.
  private static func ending(
    _ clock: TestScheduler<Never>
  ) -> [(
    name: String, make: @Sendable (Token) -> Numbers
  )] {
    [
      ("result", { token in .sync { "\(token)".count } }),
      ("task", { token in .task { "\(token)".count } }),
      (
        "yielding task",
        { token in
          .task {
            await Task.yield()
            return "\(token)".count
          }
        }
      ),
      ("run", { token in .run { send in send("\(token)".count) } }),
      ("future", { token in .future { $0(.success("\(token)".count)) } }),
      ("fireAndForget", { token in .fireAndForget { _ = token } }),
      (
        "async fireAndForget",
        { token in
          .fireAndForget {
            await Task.yield()
            _ = token
          }
        }
      ),
      (
        "callback",
        { token in
          .run { subscriber in
            clock.schedule {
              subscriber.send("\(token)".count)
              subscriber.send(completion: .finished)
            }
            return AnyCancellable { _ = token }
          }
        }
      ),
      ("map", { token in Numbers(value: 1).map { _ in "\(token)".count } }),
      ("flatMap", { token in Numbers(value: 1).flatMap { _ in .task { "\(token)".count } } }),
      ("delay", { token in Numbers.task { "\(token)".count }.delay(for: 1, scheduler: clock) }),
      ("receive", { token in Numbers.task { "\(token)".count }.receive(on: clock) }),
      (
        "receive of a value",
        { token in Numbers(value: 1).receive(on: clock).map { _ in "\(token)".count } }
      ),
      (
        "subscribe",
        { token in Numbers(value: 1).subscribe(on: clock).map { _ in "\(token)".count } }
      ),
      (
        "debounce",
        { token in
          Numbers(value: 1).debounce(id: 2, for: 1, scheduler: clock).map { _ in "\(token)".count }
        }
      ),
      (
        "throttle",
        { token in
          Numbers.merge(Numbers(value: 1), Numbers(value: 2))
            .throttle(id: 3, for: 1, scheduler: clock, latest: true).map { _ in "\(token)".count }
        }
      ),
      (
        "concatenate",
        { token in .concatenate(.task { "\(token)".count }, .fireAndForget { _ = token }) }
      ),
      ("merge", { token in .merge(.task { "\(token)".count }, .fireAndForget { _ = token }) }),
      ("prefix", { token in Numbers.run { $0("\(token)".count) }.prefix(1) }),
      ("cancellable", { token in Numbers.task { "\(token)".count }.cancellable(id: 1) }),
      ("silent", { token in Numbers.task { "\(token)".count }.fireAndForget() }),
    ]
  }

  /// Starts an effect that only its own run retains.
  private func start(
    _ make: @escaping @Sendable (Token) -> Numbers
  ) -> (store: ManualStore<Int, Int?>, token: WeakToken) {
    let token = Token()
    let held = Recorder<Token?>(token)
    let store = ManualStore<Int, Int?>(
      initialState: 0,
      reducer: Reducer { state, action, _ in
        if let action {
          if action < 0 { return .cancel(id: "all") }
          state += 1
          return .none
        }
        guard let token = held.value else { return .none }
        held.set(nil)
        return make(token).cancellable(id: "all").map { $0 }
      },
      environment: ()
    )
    return (store, WeakToken(token: token))
  }

  @Test func `an effect releases its captures when it completes`() {
    for (name, make) in Self.ending(clock) {
      let (store, token) = start(make)
      #expect(token.isDeallocated == false)
      store.send(nil)
      clock.advance(by: 1)
      store.send(1)
      #expect(token.isDeallocated, "\(name)")
    }
  }

  @Test func `an effect releases its captures as soon as it is cancelled`() {
    let subject = Subject<Int, Never>()
    let clock = clock
    let waiting: [(name: String, make: @Sendable (Token) -> Numbers)] = [
      (
        "run",
        { token in
          .run { _ in
            for await _ in AsyncStream<Int>.makeStream().stream { _ = token }
          }
        }
      ),
      ("callback", { token in .run { _ in AnyCancellable { _ = token } } }),
      (
        "timer", { token in Effect.timer(id: 1, every: 1, on: clock).map { _ in "\(token)".count } }
      ),
      ("subject", { token in subject.effect.map { _ in "\(token)".count } }),
      (
        "delay",
        { token in
          Numbers.task { 1 }.delay(for: 9, scheduler: clock).map { _ in "\(token)".count }
        }
      ),
      (
        "noop",
        { token in
          Numbers.task { 1 }
            .receive(on: TimelessScheduler<Never>.noop(at: clock.now))
            .map { _ in "\(token)".count }
        }
      ),
      (
        "what would follow",
        { token in .concatenate(subject.effect, .fireAndForget { _ = token }) }
      ),
      (
        "flatMap",
        { token in Numbers(value: 1).flatMap { _ in subject.effect.map { _ in "\(token)".count } } }
      ),
      (
        "debounce",
        { token in Numbers.task { "\(token)".count }.debounce(id: 2, for: 9, scheduler: clock) }
      ),
      (
        "throttle",
        { token in
          subject.effect.throttle(id: 3, for: 9, scheduler: clock, latest: true)
            .map { _ in "\(token)".count }
        }
      ),
      (
        "sleep",
        { token in
          .task {
            try? await clock.sleep(for: 9)
            return "\(token)".count
          }
        }
      ),
      ("prefix", { token in subject.effect.prefix(3).map { _ in "\(token)".count } }),
    ]
    for (name, make) in waiting {
      let (store, token) = start(make)
      store.send(nil)
      #expect(token.isDeallocated == false, "\(name)")
      store.send(-1)
      #expect(token.isDeallocated, "\(name)")
      subject.send(1)
      clock.advance(by: 10)
      store.send(1)
      #expect(store.store.state == 1, "\(name)")
    }
  }

  @Test func `releasing a store ends and releases its effects`() {
    let ended = Recorder(0)
    var (store, token): (ManualStore<Int, Int?>?, WeakToken) = start { token in
      .run { _ in
        AnyCancellable {
          _ = token
          ended.update { $0 += 1 }
        }
      }
    }
    store?.send(nil)
    #expect(token.isDeallocated == false)
    store = nil
    #expect(ended.value == 1)
    #expect(token.isDeallocated)
  }

  // MARK: The end of a callback effect

  @Test func `the cancellable of a callback effect is cancelled once, however the effect ends`() {
    typealias Subscriber = Numbers.Subscriber
    let given = Recorder<Subscriber?>(nil)
    let ends = Recorder(0)
    let cancellable: @Sendable () -> AnyCancellable = {
      AnyCancellable { ends.update { $0 += 1 } }
    }
    let early = Numbers.run { subscriber in
      subscriber.send(1)
      subscriber.send(completion: .finished)
      subscriber.send(completion: .finished)
      return cancellable()
    }
    let late = Numbers.run { subscriber in
      given.set(subscriber)
      return cancellable()
    }
    .cancellable(id: 1)
    func check(_ name: String, _ effect: Numbers, _ steps: (EffectRun<Int, Never>) -> Void) {
      ends.set(0)
      let run = EffectRun(effect)
      steps(run)
      run.settle()
      #expect(ends.value == 1, "\(name)")
      given.value?.send(7)
      given.value?.send(completion: .finished)
      run.start(.cancel(id: 1))
      #expect(ends.value == 1, "\(name), again")
      #expect(run.picture.contains("7") == false)
    }
    check("completion before the work has returned", early) { _ in }
    check("completion after that", late) { _ in given.value?.send(completion: .finished) }
    check("cancellation", late) { $0.start(.cancel(id: 1)) }
    check("completion, then cancellation", late) {
      given.value?.send(completion: .finished)
      $0.start(.cancel(id: 1))
    }
    check("cancellation, then completion", late) {
      $0.start(.cancel(id: 1))
      given.value?.send(completion: .finished)
    }
    check("completion and cancellation in one turn", late) {
      let finish = Numbers.fireAndForget { given.value?.send(completion: .finished) }
      $0.start(.merge(finish, .cancel(id: 1)))
    }
    check(
      "cancellation from within the work",
      .run { _ in
        cancellable()
      }.cancellable(id: 2)
    ) { $0.start(.cancel(id: 2)) }
    check("prefix", late.prefix(1)) { _ in given.value?.send(1) }
    check("a failure beside it", Self.failing(late)) { _ in }
  }

  private static func failing(_ effect: Numbers) -> Numbers {
    Effect<Int, Problem>.merge(effect.setFailureType(to: Problem.self), Effect(error: Problem()))
      .ignoreFailure()
  }

  @Test func `a cancellable runs its closure once, when it is cancelled or released`() {
    let ends = Recorder(0)
    do {
      _ = AnyCancellable { ends.update { $0 += 1 } }
    }
    #expect(ends.value == 1)
    do {
      let cancellable = AnyCancellable { ends.update { $0 += 1 } }
      cancellable.cancel()
      cancellable.cancel()
      #expect(ends.value == 2)
    }
    #expect(ends.value == 2)
  }

  // MARK: After the end

  @Test func `values after the completion are dropped`() {
    let subscriber = Recorder<Effect<Int, Problem>.Subscriber?>(nil)
    let callback = EffectRun(
      Effect<Int, Problem>.run { given in
        subscriber.set(given)
        given.send(1)
        given.send(completion: .finished)
        given.send(2)
        given.send(completion: .failure(Problem()))
        return AnyCancellable {}
      }
    )
    subscriber.value?.send(3)
    subscriber.value?.send(completion: .failure(Problem()))
    callback.settle()
    #expect(callback.picture == "1 |")

    let send = Recorder<Send<Int>?>(nil)
    let task = EffectRun(
      Numbers.run { given in
        given(1)
        send.set(given)
      }
    )
    send.value?(2)
    task.settle()
    #expect(task.picture == "1 |")
  }

  /// An id whose deallocation a test can observe.
  private struct HeldID: Hashable, Sendable {
    let token: Token

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.token === rhs.token }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(token)) }
  }

  @Test(arguments: ["completes", "fails", "is cancelled"])
  func `an id is released when its effect ends`(end: String) {
    let subject = Subject<Int, Problem>()
    let run = EffectRun<Int, Problem>()
    var held = WeakToken()
    do {
      let id = HeldID(token: Token())
      held.token = id.token
      run.start(subject.effect.cancellable(id: id))
      if end == "is cancelled" {
        run.start(Effect<Int, Problem>.cancel(id: id))
      } else {
        subject.send(1)
      }
    }
    if end != "is cancelled" { #expect(held.isDeallocated == false) }
    switch end {
    case "completes": subject.send(completion: .finished)
    case "fails": subject.send(completion: .failure(Problem()))
    default: break
    }
    run.settle()
    #expect(held.isDeallocated)
  }

  @Test func `an id can be reused in the turn in which its effect completes`() {
    let run = EffectRun(Numbers.task { 1 }.cancellable(id: 1))
    run.start(.concatenate(.cancel(id: 1), Numbers.task { 2 }.cancellable(id: 1)))
    #expect(run.picture == "1 | 2 |")
  }
}
