// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// The turn of a value that an effect sends on the main actor's thread.
///
/// The turn runs at once if the value is the last one of its sender. Otherwise the value waits.
@MainActor @Suite struct ShortWayHomeTests {
  enum Action: Sendable {
    case start(Effect<Int, Never>)
    case value(Int)
  }

  typealias Numbers = Effect<Int, Never>
  typealias Callback = @Sendable (Result<Int, Never>) -> Void

  private static let reducer = Reducer<[Int], Action, Void> { state, action, _ in
    switch action {
    case .start(let effect): return effect.map(Action.value)
    case .value(let value):
      state.append(value)
      return .none
    }
  }

  private let store = Store<[Int], Action>(initialState: [], reducer: reducer, environment: ())

  /// Starts a future effect and returns its callback.
  private func startFuture(
    _ transform: (Numbers) -> Numbers = { $0 }
  ) throws -> Callback {
    let callback = Recorder<Callback?>(nil)
    store.send(.start(transform(.future { callback.set($0) })))
    return try #require(callback.value)
  }

  /// Runs a function on another thread and blocks the main actor until it returns.
  private static func elsewhere(_ body: @escaping @Sendable () -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      isDone.signal()
    }
    isDone.wait()
  }

  /// Waits until the main actor has run its pending work.
  private static func settle() async {
    for _ in 0..<3 {
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
      }
    }
  }

  // MARK: At once

  @Test func `the last value of a callback is reduced before the callback returns`() throws {
    try startFuture()(.success(1))
    #expect(store.state == [1])
    try startFuture { $0.map { $0 + 1 } }(.success(1))
    #expect(store.state == [1, 2])
  }

  @Test func `an action after the completion of a callback is reduced before the call returns`()
    throws
  {
    let subscriber = Recorder<Numbers.Subscriber?>(nil)
    let numbers = Numbers.run { given in
      subscriber.set(given)
      return AnyCancellable {}
    }
    store.send(.start(.concatenate(numbers, Numbers(value: 2), Numbers(value: 3))))
    try #require(subscriber.value).send(completion: .finished)
    #expect(store.state == [2, 3])
  }

  @Test func `a failure replaced with a value is reduced before the callback returns`() throws {
    let callback = Recorder<(@Sendable (Result<Int, Problem>) -> Void)?>(nil)
    let numbers = Effect<Int, Problem>.future { callback.set($0) }.replaceError(with: 2)
    store.send(.start(numbers))
    let call = try #require(callback.value)
    call(.failure(Problem()))
    #expect(store.state == [2])
  }

  @Test func `actions that the main queue delivers are reduced in the same block of the queue`()
    async
  {
    let states = Recorder<[[Int]]>([])
    let main = DispatchQueue.main.eraseToAnyScheduler()
    store.send(
      .start(
        .merge(
          .concatenate(Numbers(value: 1), Numbers(value: 2)).receive(on: main),
          Numbers(value: 3).subscribe(on: main)
        )
      )
    )
    for _ in 0..<3 {
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
      }
      states.update { $0.append(store.state) }
    }
    #expect(states.value == [[1, 2, 3], [1, 2, 3], [1, 2, 3]])
  }

  @Test func `pending actions of other threads are reduced before a callback's value`() throws {
    let callback = try startFuture()
    let sender = store.sender
    Self.elsewhere { sender.send(.value(1)) }
    #expect(store.state == [])
    callback(.success(2))
    #expect(store.state == [1, 2])
  }

  @Test func `a value sent during the delivery of another effect's value is also reduced`() throws {
    let second = try startFuture()
    let first = try startFuture {
      $0.map { number in
        second(.success(2))
        return number
      }
    }
    first(.success(1))
    #expect(store.state.sorted() == [1, 2])
  }

  @Test func `a callback called by an observer is reduced at once in another store`() throws {
    let callback = try startFuture()
    let other = Store<[Int], Action>(initialState: [], reducer: Self.reducer, environment: ())
    let answer = Recorder<Callback?>(nil)
    other.send(.start(.future { answer.set($0) }))
    let seen = Recorder<[[Int]]>([])
    let observation = store.observe { state, _ in
      guard state == [1] else { return }
      answer.value?(.success(2))
      MainActor.assumeIsolated { seen.update { $0.append(other.state) } }
    }
    callback(.success(1))
    #expect(seen.value == [[2]])
    withExtendedLifetime(observation) {}
  }

  // MARK: Within a turn

  @Test func `a callback's value sent within a turn waits for the end of the turn`() throws {
    let callback = try startFuture()
    let seen = Recorder<[[Int]]>([])
    let observation = store.observe { state, _ in
      seen.update { $0.append(state) }
      guard state == [1] else { return }
      callback(.success(2))
      seen.update { $0.append(state) }
    }
    store.send(.value(1))
    #expect(seen.value == [[], [1], [1], [1, 2]])
    withExtendedLifetime(observation) {}
  }

  @Test func `an action that another thread sends while an observer blocks is reduced next`() throws
  {
    let callback = try startFuture()
    let sender = store.sender
    let observation = store.observe { state, _ in
      if state == [1] { Self.elsewhere { sender.send(.value(2)) } }
    }
    callback(.success(1))
    store.send(.value(3))
    #expect(store.state == [1, 2, 3])
    withExtendedLifetime(observation) {}
  }

  // MARK: Later

  @Test func `a value of a subscriber that can send more values waits for the main actor`()
    async throws
  {
    let subscriber = Recorder<Numbers.Subscriber?>(nil)
    store.send(
      .start(
        .run { given in
          subscriber.set(given)
          return AnyCancellable {}
        }
      )
    )
    try #require(subscriber.value).send(1)
    #expect(store.state == [])
    await Self.settle()
    #expect(store.state == [1])
  }

  @Test func `a value from another thread waits for the main actor`() async throws {
    let callback = try startFuture()
    Self.elsewhere { callback(.success(1)) }
    #expect(store.state == [])
    await Self.settle()
    #expect(store.state == [1])
  }

  /// On Linux with an asynchronous `main`, `DispatchQueue.main.sync` runs its block on the calling thread.
  @Test func `a main queue block on another thread does not run a turn on that thread`()
    async throws
  {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    let sender = store.sender
    let callback = try startFuture {
      $0.map { number in
        DispatchQueue.main.sync { sender.send(.value(1)) }
        return number
      }
    }
    let isOnMainQueue = Recorder<[Bool]>([])
    let observation = store.observe { _, _ in
      isOnMainQueue.update { $0.append(DispatchQueue.getSpecific(key: key) == true) }
    }
    let isDone = Milestone()
    Thread.detachNewThread {
      callback(.success(2))
      isDone.reach()
    }
    #expect(await isDone.isReached())
    await Self.settle()
    #expect(store.state == [1, 2])
    #expect(isOnMainQueue.value == [true, true, true])
    withExtendedLifetime(observation) {}
  }

  @Test func `a value sent while a pending action is delivered comes after other pending actions`()
    async throws
  {
    let callback = try startFuture()
    let scoped = store.scope(
      state: \.self,
      action: { (action: Action) in
        callback(.success(3))
        return action
      }
    )
    let senders = (scoped.sender, store.sender)
    Self.elsewhere {
      senders.0.send(.value(1))
      senders.1.send(.value(2))
    }
    await Self.settle()
    #expect(store.state == [1, 2, 3])
  }

  @Test func `a store on another actor reduces a callback's value on that actor`() async {
    let callback = Recorder<Callback?>(nil)
    let home = Home(Self.reducer)
    await home.send(.start(.future { callback.set($0) }))
    callback.value?(.success(1))
    await home.finish()
    await #expect(home.state == [1])
  }

  @Test func `a manual store reduces a callback's value in its next run`() throws {
    let callback = Recorder<Callback?>(nil)
    let store = ManualStore<[Int], Action>(
      initialState: [],
      reducer: Self.reducer,
      environment: ()
    )
    store.send(.start(.future { callback.set($0) }))
    callback.value?(.success(1))
    #expect(store.store.state == [])
    store.run()
    #expect(store.store.state == [1])
  }

  @Test func `a value for a deallocated store is ignored`() throws {
    let callback = Recorder<Callback?>(nil)
    do {
      let store = Store<[Int], Action>(initialState: [], reducer: Self.reducer, environment: ())
      store.send(.start(.future { callback.set($0) }))
    }
    callback.value?(.success(1))
  }

  // MARK: Several threads

  @Test
  func `values of the main thread and two other threads are reduced in the order of each thread`()
    async throws
  {
    let count = 2_000
    let senders = [store.sender, store.sender]
    let group = DispatchGroup()
    for (index, sender) in senders.enumerated() {
      DispatchQueue.global().async(group: group) {
        for number in 1...count { sender.send(.value((index + 1) * 10_000 + number)) }
      }
    }
    var late = 0
    for number in 1...count {
      try startFuture()(.success(number))
      if store.state.last(where: { $0 <= count }) != number { late += 1 }
    }
    #expect(late == 0)
    await withCheckedContinuation { continuation in
      group.notify(queue: .main) { continuation.resume() }
    }
    await Self.settle()
    for start in [0, 10_000, 20_000] {
      let numbers = store.state.filter { $0 / 10_000 * 10_000 == start }
      #expect(numbers == Array(start + 1...start + count))
    }
  }
}

private actor Home {
  private let reducer: Reducer<[Int], ShortWayHomeTests.Action, Void>
  private lazy var store = Store(
    initialState: [],
    reducer: reducer,
    environment: (),
    isolation: self
  )
  private var task: StoreTask?

  init(_ reducer: Reducer<[Int], ShortWayHomeTests.Action, Void>) {
    self.reducer = reducer
  }

  var state: [Int] { store.state }

  func send(_ action: ShortWayHomeTests.Action) {
    task = store.send(action)
  }

  func finish() async {
    await task?.finish()
  }
}
