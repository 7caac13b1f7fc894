// SPDX-License-Identifier: MIT

// Page: Sources/Lockstep/Lockstep.docc/Articles/EffectsByTask.md

import Dispatch
import Foundation
import Lockstep
import LockstepTesting
import Testing

/// The code of the page about effects and time, which `Scripts/check-lookup` writes from it.
@Suite struct EffectLines {
  struct LoadError: Error, Equatable {}

  struct SaveID: Hashable {}

  enum Action: Equatable {
    case words(BindingAction<Form>)
  }

  struct Form {
    var word = ""
    var answer: String?
  }

  // ## Start work

  struct Words: Sendable {
    func load() async throws -> String { "a" }
    func save() async throws {}
    func parsed(_ word: String) throws(LoadError) -> Int { throw LoadError() }
    func log() {}

    func send(to subscriber: Effect<String, Never>.Subscriber) -> AnyCancellable {
      // Effect.Subscriber.send(_:)
      subscriber.send("a")
      return AnyCancellable {}
    }

    // Effect.Subscriber
    func end(_ subscriber: Effect<String, LoadError>.Subscriber) -> AnyCancellable {
      // Effect.Subscriber.send(completion:), EffectCompletion.finished
      subscriber.send(completion: .finished)
      return AnyCancellable {}
    }

    func fail(_ subscriber: Effect<String, LoadError>.Subscriber) -> AnyCancellable {
      // EffectCompletion.failure(_:)
      subscriber.send(completion: .failure(LoadError()))
      return AnyCancellable {}
    }
  }

  private let words = Words()
  private let word = Effect<String, Never>(value: "a")
  private let failing = Effect<String, LoadError>(error: LoadError())
  private let three = Effect<Int, Never>.concatenate([1, 2, 2].map { Effect(value: $0) })

  /// The values of effects, one effect after another, each with its failure at the end.
  private func outputs<Output, Failure>(of effects: [Effect<Output, Failure>]) async -> [[String]] {
    var outputs: [[String]] = []
    for effect in effects {
      var values: [String] = []
      do {
        for try await value in effect.values() { values.append("\(value)") }
      } catch {
        values.append("\(error)")
      }
      outputs.append(values)
    }
    return outputs
  }

  @Test func `effects send what their work returns`() async {
    let words = words
    let effects: [Effect<String, Never>] = [
      // Effect.none
      .none,
      // Effect.init(value:)
      Effect(value: "a"),
      // Effect.task
      .task { try await words.load() },
      // Effect.run(name:_:)#Send<Output>, Send.callAsFunction(_:)
      .run { send in send(try await words.load()) },
      // Effect.sync(_:)
      .sync { "a" },
      // Effect.init(_:name:)
      Effect(AsyncStream(String.self) { $0.finish() }),
      // Effect.future(name:_:)
      .future { done in done(.success("a")) },
      // Effect.run(name:_:)#Subscriber
      .run { subscriber in words.send(to: subscriber) },
      // Effect.fireAndForget(name:_:)
      .fireAndForget { try await words.save() },
      // Effect.lazy(_:)
      .lazy { Effect(value: "a") },
    ]
    let endless = 7
    #expect(
      await outputs(of: Array(effects[..<endless] + effects[(endless + 1)...]))
        == [[], ["a"], ["a"], ["a"], ["a"], [], ["a"], [], ["a"]]
    )
    let values = Recorder<[String]>([])
    _ = effects[endless].sink { value in values.update { $0.append(value) } }
    #expect(values.value == ["a"])
  }

  @Test func `effects that run callbacks end by their subscriber`() async {
    let effects: [Effect<String, LoadError>] = [
      // Effect.init(error:)
      Effect(error: LoadError()),
      .run { subscriber in words.end(subscriber) },
      .run { subscriber in words.fail(subscriber) },
      // Send, Send.onTermination(_:)
      .run { (send: Send<String>) in send.onTermination { words.log() } },
    ]
    #expect(await outputs(of: effects) == [["LoadError()"], [], ["LoadError()"], []])
  }

  // ## Cancel work

  @Test func `an effect is cancelled by its id`() {
    let store = EffectStore(Subject<Int, Never>())
    let work = store.subject.effect
    let effects: [Effect<Int, Never>] = [
      // Effect.cancellable(id:cancelInFlight:)
      work.cancellable(id: SaveID()),
      // Effect.cancellable(id:cancelInFlight:): Cancels the effects that run under the id, and then starts.
      work.cancellable(id: SaveID(), cancelInFlight: true),
      // StoreWide.init(_:)
      work.cancellable(id: StoreWide(SaveID())),
    ]
    let cancellations: [Effect<Int, Never>] = [
      // Effect.cancel(id:)
      .cancel(id: SaveID()),
      // Effect.cancel(ids:)
      .cancel(ids: [SaveID()]),
      .cancel(id: StoreWide(SaveID())),
    ]
    for (effect, cancellation) in zip(effects, cancellations) {
      #expect(store.values(of: effect, until: cancellation) == [1])
    }
  }

  @Test func `a rule decides which of several effects runs`() {
    let store = EffectStore(Subject<Int, Never>())
    let work = store.subject.effect
    // EffectPolicy
    let policy: EffectPolicy = .queue
    let effects: [Effect<Int, Never>] = [
      // EffectPolicy.ignoreNew, Effect.cancellable(id:whenRunning:)
      work.cancellable(id: SaveID(), whenRunning: .ignoreNew),
      // EffectPolicy.cancelPrevious
      work.cancellable(id: SaveID(), whenRunning: .cancelPrevious),
      // EffectPolicy.queue
      work.cancellable(id: SaveID(), whenRunning: .queue),
      work.cancellable(id: SaveID(), whenRunning: policy),
    ]
    for effect in effects {
      #expect(store.values(of: .merge(effect, effect), until: .cancel(id: SaveID())) == [1])
    }
  }

  @Test func `an effect that runs outside of a store is cancelled by its cancellable`() {
    let subject = Subject<Int, Never>()
    let values = Recorder<[Int]>([])
    let keep: @Sendable (Int) -> Void = { value in values.update { $0.append(value) } }
    // Effect.sink(receiveValue:)
    let running = subject.effect.sink(receiveValue: keep)
    subject.send(1)
    // Cancellable.cancel
    running.cancel()
    subject.send(2)
    #expect(values.value == [1])
    var set: Set<AnyCancellable> = []
    // Cancellable
    let work: any Cancellable = running
    work.cancel()
    // AnyCancellable.init(_:), store(in:)
    AnyCancellable { keep(0) }.store(in: &set)
    set.removeAll()
    #expect(values.value == [1, 0])
  }

  // ## Combine effects

  @Test func `effects are combined`() async {
    let first = Effect<Int, Never>(value: 1)
    let second = Effect<Int, Never>(value: 2)
    let effects: [Effect<Int, Never>] = [
      // Effect.merge(_:)
      .merge(first, second),
      // Effect.merge(with:)
      first.merge(with: second),
      // Effect.concatenate(_:)
      .concatenate(first, second),
      // Effect.concatenate(with:)
      first.concatenate(with: second),
      // Effect.flatMap(_:)
      first.flatMap { Effect(value: $0 + 1) },
    ]
    #expect(
      await outputs(of: effects) == [["1", "2"], ["1", "2"], ["1", "2"], ["1", "2"], ["2"]]
    )
  }

  // ## Change and choose values

  @Test func `values are changed and chosen`() async {
    let effects: [Effect<Int, Never>] = [
      // Effect.map(_:)
      word.map { $0.count },
      // Effect.compactMap(_:)
      word.compactMap { Int($0) },
      // Effect.filter(_:)
      three.filter { $0 > 1 },
      // Effect.removeDuplicates()
      three.removeDuplicates(),
      // Effect.removeDuplicates(by:)
      three.removeDuplicates { $0 % 2 == $1 % 2 },
      // Effect.prefix(_:)
      three.prefix(1),
      // Effect.ignoreOutput(setOutputType:)
      word.ignoreOutput(),
      // Effect.fireAndForget(outputType:failureType:)
      failing.fireAndForget(),
    ]
    #expect(
      await outputs(of: effects) == [
        ["1"], [], ["2", "2"], ["1", "2"], ["1", "2"], ["1"], [], [],
      ]
    )
    let data = Effect<Data, Never>(value: Data("[1]".utf8)).setFailureType(to: (any Error).self)
    // Effect.decode(type:decoder:)
    let numbers = data.decode(type: [Int].self, decoder: JSONDecoder())
    #expect(await outputs(of: [numbers]) == [["[1]"]])
    let events = Recorder<[String]>([])
    let log: @Sendable (String) -> Void = { event in events.update { $0.append(event) } }
    let logEnd: @Sendable (EffectCompletion<Never>) -> Void = { log("\($0)") }
    // Effect.handleEvents(receiveOutput:receiveCompletion:)
    let logged = word.handleEvents(receiveOutput: log, receiveCompletion: logEnd)
    #expect(await outputs(of: [logged]) == [["a"]])
    #expect(events.value == ["a", "finished"])
  }

  @Test func `values are stored by a binding`() async {
    let effects: [Effect<Action, Never>] = [
      // Effect.set(_:by:)
      word.set(\Form.word, by: /Action.words),
      word.set(\Form.answer, by: /Action.words),
    ]
    #expect(
      await outputs(of: effects) == [
        ["words(.set(\\Form.word, \"a\"))"], ["words(.set(\\Form.answer, \"a\"))"],
      ]
    )
  }

  // ## Handle failures

  @Test func `failures are handled`() async {
    let effects: [Effect<String, Never>] = [
      // Effect.catch(_:)
      failing.catch { error in Effect(value: "\(error)") },
      // Effect.replaceError(with:)
      failing.replaceError(with: "b"),
      // Effect.ignoreFailure(setFailureType:)
      failing.ignoreFailure(),
    ]
    #expect(await outputs(of: effects) == [["LoadError()"], ["b"], []])
    // Effect.catchToEffect
    let results = failing.catchToEffect()
    let result = await results.value()
    #expect(result == .failure(LoadError()))
    // Effect.mapError(_:)
    let mapped = failing.mapError { _ in CancellationError() }
    #expect(await outputs(of: [mapped]) == [["CancellationError()"]])
    // Effect.setFailureType(to:)
    let typed = word.setFailureType(to: LoadError.self)
    // Effect.tryMap(_:)
    let thrown = typed.tryMap { word throws(LoadError) in try words.parsed(word) }
    #expect(await outputs(of: [thrown]) == [["LoadError()"]])
  }

  @Test func `a failure is tried again`() async {
    // RetryPolicy.exponential(attempts:from:factor:to:jitter:seed:)
    let policy = RetryPolicy.exponential(attempts: 3, from: 0.5)
    // Effect.retry(_:on:when:)
    let retried = failing.retry(policy, on: DispatchQueue.immediate) { $0 == LoadError() }
    #expect(await outputs(of: [retried]) == [["LoadError()"]])
    // RetryPolicy.attempts
    #expect(policy.attempts == 3)
    // RetryPolicy.delay(after:)
    #expect(policy.delay(after: 2) == 1)
    // RetryPolicy.never
    #expect(RetryPolicy.never.attempts == 1)
  }

  // ## Wait

  @Test func `effects wait on a scheduler`() {
    let queue = DispatchQueue.test
    let store = EffectStore(Subject<Int, Never>())
    let work = Effect<Int, Never>(value: 1)
    let effects: [Effect<Int, Never>] = [
      // Effect.delay(for:tolerance:scheduler:)
      work.delay(for: .seconds(1), scheduler: queue),
      // Effect.deferred(for:tolerance:scheduler:)
      work.deferred(for: .seconds(1), scheduler: queue),
      // Effect.debounce(id:for:tolerance:scheduler:)
      work.debounce(id: SaveID(), for: .milliseconds(300), scheduler: queue),
      // Effect.throttle(id:for:tolerance:scheduler:latest:)
      work.throttle(id: SaveID(), for: .seconds(1), scheduler: queue, latest: true),
      // Effect.receive(on:)
      work.receive(on: queue),
      // Effect.subscribe(on:)
      work.subscribe(on: queue),
      // Effect.timer(id:every:tolerance:on:)
      Effect.timer(id: SaveID(), every: .seconds(1), on: queue).map { _ in 1 },
    ]
    for effect in effects {
      #expect(
        store.values(of: effect, until: .cancel(id: SaveID())) { queue.advance(by: 1) } == [1]
      )
    }
  }

  @Test func `asynchronous work waits on a scheduler`() async throws {
    let queue = DispatchQueue.immediate
    let instant = queue.now
    // Scheduler.sleep(for:tolerance:isolation:)
    try await queue.sleep(for: .seconds(1))
    // Scheduler.sleep(until:tolerance:isolation:)
    try await queue.sleep(until: instant.advanced(by: .seconds(2)))
    let ticks = DispatchQueue.test
    // Scheduler.timer(interval:tolerance:)
    let timer = ticks.timer(interval: .seconds(1))
    let first = Task {
      for await instant in timer { return instant }
      return ticks.now
    }
    while first.isCancelled == false, ticks.now.nanoseconds < 1_000_000_000 {
      await Task.yield()
      ticks.advance(by: .milliseconds(100))
    }
    // SchedulerClock, Scheduler.clock
    let clock: SchedulerClock<DispatchQueue> = queue.clock
    try await clock.sleep(for: .seconds(1))
    ticks.advance(by: 2)
    #expect(await first.value.nanoseconds > 0)
  }

  // ## Run an effect outside of a store

  @Test func `an effect runs outside of a store`() async throws {
    let values = Recorder<[String]>([])
    let log: @Sendable (String) -> Void = { value in values.update { $0.append(value) } }
    // EffectCompletion
    let end: @Sendable (EffectCompletion<Never>) -> Void = { log("\($0)") }
    // Effect.sink(receiveCompletion:receiveValue:)
    _ = word.sink(receiveCompletion: end, receiveValue: log)
    #expect(values.value == ["a", "finished"])
    // Effect.value
    #expect(await word.value() == "a")
    // Effect.values
    for await value in word.values() { log(value) }
    // Effect.values: Keeps a limited number of values.
    for await value in word.values(bufferLimit: 10) { log(value) }
    #expect(values.value == ["a", "finished", "a", "a"])
  }

  // ## Push values into effects

  @Test func `a subject sends to the effects that listen`() async {
    // Subject.init(name:)
    let messages = Subject<String, Never>(name: "messages")
    let received = Recorder<[String]>([])
    let keep: @Sendable (String) -> Void = { value in received.update { $0.append(value) } }
    // Subject.effect
    let running = messages.effect.sink(receiveValue: keep)
    // Subject.send(_:)
    messages.send("a")
    // Subject.send(completion:)
    messages.send(completion: .finished)
    let changes = Subject<Void, Never>()
    let changed = changes.effect.sink { received.update { $0.append("changed") } }
    // Subject.send()
    changes.send()
    #expect(received.value == ["a", "changed"])
    running.cancel()
    changed.cancel()
  }

  // ## Tell parents something

  // FeatureAction
  enum EditorAction: Equatable, FeatureAction {
    case closeButtonTapped

    // FeatureAction.Output
    enum Output: Equatable, Sendable { case closed }
  }

  @Test func `a feature speaks to its parents`() async {
    let effects: [Effect<EditorAction, Never>] = [
      // Effect.output(_:)
      .output(.closed),
      // Effect.dismiss
      .dismiss,
    ]
    #expect(effects.count == 2)
  }

  // ## Find work that a test did not expect

  @Test func `an unexpected effect is reported`() async {
    // Effect.failing(_:)
    let unexpected = Effect<Int, Never>.failing("load")
    let issues = await withReportedIssues {
      #expect(await outputs(of: [unexpected]) == [[]])
    }
    #expect(issues.count == 1)
  }

  // ## Choose a scheduler

  // SchedulerDomain
  struct GameTime: SchedulerDomain {}

  @Test func `schedulers run work`() {
    let queue = DispatchQueue(label: "work")
    // AnySchedulerOf
    var mainQueue: AnySchedulerOf<DispatchQueue> = .immediate
    let schedulers: [AnySchedulerOf<DispatchQueue>] = [
      // AnyScheduler.main#DispatchQueue, AnyScheduler.main
      .main,
      // DispatchQueue.eraseToAnyScheduler
      queue.eraseToAnyScheduler(),
      // AnyScheduler.immediate
      .immediate,
      // AnyScheduler.noop
      .noop,
      // AnyScheduler.failing
      .failing,
      // AnyScheduler.failing(_:)
      .failing("SearchEnvironment.mainQueue"),
      // SchedulerDomain.immediate
      DispatchQueue.immediate,
      // SchedulerDomain.noop
      DispatchQueue.noop,
      // SchedulerDomain.failing
      DispatchQueue.failing,
      // SchedulerDomain.failing(_:)
      DispatchQueue.failing("SearchEnvironment.mainQueue"),
      // Scheduler.eraseToAnyScheduler
      DispatchQueue.test.eraseToAnyScheduler(),
      // AnyScheduler.init(_:)
      AnyScheduler(DispatchQueue.test),
      // Scheduler.animation(_:)
      DispatchQueue.immediate.animation(.easeIn),
    ]
    mainQueue = .main
    #expect(schedulers[0].now <= mainQueue.now)
    let game = GameTime.test
    game.schedule { _ = GameTime.immediate.now }
    game.advance()
    // ImmediateScheduler.shared
    #expect(ImmediateScheduler.shared.now.nanoseconds == 0)
    // RunLoop.eraseToAnyScheduler
    _ = RunLoop.main.eraseToAnyScheduler()
    // OperationQueue.eraseToAnyScheduler
    _ = OperationQueue.main.eraseToAnyScheduler()
    // Clock.eraseToAnyScheduler(origin:on:)
    _ = ContinuousClock().eraseToAnyScheduler()
  }

  @Test func `work is scheduled`() {
    let queue = DispatchQueue.test
    let now = queue.now
    let count = Recorder<Int>(0)
    let work: @Sendable () -> Void = { count.update { $0 += 1 } }
    // Scheduler, Scheduler.Domain: A type that determines when and where work runs, on a given time line.
    func takes<S: Scheduler>(_ scheduler: S) where S.Domain == DispatchQueue {}
    takes(queue)
    // Scheduler.schedule(_:)
    queue.schedule { work() }
    // Scheduler.schedule(after:_:), schedule(after:tolerance:_:)
    queue.schedule(after: now.advanced(by: .seconds(1))) { work() }
    // Scheduler.schedule(after:interval:_:), schedule(after:interval:tolerance:_:)
    let scheduled: ScheduledWork = queue.schedule(after: now, interval: .seconds(1)) { work() }
    queue.advance(by: 1)
    #expect(count.value == 4)
    // Cancellable.cancel, ScheduledWork.cancel: Cancels the work if it has not run yet.
    scheduled.cancel()
    queue.advance(by: 1)
    #expect(count.value == 4)
    // ScheduledWork.init(onCancel:)
    let own = ScheduledWork(onCancel: { work() })
    own.cancel()
    #expect(count.value == 5)
  }

  // ## Move time in a test

  @Test func `a test moves time`() {
    // SchedulerDomain.test, TestScheduler
    let queue: TestScheduler<DispatchQueue> = DispatchQueue.test
    // TestScheduler.init(now:limit:)
    let clock = TestScheduler<ContinuousClock>(now: SchedulerTime(nanoseconds: 5))
    // Scheduler.now
    #expect(clock.now.nanoseconds == 5)
    let start = queue.now
    // TestScheduler.advance(by:)
    queue.advance(by: .seconds(1))
    // TestScheduler.advance(to:)
    queue.advance(to: queue.now.advanced(by: .seconds(1)))
    #expect(start.distance(to: queue.now) == 2)
    let isDone = Recorder(false)
    queue.schedule(after: queue.now.advanced(by: 60)) { isDone.update { $0 = true } }
    // TestScheduler.run(limit:)
    queue.run()
    #expect(isDone.value)
  }

  // ## Calculate with time

  @Test func `lengths of time are calculated`() {
    let lengths: [SchedulerStride] = [
      // SchedulerStride.seconds(_:)#Double, SchedulerStride
      SchedulerStride.seconds(1.5),
      // SchedulerStride.+(_:_:), milliseconds(_:), seconds(_:)#Integer
      .seconds(1) + .milliseconds(500),
      // SchedulerStride.-(_:_:), microseconds(_:)
      .seconds(2) - .microseconds(500_000),
      // SchedulerStride.*(_:_:)#Int, nanoseconds(_:)
      .nanoseconds(500_000_000) * 3,
      // SchedulerStride.zero
      SchedulerStride.zero + 1.5,
      // SchedulerStride.*(_:_:)#Double
      .seconds(3) * 0.5,
      // SchedulerStride.init(_:)
      SchedulerStride(.milliseconds(1500)),
    ]
    #expect(lengths.allSatisfy { $0 == 1.5 })
    let stride = lengths[0]
    // SchedulerStride.nanoseconds#let
    #expect(stride.nanoseconds == 1_500_000_000)
    // SchedulerStride.timeInterval
    #expect(stride.timeInterval == 1.5)
    // SchedulerStride.duration
    #expect(stride.duration == .seconds(1.5))
  }

  @Test func `instants are calculated`() {
    // SchedulerTime.init(nanoseconds:)
    let start = SchedulerTime<DispatchQueue>(nanoseconds: 0)
    // SchedulerTime.advanced(by:)#SchedulerStride
    let end = start.advanced(by: .seconds(1))
    // SchedulerTime.distance(to:)
    #expect(start.distance(to: end) == .seconds(1))
    // SchedulerTime.duration(to:)
    #expect(start.duration(to: end) == .seconds(1))
    // SchedulerTime.nanoseconds
    #expect(end.nanoseconds == 1_000_000_000)
    // SchedulerTime.init(_:)
    let instant = SchedulerTime<RunLoop>(Date(timeIntervalSince1970: 1))
    // SchedulerTime.date
    #expect(instant.date == Date(timeIntervalSince1970: 1))
  }

  // ## Animate what an effect sends

  @Test func `an effect sends with an animation`() async {
    let effects: [Effect<Int, Never>] = [
      // Send.callAsFunction(_:animation:)
      .run { send in send(1, animation: .default) },
      // Scheduler.animation(_:)
      Effect(value: 1).receive(on: DispatchQueue.immediate.animation(.linear)),
    ]
    #expect(await outputs(of: effects) == [["1"], ["1"]])
    let animations: [StoreAnimation] = [
      // StoreAnimation.default
      StoreAnimation.default,
      // StoreAnimation.easeIn
      StoreAnimation.easeIn,
      // StoreAnimation.easeInOut
      StoreAnimation.easeInOut,
      // StoreAnimation.easeOut
      StoreAnimation.easeOut,
      // StoreAnimation.linear
      StoreAnimation.linear,
      // StoreAnimation.init(_:duration:): Slow at the beginning, one second.
      StoreAnimation(.easeIn, duration: .seconds(1)),
    ]
    let animation = animations[5]
    // StoreAnimation.name
    #expect(animation.name == "easeIn")
    // StoreAnimation.duration
    #expect(animation.duration == .seconds(1))
  }
}

/// A store that starts effects and keeps what they send.
private struct EffectStore {
  enum Action: Sendable {
    case start(Effect<Int, Never>)
    case sent(Int)
  }

  let subject: Subject<Int, Never>
  private let store = ManualStore(
    initialState: [Int](),
    reducer: Reducer<[Int], Action, Void> { state, action, _ in
      switch action {
      case .start(let effect):
        state = []
        return effect.map { .sent($0) }
      case .sent(let value):
        state.append(value)
        return .none
      }
    },
    environment: ()
  )

  init(_ subject: Subject<Int, Never>) {
    self.subject = subject
  }

  /// Returns the values that an effect sends when the subject sends 1, before it is cancelled and the subject
  /// sends 2.
  func values(
    of effect: Effect<Int, Never>,
    until cancellation: Effect<Int, Never>,
    waiting wait: () -> Void = {}
  ) -> [Int] {
    store.send(.start(effect))
    subject.send(1)
    wait()
    store.run()
    let values = store.store.state
    store.send(.start(cancellation))
    subject.send(2)
    wait()
    store.run()
    return store.store.state.isEmpty ? values : values + store.store.state
  }
}
